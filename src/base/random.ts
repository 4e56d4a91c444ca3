import { sha256 } from "./hash.ts";

/** A stream of numbers that depends on its seed only, the same on every machine. */
export interface Random {
  /** A float in `[0, 1)`. */
  next(): number;
  /** An integer in `[0, bound)`; `bound` is at least 1. */
  integer(bound: number): number;
  /** One of `items`, which is not empty. */
  pick<T>(items: readonly T[]): T;
  /** `items` in another order; the argument is left alone. */
  shuffle<T>(items: readonly T[]): T[];
}

/** A generator seeded by text (sfc32, public domain, by Chris Doty-Humphrey). */
export function createRandom(seed: string): Random {
  const digest = sha256(seed);
  let [a = 0, b = 0, c = 0, d = 0] = [0, 8, 16, 24].map(
    (at) => Number.parseInt(digest.slice(at, at + 8), 16) | 0,
  );
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  const integer = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    integer,
    pick<T>(items: readonly T[]): T {
      const item = items[integer(items.length)];
      if (item === undefined && items.length === 0) throw new RangeError("Cannot pick from an empty list.");
      return item as T;
    },
    shuffle<T>(items: readonly T[]): T[] {
      const copy = [...items];
      for (let last = copy.length - 1; last > 0; last--) {
        const other = integer(last + 1);
        [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
      }
      return copy;
    },
  };
}
