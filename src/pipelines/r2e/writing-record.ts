import { z } from "zod";

import { wordRecord } from "../../base/index.ts";
import { coverageLogRecord } from "../../datasets/index.ts";

/** R2E's `exec_stats` of one run; `captured_calls` stand in the place of `captured_arg_logs`. */
const executionStats = z.object({
  run_tests_logs: wordRecord(
    z.object({
      valid: z.boolean(),
      passed_count: z.int(),
      passed_names: z.array(z.string()),
      failed_count: z.int(),
      failed_names: z.array(z.string()),
      errored_count: z.int(),
      errored_names: z.array(z.string()),
      skipped_count: z.int(),
      expected_failures: z.int(),
      unexpected_successes: z.int(),
    }),
  ),
  run_tests_errors: wordRecord(
    z.array(z.object({ type: z.enum(["ERROR", "FAIL"]), test: z.string(), message: z.string() })),
  ),
  /** Over the calls of all valid versions; empty where nothing was measured. */
  coverage_logs: z.array(coverageLogRecord),
  captured_calls: z.array(z.string()),
  output: z.string(),
});
export type ExecutionStats = z.infer<typeof executionStats>;

/** One version of a target's tests: what was asked for, and what running it gave. Field names follow R2E's `exec_stats`. */
const writtenVersion = z.object({
  /** `filter` asked for nothing: the tests that went wrong were taken out. */
  operation: z.enum(["write", "fix_error", "improve_coverage", "repeat_answer", "oversample", "filter"]),
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
  /** What was run; absent where nothing was. */
  tests: z.string().optional(),
  exec_stats: executionStats.optional(),
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

/** What writing tests came to. Shares are over all targets, those that nothing could be run of included. */
export interface WritingSummary {
  readonly targets: number;
  readonly sources: number;
  /** Targets of which some test ran. */
  readonly runnable: number;
  readonly valid: number;
  readonly invalid: number;
  readonly not_runnable: number;
  readonly unanswered: number;
  /** Mean branch coverage (of lines where there is no branch) over all targets; what was not measured counts as 0. Null where there is no target. */
  readonly mean_coverage: number | null;
  /** Standard deviation of the same. */
  readonly coverage_deviation: number | null;
  /** Targets whose coverage is at least 0.8, at least 0.9, and 1. */
  readonly at_least_80: number;
  readonly at_least_90: number;
  readonly complete: number;
  readonly calls: number;
  readonly rounds: number;
  /** Share of the tests of all last versions that passed; null where none ran. */
  readonly pass_ratio: number | null;
  /** How often versions failed for what: classes of errors, and reasons of unreadable ones. */
  readonly errors: Readonly<Record<string, number>>;
}

/** Sums up the records of a run. */
export function summariseWriting(records: readonly WrittenTestsRecord[]): WritingSummary {
  const countOf = (status: WrittenTestsRecord["status"]): number =>
    records.filter((record) => record.status === status).length;
  const coverages = records.map(coverageOf);
  const atLeast = (least: number): number => coverages.filter((coverage) => coverage >= least).length;
  return {
    targets: records.length,
    sources: new Set(records.map(({ source }) => source)).size,
    runnable: records.filter(hasRun).length,
    valid: countOf("valid"),
    invalid: countOf("invalid"),
    not_runnable: countOf("not_runnable"),
    unanswered: countOf("unanswered"),
    mean_coverage: records.length === 0 ? null : mean(coverages),
    coverage_deviation: records.length === 0 ? null : deviation(coverages),
    at_least_80: atLeast(0.8),
    at_least_90: atLeast(0.9),
    complete: atLeast(1),
    calls: records.reduce((sum, { versions }) => sum + Math.max(0, ...versions.map(({ calls }) => calls)), 0),
    rounds: records.reduce((sum, { versions }) => sum + versions.length, 0),
    pass_ratio: passRatio(records),
    errors: countErrors(records.flatMap(({ versions }) => versions)),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((one) => (one - middle) ** 2)));
}

function hasRun({ versions }: WrittenTestsRecord): boolean {
  return versions.some(({ passed_count: passed, failed_count: failed }) => passed + failed > 0);
}

function passRatio(records: readonly WrittenTestsRecord[]): number | null {
  const last = records.flatMap(({ versions }) => versions.findLast(({ unreadable }) => !unreadable) ?? []);
  const passed = last.reduce((sum, one) => sum + one.passed_count, 0);
  const all = last.reduce((sum, one) => sum + one.passed_count + one.failed_count + one.errored_count, 0);
  return all === 0 ? null : passed / all;
}

/** By the class of an error as messages name it; `other` where they name none. */
function countErrors(versions: readonly WrittenVersion[]): Readonly<Record<string, number>> {
  const names = versions.flatMap(({ unreadable, exec_stats: stats }) => [
    ...(unreadable === undefined ? [] : [unreadable]),
    ...Object.values(stats?.run_tests_errors ?? {})
      .flat()
      .map(({ message }) => ERROR_CLASS.exec(message)?.[0] ?? "other"),
  ]);
  const counted = [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length] as const);
  return Object.fromEntries(counted.toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)));
}

/** A class of errors by its name, as reports write it. */
const ERROR_CLASS = /\b[A-Z]\w*(?:Error|Exception|Warning|Exit|Interrupt)\b/;

/** Of the last version that was measured: what comes after it may be no test file at all. */
function coverageOf({ versions }: WrittenTestsRecord): number {
  const last = versions.findLast(({ line_coverage: line }) => line !== null);
  return last?.branch_coverage ?? last?.line_coverage ?? 0;
}
