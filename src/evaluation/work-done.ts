import type { JudgingLoad } from "../judge/index.ts";

/** How much was judged, and how fast. */
export interface WorkDone {
  /** Completions that were run. */
  readonly evaluated: number;
  /** Completions that were not run, because an equal one of the same task was. */
  readonly duplicates: number;
  /** Duplicates among all that were judged, in `[0, 1]`; null where none was. */
  readonly duplicate_share: number | null;
  /** Runs per second from the first completion to the last, start of the workers included; null where nothing was run. */
  readonly evaluations_per_second: number | null;
}

/** The figures of a load after `durationMs` of judging. */
export function workDone({ evaluated, duplicates }: JudgingLoad, durationMs: number): WorkDone {
  const judged = evaluated + duplicates;
  const round = (value: number): number => Math.round(value * 1_000) / 1_000;
  return {
    evaluated,
    duplicates,
    duplicate_share: judged === 0 ? null : round(duplicates / judged),
    evaluations_per_second:
      evaluated === 0 || durationMs <= 0 ? null : round((evaluated / durationMs) * 1_000),
  };
}

/** `812 evaluations, 45.2 a second; 30.1 % were duplicates and not run again`. */
export function describeWork({
  evaluated,
  duplicates,
  duplicate_share: share,
  evaluations_per_second: rate,
}: WorkDone): string {
  const speed = rate === null ? "" : `, ${rate >= 99.95 ? rate.toFixed(0) : rate.toFixed(1)} a second`;
  const spared =
    duplicates === 0 ? "" : `; ${((share ?? 0) * 100).toFixed(1)} % were duplicates and not run again`;
  return `${evaluated} evaluations${speed}${spared}`;
}
