/** Changes of one place of known calls: in which order they are tried, and how one is drawn, so that kinds of which there are many do not crowd out the others. */
import { inTurns, type Random } from "../../base/index.ts";
import type { ValueEdge } from "../../languages/index.ts";
import { shapeOf } from "../value-shape.ts";
import type { KnownCall } from "./known-call.ts";
import { turnOf, type Spot } from "./places.ts";
import { CONSTANT, EMPTY, isForRefusal, STRUCTURE } from "./text-edge.ts";

/** One change to one call. */
export interface Step {
  readonly base: KnownCall;
  readonly spot: Spot;
  readonly edge: ValueEdge;
}

/** In which respect a change makes a call differ. */
export function respectOf({ spot, edge }: Pick<Step, "spot" | "edge">): string {
  return `${spot.name} ${edge.kind}`;
}

/** Of constants, and of ways to take a text apart, there can be many: they and all else take turns. */
const FAMILIES = [CONSTANT, STRUCTURE];

function familyOf({ kind }: ValueEdge): string {
  return FAMILIES.find((family) => kind.startsWith(family)) ?? "";
}

/** True for what is made for its place, for what is empty, and for what is to come early. */
function isMadeForIt({ kind, isSpecific = false, isEarly = false }: ValueEdge): boolean {
  return isSpecific || isEarly || kind === EMPTY;
}

/** What takes turns with all else: a family, or what is of none and made for its place, or made for any. */
function rowOf(edge: ValueEdge): string {
  return familyOf(edge) || (isMadeForIt(edge) ? "made for its place" : "made for any");
}

/** What steps take turns by: their place; of an object that is made, what is changed of the calls that made it (one less, one of another method) as well. */
function turnOfStep({ spot, edge }: Step): string {
  const turn = turnOf(spot);
  return shapeOf(spot.value).tag === "made" ? `${turn} ${edge.kind.replace(/ of .*/u, "")}` : turn;
}

/** Each place in turn (`turnOfStep`); at each what is made for this place, the empty first, and all else in turns, both one step of every kind, then another of each: first come those unlike all before. */
export function inOrder(steps: readonly Step[], random: Random): readonly Step[] {
  const families = [...Map.groupBy(steps, ({ edge }) => rowOf(edge)).values()];
  return inTurns(
    families.map((family) => {
      const places = Map.groupBy(family, turnOfStep).values();
      return inTurns(Array.from(places, (own) => atOnePlace(own, random)));
    }),
  );
}

function atOnePlace(steps: readonly Step[], random: Random): readonly Step[] {
  const byKind = random.shuffle([...Map.groupBy(steps, ({ edge }) => edge.kind)]);
  const isMade = ([, [first]]: (typeof byKind)[number]): boolean =>
    first !== undefined && isMadeForIt(first.edge);
  const made = byKind.filter(isMade);
  const ordered = [...made.filter(([kind]) => kind === EMPTY), ...made.filter(([kind]) => kind !== EMPTY)];
  const others = byKind.filter((one) => !isMade(one));
  return inTurns(
    [ordered, others].map((kinds) => inTurns(kinds.map(([, alike]) => byTurnsOfBases(alike, random)))),
  );
}

/** Steps from each base in turn; those that go through more of the reference are likely to come before others. */
function byTurnsOfBases(alike: readonly Step[], random: Random): readonly Step[] {
  const byBase = [...Map.groupBy(alike, ({ base }) => base)];
  const ranked = byBase.map(([{ arcs }, own]) => ({
    own: random.shuffle(own),
    rank: random.next() ** (1 / (1 + arcs.length) ** 2),
  }));
  return inTurns(ranked.toSorted((a, b) => b.rank - a.rank).map(({ own }) => own));
}

/** By family, then by kind. */
type Grouped<T> = readonly (readonly (readonly T[])[])[];

function grouped<T>(list: readonly T[], edgeOf: (one: T) => ValueEdge): Grouped<T> {
  const families = [...Map.groupBy(list, (one) => familyOf(edgeOf(one))).values()];
  return families.map((family) => [...Map.groupBy(family, (one) => edgeOf(one).kind).values()]);
}

/** Draws steps: each place (`turnOfStep`) is as likely as any other, at a place each family, and of a family each kind. */
export class StepDraw {
  readonly #places: readonly Grouped<Step>[];
  readonly #random: Random;

  constructor(steps: readonly Step[], random: Random) {
    const places = Map.groupBy(steps, turnOfStep).values();
    this.#places = Array.from(places, (own) => grouped(own, ({ edge }) => edge));
    this.#random = random;
  }

  get isEmpty(): boolean {
    return this.#places.length === 0;
  }

  draw(): Step {
    return drawFrom(this.#random.pick(this.#places), this.#random);
  }
}

function drawFrom<T>(list: Grouped<T>, random: Random): T {
  return random.pick(random.pick(random.pick(list)));
}

/** Draws changes of one place: each family is as likely as any other, and of a family each kind. */
export class EdgeDraw {
  readonly #edges: readonly ValueEdge[];
  #grouped: Grouped<ValueEdge> | undefined;

  constructor(edges: readonly ValueEdge[]) {
    this.#edges = edges;
  }

  /** One of them; undefined where there is none. */
  draw(random: Random): ValueEdge | undefined {
    this.#grouped ??= grouped(
      this.#edges.filter(({ kind }) => !isForRefusal(kind)),
      (edge) => edge,
    );
    return this.#grouped.length === 0 ? undefined : drawFrom(this.#grouped, random);
  }
}
