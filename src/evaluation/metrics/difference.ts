import { spreadOverUnits, studentQuantile, type Interval } from "./interval.ts";

/** Tasks at no difference that are added, and at a difference of 1 and of −1: Agresti and Min's half for each cell of a table of pairs. */
const ADDED_EQUAL = 1;
const ADDED_OPPOSITE = 0.5;

/**
 * 95 % interval in `[-1, 1]` for the mean of one paired difference per task, each in `[-1, 1]`. `clusters[i]` names the independent unit of task `i`.
 * It is Agresti and Min's interval (2005, Statistics in Medicine 24, section 3: half an observation more in each cell) on the spread between
 * units, with Student's quantile. Coverage was measured: docs/decisions/0020-paired-comparison.md.
 */
export function differenceInterval(differences: readonly number[], clusters: readonly unknown[]): Interval {
  const tasks = differences.length;
  if (tasks === 0) return { low: -1, high: 1 };
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / tasks;
  const { count } = spreadOverUnits(differences, clusters);
  const total = count + ADDED_EQUAL + 2 * ADDED_OPPOSITE;
  const centre = (mean * count) / total;
  const { squares } = spreadOverUnits(
    differences.map((difference) => difference - centre),
    clusters,
  );
  const added = ADDED_EQUAL * centre ** 2 + ADDED_OPPOSITE * ((1 - centre) ** 2 + (1 + centre) ** 2);
  const error = Math.sqrt((squares + added) / total / total);
  const spread = studentQuantile(count - 1) * error;
  return { low: Math.max(-1, centre - spread), high: Math.min(1, centre + spread) };
}
