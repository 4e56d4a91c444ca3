/** A two-sided 95 % confidence interval, `0 <= low <= high <= 1`. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

const NORMAL_QUANTILE = 1.959963984540054;

/**
 * Wilson's score interval for a proportion (Wilson 1927) that `size` independent trials estimate as `proportion`. `size`
 * may be fractional (an effective sample size). `[0, 1]` where nothing was tried.
 */
export function wilsonInterval(
  proportion: number,
  size: number,
  quantile: number = NORMAL_QUANTILE,
): Interval {
  if (size <= 0) return { low: 0, high: 1 };
  const z2 = quantile * quantile;
  const centre = proportion + z2 / (2 * size);
  const spread = quantile * Math.sqrt((proportion * (1 - proportion)) / size + z2 / (4 * size * size));
  const scale = 1 + z2 / size;
  return {
    low: proportion <= 0 ? 0 : Math.max(0, (centre - spread) / scale),
    high: proportion >= 1 ? 1 : Math.min(1, (centre + spread) / scale),
  };
}

/**
 * Weight of one unit at 0 and one at 1 that the spread between units is seen with: a few units at an extreme rate
 * usually miss the odd one that differs. The smallest weight that brings coverage to Wilson's own (decision 0001).
 */
const UNSEEN_WEIGHT = 0.05;

/**
 * Interval for the mean of one value per task, each in `[0, 1]`. `clusters[i]` names the unit that task `i` belongs to, such as its repository:
 * units are independent, tasks of one resemble one another, and so do samples of one task. Absent: each task is a unit. `samples` is how many
 * were judged over all tasks.
 *
 * It is Wilson's interval on the effective number of samples that the spread between units implies, with Student's quantile for that estimate,
 * inside Wilson's interval on the number of units (values in `[0, 1]` cannot spread more than coin flips do). Units of unequal size count as
 * Kish's effective number of them, `1 / Σ share²`. With one sample a task and one task a unit it is Wilson's plain interval. Coverage was
 * measured: docs/decisions/0001-intervals.md.
 */
export function meanInterval(
  values: readonly number[],
  samples: number,
  clusters: readonly unknown[] = values.map((_, index) => index),
): Interval {
  const tasks = values.length;
  if (tasks === 0) return { low: 0, high: 1 };
  const mean = values.reduce((sum, value) => sum + value, 0) / tasks;
  const { count, squares } = spreadOverUnits(
    values.map((value) => value - mean),
    clusters,
  );
  const wide = wilsonInterval(mean, count);
  if (count < 2) return wide;
  const variance = (squares + UNSEEN_WEIGHT * (mean ** 2 + (1 - mean) ** 2)) / (count - 1 + UNSEEN_WEIGHT);
  const effective = Math.min((mean * (1 - mean) * count) / variance, samples);
  if (effective <= count) return wide;
  const narrow = wilsonInterval(mean, effective, studentQuantile(count - 1));
  return { low: Math.max(narrow.low, wide.low), high: Math.min(narrow.high, wide.high) };
}

/** Deviations from a mean, as units show them. */
export interface UnitSpread {
  /** Kish's effective number of units, `1 / Σ share²`: how many there are where all have as many tasks. */
  readonly count: number;
  /** Sum of the units' squared mean deviations, each weighted by its share of the tasks: `count² Σ (share × mean deviation)²`. */
  readonly squares: number;
}

/** Adds up the deviations of tasks by their units. `clusters` is as long as `deviations`, which is not empty. */
export function spreadOverUnits(deviations: readonly number[], clusters: readonly unknown[]): UnitSpread {
  const tasks = deviations.length;
  const units = new Map<unknown, { tasks: number; sum: number }>();
  for (const [index, deviation] of deviations.entries()) {
    const unit = units.get(clusters[index]) ?? { tasks: 0, sum: 0 };
    units.set(clusters[index], { tasks: unit.tasks + 1, sum: unit.sum + deviation });
  }
  const all = [...units.values()];
  const count = tasks ** 2 / all.reduce((sum, unit) => sum + unit.tasks ** 2, 0);
  const squares = count ** 2 * all.reduce((sum, unit) => sum + (unit.sum / tasks) ** 2, 0);
  return { count, squares };
}

/**
 * 97.5 % quantile of Student's t: exact for 1 and 2 degrees of freedom and fewer than 1 taken as 1, between them on a straight line of its logarithm
 * over 1 / degrees; else the Cornish-Fisher expansion in 1/degrees (Abramowitz and Stegun 26.7.5), within 0.02 from 3 degrees on.
 */
export function studentQuantile(degrees: number): number {
  const [one, two] = [12.706204736432095, 4.302652729696142];
  if (degrees <= 1) return one;
  if (degrees <= 2) return two * (one / two) ** (2 / degrees - 1);
  const z = NORMAL_QUANTILE;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160,
  ];
  return terms.reduce((sum, term, index) => sum + term / degrees ** (index + 1), z);
}
