/** How figures in `[0, 1]` are spread over the tasks that have one. */
export interface Distribution {
  /** Tasks with a figure. */
  readonly count: number;
  /** Tasks for which there is none (no branch, nothing killed). */
  readonly without: number;
  /** Minimum, quartiles and maximum; null where no task has a figure. */
  readonly quartiles: readonly [number, number, number, number, number] | null;
  readonly mean: number | null;
  /** Tasks in each tenth of `[0, 1]`; 1 counts in the last. */
  readonly tenths: readonly number[];
}

/** Describes figures in `[0, 1]`; null is a task without one. */
export function describeDistribution(figures: readonly (number | null)[]): Distribution {
  const values = figures.filter((figure) => figure !== null).toSorted((a, b) => a - b);
  const tenths = Array.from({ length: 10 }, () => 0);
  for (const value of values) {
    const index = Math.min(9, Math.max(0, Math.floor(value * 10 + 1e-9)));
    tenths[index] = (tenths[index] ?? 0) + 1;
  }
  const at = (share: number): number => quantile(values, share);
  return {
    count: values.length,
    without: figures.length - values.length,
    quartiles: values.length === 0 ? null : [at(0), at(0.25), at(0.5), at(0.75), at(1)],
    mean: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
    tenths,
  };
}

/** Linear between neighbours, as most tools draw quartiles (type 7 of Hyndman and Fan 1996). */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
}
