/** Spearman's rank correlation of pairs, with its 95 % interval. */
export interface RankCorrelation {
  readonly pairs: number;
  /** In `[-1, 1]`; null where there are fewer than three pairs or one side is constant. */
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
}

/** Fewest pairs for which the normal approximation of the interval has a positive variance. */
const FEWEST_FOR_INTERVAL = 4;

/**
 * Spearman's rho: Pearson's correlation of ranks, ties getting the mean of their ranks. The interval is Fisher's with the variance of Bonett
 * and Wright (2000, Psychometrika 65), `(1 + rho²/2) / (n − 3)`; `[-1, 1]` below four pairs.
 */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): RankCorrelation {
  const none = { pairs: pairs.length, value: null, low: -1, high: 1 };
  if (pairs.length < 3) return none;
  const value = pearson(rank(pairs.map(([left]) => left)), rank(pairs.map(([, right]) => right)));
  if (value === undefined) return none;
  if (pairs.length < FEWEST_FOR_INTERVAL) return { ...none, value };
  const spread = 1.959963984540054 * Math.sqrt((1 + value ** 2 / 2) / (pairs.length - 3));
  const centre = Math.atanh(Math.min(Math.max(value, -1 + 1e-12), 1 - 1e-12));
  return { pairs: pairs.length, value, low: Math.tanh(centre - spread), high: Math.tanh(centre + spread) };
}

/** Ranks from 1; equal values share the mean of theirs. */
function rank(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1);
}

function pearson(left: readonly number[], right: readonly number[]): number | undefined {
  const [meanLeft, meanRight] = [mean(left), mean(right)];
  let [both, squaresLeft, squaresRight] = [0, 0, 0];
  for (const [index, value] of left.entries()) {
    const [x, y] = [value - meanLeft, (right[index] ?? 0) - meanRight];
    both += x * y;
    squaresLeft += x * x;
    squaresRight += y * y;
  }
  const scale = Math.sqrt(squaresLeft * squaresRight);
  return scale === 0 ? undefined : Math.min(1, Math.max(-1, both / scale));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
