/** What the judged samples of one task gave. */
export interface TaskTally {
  readonly taskId: string;
  /** Samples that could be judged. */
  readonly judged: number;
  readonly resolved: number;
  /** Samples that could not be judged; they count nowhere else. */
  readonly notJudged: number;
  /** True where there was nothing to judge because no prediction was given: 0 for every k. */
  readonly isMissing: boolean;
}

/**
 * Unbiased estimate of the probability that at least one of `k` samples is resolved, from `n` samples of which `c` are:
 * 1 − C(n−c, k) / C(n, k), as a product so that nothing overflows. In `[0, 1]`; undefined where `n < k`.
 * Chen et al. 2021, "Evaluating Large Language Models Trained on Code", equation 1.
 */
export function passAtK(n: number, c: number, k: number): number | undefined {
  if (n < k) return undefined;
  if (k === 1) return c / n;
  if (n - c < k) return 1;
  let allFail = 1;
  for (let i = n - c + 1; i <= n; i++) allFail *= 1 - k / i;
  return 1 - allFail;
}

/** pass@k of a task: 0 without a prediction, undefined where it has fewer than `k` judged samples. */
export function taskValue({ judged, resolved, isMissing }: TaskTally, k: number): number | undefined {
  return isMissing ? 0 : passAtK(judged, resolved, k);
}

const USUAL_K = [1, 2, 3, 5, 10, 20, 50, 100];

/** The usual k for which at least half of the tasks have enough samples; always 1. */
export function choosePassAtKs(tallies: readonly TaskTally[]): number[] {
  const counts = tallies.filter(({ isMissing }) => !isMissing).map(({ judged }) => judged);
  return USUAL_K.filter(
    (k) => k === 1 || (counts.length > 0 && 2 * counts.filter((n) => n >= k).length >= counts.length),
  );
}
