/** Bits of a gram by which most that are not wanted are told at once. */
const SIEVE = 0xffff;

/** The distinct grams of a body, to be looked for in long sequences of grams. */
export class WantedGrams {
  readonly #wanted: ReadonlySet<number>;
  readonly #sieve = new Uint8Array(SIEVE + 1);

  constructor(grams: Iterable<number>) {
    this.#wanted = new Set(grams);
    for (const gram of this.#wanted) this.#sieve[gram & SIEVE] = 1;
  }

  /** How many there are. */
  get size(): number {
    return this.#wanted.size;
  }

  /** Share of them that stands together in a sequence, within twice as many grams as they are, in `[0, 1]`; 0 where it is less than `least`. */
  shareIn(grams: Uint32Array, least: number): number {
    const fewest = Math.max(1, least * this.size);
    if (grams.length < fewest || this.#countPossible(grams) < fewest) return 0;
    const share = this.#largestWithin(2 * this.size, grams) / this.size;
    return share < least ? 0 : share;
  }

  /** At least as many as are wanted. Most of the search's time goes here. */
  #countPossible(grams: Uint32Array): number {
    let possible = 0;
    for (let at = 0; at < grams.length; at++) possible += this.#sieve[(grams[at] ?? 0) & SIEVE] ?? 0;
    return possible;
  }

  #largestWithin(width: number, grams: Uint32Array): number {
    const inside = new Map<number, number>();
    let largest = 0;
    for (let at = 0; at < grams.length; at++) {
      const gram = grams[at] ?? 0;
      if (this.#wanted.has(gram)) inside.set(gram, (inside.get(gram) ?? 0) + 1);
      const left = grams[at - width];
      if (left !== undefined && this.#wanted.has(left)) {
        const others = (inside.get(left) ?? 0) - 1;
        if (others === 0) inside.delete(left);
        else inside.set(left, others);
      }
      largest = Math.max(largest, inside.size);
    }
    return largest;
  }
}
