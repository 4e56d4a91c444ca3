import { createRandom } from "../../base/index.ts";

/** The two-sided p-value of a sign-flip test, and how it was had. */
export interface SignFlipTest {
  /** In `(0, 1]`. */
  readonly p_value: number;
  /** The smallest p-value that so many units with a difference can give: above 0.05, no difference could be told. */
  readonly smallest_p_value: number;
  /** `exact`: over all flips; `sampled`: over so many drawn ones. */
  readonly method: "exact" | "sampled";
}

/** Flips that are drawn where all cannot be gone through. */
const DRAWN_FLIPS = 99_999;

/** Partial sums, over all units, up to which every flip is counted. */
const MOST_SUMS = 20_000_000;

/**
 * Tests whether differences are symmetric about 0, as they are where two solvers are equally good: each unit's difference could as well have had the
 * other sign. `differences` are whole numbers, one for each independent unit. Where all are 0 and ±1 this is McNemar's exact test.
 * Fisher 1935, "The Design of Experiments", section 21; Phipson and Smyth 2010 for drawn flips, whose p-value counts the observed one.
 */
export function testSignFlips(differences: readonly number[]): SignFlipTest {
  const counted = differences.map((difference) => Math.abs(difference)).filter((size) => size > 0);
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  const most = counted.reduce((sum, size) => sum + size, 0);
  const smallest = Math.min(1, 2 ** (1 - counted.length));
  const isExact = most * counted.length <= MOST_SUMS;
  const share = isExact ? exactShare(counted, most, observed) : drawnShare(counted, observed);
  return {
    p_value: Math.min(1, share),
    smallest_p_value: isExact ? smallest : Math.max(smallest, 1 / (DRAWN_FLIPS + 1)),
    method: isExact ? "exact" : "sampled",
  };
}

/** Share of all flips whose sum is at least as far from 0: the distribution of the sum, one unit after the other. */
function exactShare(sizes: readonly number[], most: number, observed: number): number {
  let chances = new Float64Array(2 * most + 1);
  chances[most] = 1;
  let reach = 0;
  for (const size of sizes) {
    const next = new Float64Array(2 * most + 1);
    for (let at = most - reach; at <= most + reach; at++) {
      const half = (chances[at] ?? 0) / 2;
      if (half === 0) continue;
      next[at - size] = (next[at - size] ?? 0) + half;
      next[at + size] = (next[at + size] ?? 0) + half;
    }
    chances = next;
    reach += size;
  }
  return chances.reduce((sum, chance, at) => sum + (Math.abs(at - most) >= observed ? chance : 0), 0);
}

function drawnShare(sizes: readonly number[], observed: number): number {
  const random = createRandom("sign flips");
  let asFar = 1;
  for (let flip = 0; flip < DRAWN_FLIPS; flip++) {
    let sum = 0;
    for (const size of sizes) sum += random.next() < 0.5 ? size : -size;
    if (Math.abs(sum) >= observed) asFar++;
  }
  return asFar / (DRAWN_FLIPS + 1);
}
