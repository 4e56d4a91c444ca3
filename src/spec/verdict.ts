import { z } from "zod";

import { wordRecord } from "../base/index.ts";
import { versionOf } from "./format.ts";

/** `resolved`, `unresolved` (the candidate's fault), or why it could not be judged. */
export const verdict = z.enum([
  "resolved",
  "unresolved",
  "environment_failed",
  "infrastructure",
  "grader_failed",
  "refused",
]);
export type Verdict = z.infer<typeof verdict>;

const beforeRunning = [
  "no_code",
  "too_long",
  "too_costly",
  "not_parsable",
  "wrong_definition",
  "wrong_kind",
  "decorators_differ",
  "redefines",
  "not_built",
] as const;

/** Why a candidate is unresolved. Closed list; `reasonWords` says what each means. */
export const unresolvedReason = z.enum([
  "no_prediction",
  ...beforeRunning,
  "import_failed",
  "wrong_observation",
  "refused_observation",
  "malformed_output",
  "timed_out",
  "out_of_memory",
  "output_limit",
  "crashed",
  "destroyed_worker",
]);
export type UnresolvedReason = z.infer<typeof unresolvedReason>;

/** Reasons of a completion of which no code ran. */
export const reasonsBeforeRunning: ReadonlySet<string> = new Set(beforeRunning);

/** Why a sample could not be judged. Closed list; a candidate causes none of them. */
export const notJudgedReason = z.enum([
  "environment_not_restored",
  "reference_not_observed",
  "worker_not_started",
  "reference_failed_too",
  "machine_failed",
  "judge_failed",
  "deadline",
  "case_retired",
  "model_refused",
  "model_rate_limited",
  "model_unreachable",
  "model_unavailable",
  "model_timed_out",
  "model_bad_key",
  "model_unknown_model",
  "model_bad_request",
  "model_context_too_long",
  "model_bad_reply",
  "model_budget_spent",
  "model_price_unknown",
  "model_not_recorded",
]);
export type NotJudgedReason = z.infer<typeof notJudgedReason>;

/** Whose boundary broke where a sample could not be judged. */
export const blame = z.enum(["candidate", "model", "agent", "sandbox", "environment", "grader", "dataset"]);
export type Blame = z.infer<typeof blame>;

/** 1 resolved, 0 unresolved, null not judged: leave the sample out, or judge it again. */
export function rewardOf(verdict: Verdict): 0 | 1 | null {
  return verdict === "resolved" ? 1 : verdict === "unresolved" ? 0 : null;
}

/** Whose boundary broke; null where it is resolved. */
export function blameOf(verdict: Verdict): Blame | null {
  return blames[verdict];
}

const blames: Readonly<Record<Verdict, Blame | null>> = {
  resolved: null,
  unresolved: "candidate",
  environment_failed: "environment",
  infrastructure: "sandbox",
  grader_failed: "grader",
  refused: "model",
};

/** True where judging the same sample again can give a verdict. */
export function isRetryable(verdict: Verdict): boolean {
  return rewardOf(verdict) === null && verdict !== "refused";
}

/** One prediction file line. */
export const prediction = z.object({
  task_id: z.string(),
  sample: z.int().nonnegative().optional(),
  completion: z.string(),
});
export type Prediction = z.infer<typeof prediction>;

/** One line of a run's results: a candidate judged once. */
export const resultRow = z.object({
  /** Absent in rows of versions before there was one. */
  format: z.literal("row/1").default("row/1"),
  task_id: z.string(),
  sample: z.int().nonnegative(),
  verdict,
  /** 1 resolved, 0 unresolved, null not judged. */
  reward: z.union([z.literal(0), z.literal(1), z.null()]),
  reason: z.string().nullable(),
  blame: blame.nullable(),
  retryable: z.boolean(),
  built: z.boolean(),
  tests: wordRecord(z.string()),
  tests_passed: z.int(),
  tests_total: z.int(),
  /** Cases that ran to their end: fewer than all where the evaluation ended, or was ended, early. */
  tests_run: z.int(),
  /** Cases that grade the task no more and were left out: in none of `tests` and `tests_total`. */
  retired_cases: z.array(z.string()).default([]),
  feedback: z.array(z.object({ audience: z.enum(["visible", "hidden"]), text: z.string() })),
  components: wordRecord(z.number()),
  task_digest: z.string(),
  judge_digest: z.string(),
  completion_digest: z.string(),
  queue_ms: z.number(),
  cpu_ms: z.number(),
  duration_ms: z.number(),
  /** True where an equal answer to the same task was judged in the same run, and this one was not run again. */
  is_duplicate: z.boolean().default(false),
});
export type ResultRow = z.infer<typeof resultRow>;

/** Reads a row from JSON; throws `ZodError` where it is none, `unknown-format` for one of a newer version. */
export function parseResultRow(value: unknown): ResultRow {
  versionOf(value, "row", 1);
  return resultRow.parse(withTestsRun(value));
}

const rowWithTests = z.looseObject({ tests: wordRecord(z.string()), tests_run: z.undefined().optional() });

/** Rows of earlier versions did not count what ran. */
function withTestsRun(value: unknown): unknown {
  const { data } = rowWithTests.safeParse(value);
  return data === undefined ? value : { ...data, tests_run: countRun(data.tests) };
}

/** How many cases ran to their end. */
export function countRun(outcomes: Readonly<Record<string, string>>): number {
  return Object.values(outcomes).filter((outcome) => outcome !== "not_run").length;
}
