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
 * Weight of one task at 0 and one at 1 that the spread between tasks is seen with: a few tasks at an extreme rate
 * usually miss the odd one that differs. The smallest weight that brings coverage to Wilson's own (decision 0001).
 */
const UNSEEN_WEIGHT = 0.05;

/**
 * Interval for the mean of one value per task, each in `[0, 1]`, tasks being the independent units. Samples of one task
 * resemble one another, so they do not count one by one: Wilson's interval on the effective number of samples that
 * the spread between tasks implies, with Student's quantile for that estimate, inside Wilson's interval on the number of
 * tasks (values in `[0, 1]` cannot spread more than coin flips do). `samples` is how many were judged over all tasks. With
 * one sample a task it is Wilson's plain interval. Coverage was measured: docs/decisions/0001-intervals.md.
 */
export function meanInterval(values: readonly number[], samples: number): Interval {
  const tasks = values.length;
  if (tasks === 0) return { low: 0, high: 1 };
  const mean = values.reduce((sum, value) => sum + value, 0) / tasks;
  const wide = wilsonInterval(mean, tasks);
  if (samples <= tasks || tasks < 2) return wide;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const variance = (squares + UNSEEN_WEIGHT * (mean ** 2 + (1 - mean) ** 2)) / (tasks - 1 + UNSEEN_WEIGHT);
  const effective = Math.min((mean * (1 - mean) * tasks) / variance, samples);
  if (effective <= tasks) return wide;
  const narrow = wilsonInterval(mean, effective, studentQuantile(tasks - 1));
  return { low: Math.max(narrow.low, wide.low), high: Math.min(narrow.high, wide.high) };
}

/**
 * 97.5 % quantile of Student's t: exact for 1 and 2 degrees of freedom, else the Cornish-Fisher expansion in 1/degrees
 * (Abramowitz and Stegun 26.7.5), within 0.02 from 3 degrees on.
 */
export function studentQuantile(degrees: number): number {
  if (degrees <= 1) return 12.706204736432095;
  if (degrees === 2) return 4.302652729696142;
  const z = NORMAL_QUANTILE;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92160,
  ];
  return terms.reduce((sum, term, index) => sum + term / degrees ** (index + 1), z);
}
