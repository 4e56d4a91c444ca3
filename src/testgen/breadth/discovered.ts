/** Calls found on the way that go a way through the reference which no call went before: what is beside them is worth as much as what is beside known calls. */
import type { Random } from "../../base/index.ts";
import { shownBy, type KnownCall } from "./known-call.ts";

/** Calls that are changed further, at most: the latest. */
const MOST_DISCOVERED = 64;
/** Where there are some, one proposal of so many that may be made from them is. */
const TURN = 4;

/** The calls that went a way of their own, as greybox fuzzers keep them. */
export class Discovered {
  readonly #ways: Set<string>;
  readonly #calls: KnownCall[] = [];
  #turn = 0;

  constructor(known: readonly KnownCall[]) {
    this.#ways = new Set(known.flatMap(shownBy));
  }

  /** Keeps a call that shows a condition, or how often it was met, that none showed before; true for such a one. */
  offer(call: KnownCall): boolean {
    const fresh = shownBy(call).filter((one) => !this.#ways.has(one));
    if (fresh.length === 0) return false;
    for (const one of fresh) this.#ways.add(one);
    this.#calls.push(call);
    if (this.#calls.length > MOST_DISCOVERED) this.#calls.shift();
    return true;
  }

  /** True where the next proposal is to be made from one of them. */
  isNext(): boolean {
    return this.#calls.length > 0 && ++this.#turn % TURN === 0;
  }

  /** One of them. Throws where there is none. */
  draw(random: Random): KnownCall {
    return random.pick(this.#calls);
  }
}
