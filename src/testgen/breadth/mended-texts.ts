/**
 * Texts that a change made refused, with one more sign changed so that they may be taken again. What reads check digits refuses nearly all that is beside a text it
 * takes; with them right, what it asks of the rest of the text is seen.
 */
import type { Random } from "../../base/index.ts";
import type { KnownCall } from "./known-call.ts";
import type { Proposal } from "./proposal.ts";
import type { Spot } from "./places.ts";

/** Signs of a text that is worth mending, and of what differs in length from the text that was taken. */
const FEWEST_SIGNS = 5;
const MOST_SIGNS = 60;
const MOST_LONGER = 1;
/** Texts that are mended in vain before no other one is. */
const IN_VAIN = 16;
/** What the last sign counts more than any other before anything is known, and a place at which a text was mended. */
const LAST_WEIGHT = 8;
const MENDED_WEIGHT = 16;
const MOST_MENDED = 4;

const DIGITS = "0123456789";
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** What may stand in the place of a sign: check signs are digits or capitals, and ten is an X. */
const CLASSES = [DIGITS, CAPITALS, "abcdefghijklmnopqrstuvwxyz"];
const LAST_CLASSES = [`${DIGITS}X`, CAPITALS + DIGITS];

/** Signs that are two units of a text. */
const BEYOND = /[\u{10000}-\u{10FFFF}]/u;

/** A change that made a text refused. */
export interface RefusedText {
  readonly base: KnownCall;
  readonly spot: Spot;
  /** What stood there, and what was put there. */
  readonly before: string;
  readonly text: string;
  readonly respect: string;
}

/** A sign of a text, by its place from the end. */
interface SignPlace {
  readonly sign: string;
  readonly at: number;
  readonly fromEnd: number;
}

/** Texts to mend, and where others were mended. */
export class MendedTexts {
  readonly #random: Random;
  readonly #waiting = new Map<string, RefusedText>();
  readonly #offered = new Set<string>();
  readonly #taken: KnownCall[] = [];
  #ready: Proposal[] = [];
  /** By the place of the sign from the end, how often a text was taken again. */
  readonly #mended = new Map<number, number>();
  #texts = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Notes a text that a change of one of its own length made refused: one for each respect in which it was changed. */
  offer(refused: RefusedText): void {
    const { before, text, respect } = refused;
    if (text.length < FEWEST_SIGNS || text.length > MOST_SIGNS || BEYOND.test(text)) return;
    if (Math.abs(text.length - before.length) > MOST_LONGER || /\s/u.test(text)) return;
    if (this.#offered.has(respect)) return;
    this.#offered.add(respect);
    this.#waiting.set(respect, refused);
  }

  /** Notes that a call was taken whose text was mended at this place from its end. */
  noteTaken(call: KnownCall, fromEnd: number): void {
    this.#mended.set(fromEnd, (this.#mended.get(fromEnd) ?? 0) + 1);
    this.#taken.push(call);
  }

  /** True where some text was mended: it is worth more turns then. */
  get isOfUse(): boolean {
    return this.#mended.size > 0;
  }

  /** The calls that were taken since this was asked. */
  drainTaken(): readonly KnownCall[] {
    return this.#taken.splice(0);
  }

  /** The next to try; undefined where there is none, or mending was always in vain. */
  next(): Proposal | undefined {
    if (this.#ready.length === 0) this.#ready = this.#mend();
    return this.#ready.shift();
  }

  #mend(): Proposal[] {
    if (this.#mended.size === 0 && this.#texts >= IN_VAIN) return [];
    const [refused] = this.#waiting.values();
    if (refused === undefined) return [];
    this.#waiting.delete(refused.respect);
    const { base, spot, before, text, respect } = refused;
    const places = keptSigns(text, before);
    if (places.length === 0) return [];
    this.#texts++;
    const last = places.at(-1);
    const { sign, at, fromEnd } = this.#random.pick(
      places.flatMap((place) => this.#timesOf(place, place === last)),
    );
    const classes = at === last?.at ? [...LAST_CLASSES, ...CLASSES] : CLASSES;
    const signs = classes.find((each) => each.includes(sign)) ?? "";
    return Array.from(signs.replace(sign, ""), (other) => ({
      recipe: spot.write(base.recipe, text.slice(0, at) + other + text.slice(at + 1)),
      base,
      respect: `${respect}, mended`,
      isSpecific: true,
      mendedFromEnd: fromEnd,
    }));
  }

  /** A place as often as it counts. */
  #timesOf(place: SignPlace, isLast: boolean): readonly SignPlace[] {
    const mended = Math.min(this.#mended.get(place.fromEnd) ?? 0, MOST_MENDED);
    const times = 1 + (isLast ? LAST_WEIGHT : 0) + MENDED_WEIGHT * mended;
    return Array.from({ length: times }, () => place);
  }
}

/** Letters and digits of a changed text that the change left as they were. */
function keptSigns(text: string, before: string): readonly SignPlace[] {
  const places = Array.from(text, (sign, at) => ({ sign, at, fromEnd: text.length - 1 - at }));
  return places.filter(
    ({ sign, at, fromEnd }) =>
      CLASSES.some((signs) => signs.includes(sign)) &&
      (text.length === before.length ? before[at] : before.at(-1 - fromEnd)) === sign,
  );
}
