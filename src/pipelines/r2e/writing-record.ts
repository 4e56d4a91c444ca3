import { z } from "zod";

/** One version of a target's tests: what was asked for, and what running it gave. Field names follow R2E's `exec_stats`. */
const writtenVersion = z.object({
  operation: z.enum(["write", "fix_error", "improve_coverage", "repeat_answer"]),
  /** Why nothing could be run; absent where something was. */
  unreadable: z.enum(["no_code", "syntax_error", "elided", "no_tests"]).optional(),
  passed_count: z.int(),
  failed_count: z.int(),
  errored_count: z.int(),
  /** Distinct calls of the target that were recorded. */
  calls: z.int(),
  /** Shares of the target's branches and lines, in `[0, 1]`; null where nothing could be measured. Over the calls of all valid versions. */
  branch_coverage: z.number().nullable(),
  line_coverage: z.number().nullable(),
});

/** One line of `written-tests.jsonl`: the tests that a model wrote for one target. */
export const writtenTestsRecord = z.object({
  format: z.literal("written-tests/1"),
  source: z.string(),
  path: z.string(),
  name: z.string(),
  line: z.int(),
  /** `valid`: a version without a failure, whose calls are used; `invalid`: none; `not_runnable`: nothing of it could be run; `unanswered`: the model never answers that. */
  status: z.enum(["valid", "invalid", "not_runnable", "unanswered"]),
  /** Of `unanswered`: the model's failure. */
  failure: z.string().optional(),
  versions: z.array(writtenVersion),
  /** Text of the version that is used, or of the last one. */
  tests: z.string(),
});
export type WrittenTestsRecord = z.infer<typeof writtenTestsRecord>;
export type WrittenVersion = z.infer<typeof writtenVersion>;

/** What writing tests came to over all targets, those that nothing could be run of included. */
export interface WritingSummary {
  readonly targets: number;
  readonly valid: number;
  readonly invalid: number;
  readonly not_runnable: number;
  readonly unanswered: number;
  /** Mean branch coverage (of lines where there is no branch) over all targets; what was not measured counts as 0. Null where there is no target. */
  readonly mean_coverage: number | null;
  /** Targets whose coverage is at least 0.8, at least 0.9, and 1. */
  readonly at_least_80: number;
  readonly at_least_90: number;
  readonly complete: number;
  readonly calls: number;
  readonly rounds: number;
}

/** Sums up the records of a run. */
export function summariseWriting(records: readonly WrittenTestsRecord[]): WritingSummary {
  const countOf = (status: WrittenTestsRecord["status"]): number =>
    records.filter((record) => record.status === status).length;
  const coverages = records.map(coverageOf);
  const atLeast = (least: number): number => coverages.filter((coverage) => coverage >= least).length;
  return {
    targets: records.length,
    valid: countOf("valid"),
    invalid: countOf("invalid"),
    not_runnable: countOf("not_runnable"),
    unanswered: countOf("unanswered"),
    mean_coverage:
      records.length === 0 ? null : coverages.reduce((sum, one) => sum + one, 0) / records.length,
    at_least_80: atLeast(0.8),
    at_least_90: atLeast(0.9),
    complete: atLeast(1),
    calls: records.reduce((sum, { versions }) => sum + Math.max(0, ...versions.map(({ calls }) => calls)), 0),
    rounds: records.reduce((sum, { versions }) => sum + versions.length, 0),
  };
}

/** Of the last version that was measured: what comes after it may be no test file at all. */
function coverageOf({ versions }: WrittenTestsRecord): number {
  const last = versions.findLast(({ line_coverage: line }) => line !== null);
  return last?.branch_coverage ?? last?.line_coverage ?? 0;
}
