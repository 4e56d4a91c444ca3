import { createWordRecord } from "../base/index.ts";
import type { ModelFailure } from "../models/index.ts";

/** What a build left open because a model gave no answer for now. */
export interface UnansweredSummary {
  /** Targets that are left to try, of the sources that were begun. */
  readonly targets: number;
  /** Sources that were not begun. */
  readonly sources: number;
  /** Targets that were asked about and got no answer, by the failure's code. */
  readonly failures: Readonly<Record<string, number>>;
  /** Of the first of these. */
  readonly message: string;
}

/** Sums up what the sources of a build left open; undefined where that is nothing. */
export function summariseUnanswered(
  results: readonly {
    readonly report: { readonly filtered: Readonly<Record<string, number>> };
    readonly unanswered?: readonly ModelFailure[];
  }[],
  sources: number,
): UnansweredSummary | undefined {
  const all = results.flatMap(({ unanswered = [] }) => unanswered);
  const [first] = all;
  if (first === undefined) return undefined;
  const failures = createWordRecord<number>();
  for (const { code } of all) failures[code] = (failures[code] ?? 0) + 1;
  return {
    targets: results.reduce((sum, { report }) => sum + (report.filtered["unanswered"] ?? 0), 0),
    sources: sources - results.length,
    failures,
    message: first.message,
  };
}
