/**
 * A second call on the object that a first one left: of an object whose state its target itself brings about, no other way leads there. What a call leaves is what
 * the reference makes of it, so no such state is impossible.
 */
import { canonicalJson, type Random } from "../../base/index.ts";
import { elementsOf, membersOf, taggedValue, type ValueRecipe } from "../../spec/index.ts";
import { shapeOf } from "../value-shape.ts";
import { wayOf, type KnownCall } from "./known-call.ts";
import type { Proposal } from "./proposal.ts";

/** Larger objects are not gone on with. */
const LONGEST = 4_000;
/** Objects that are, of one way of the call that left them: the latest. */
const MOST_OF_WAY = 16;

/** What recipes and observations write alike. */
const ALIKE = new Set(["tuple", "set", "frozenset", "dict", "bytes", "float", "object", "value", "named"]);
/** Of these the ones whose content is no value. */
const WITHOUT_PARTS = new Set(["bytes", "float", "named"]);

/** Calls on what other calls left. */
export class LaterCalls {
  readonly #random: Random;
  /** By the way of the call that left them. */
  readonly #left = new Map<string, ValueRecipe[]>();
  readonly #seen = new Set<string>();
  /** By their ways, the calls whose arguments are given again. */
  readonly #given = new Map<string, KnownCall[]>();

  constructor(known: readonly KnownCall[], random: Random) {
    this.#random = random;
    for (const call of known) {
      const calls = this.#given.get(wayOf(call)) ?? [];
      if (isAlone(call)) this.#given.set(wayOf(call), [...calls, call]);
      this.offer(call);
    }
  }

  /** Keeps the object that a call changed, where it is known by its state alone. */
  offer(call: KnownCall): void {
    const { recipe, observation } = call;
    const after = observation?.status === "returned" ? observation.receiver : undefined;
    if (after === undefined || !isAlone(call) || !isWritable(after)) return;
    const text = canonicalJson(after);
    if (text.length > LONGEST || this.#seen.has(text) || text === canonicalJson(recipe.receiver)) return;
    this.#seen.add(text);
    const way = wayOf(call);
    const left = this.#left.get(way) ?? [];
    left.push(after);
    if (left.length > MOST_OF_WAY) left.shift();
    this.#left.set(way, left);
  }

  /** One such call; undefined where nothing was left. */
  next(): Proposal | undefined {
    if (this.#left.size === 0) return undefined;
    const receiver = this.#random.pick(this.#random.pick([...this.#left.values()]));
    const { observation: _, ...base } = this.#random.pick(this.#random.pick([...this.#given.values()]));
    return { recipe: { ...base.recipe, receiver }, base };
  }
}

/** True for a call on an object that is known by its state, which shares nothing with what else is given. */
function isAlone({ recipe: { receiver, shared } }: KnownCall): boolean {
  return shared.length === 0 && receiver !== undefined && shapeOf(receiver).tag === "object";
}

function isWritable(value: unknown): value is ValueRecipe {
  if (value === null || typeof value !== "object") return value !== undefined;
  const items = elementsOf(value);
  if (items !== undefined) return items.every(isWritable);
  const tagged = taggedValue(value);
  if (tagged === undefined || !ALIKE.has(tagged.tag)) return false;
  if (WITHOUT_PARTS.has(tagged.tag)) return typeof tagged.content === "string";
  if (tagged.tag !== "object") return isWritable(tagged.content);
  const { class: _, state = {}, slots = {}, ...rest } = Object.fromEntries(membersOf(tagged.content));
  const held = [state, slots].flatMap((part) => [...membersOf(part).values()]);
  return Object.keys(rest).length === 0 && held.every(isWritable);
}
