import type { ResultRow } from "../../src/spec/index.ts";

/** A result row as runs of the same tasks have them. */
export function givenRow(
  task: string,
  sample: number,
  reward: ResultRow["reward"],
  reason: string | null = null,
): ResultRow {
  return {
    format: "row/1",
    task_id: task,
    sample,
    verdict: reward === null ? "infrastructure" : reward === 1 ? "resolved" : "unresolved",
    reward,
    reason,
    blame: reward === 1 ? null : reward === 0 ? "candidate" : "sandbox",
    retryable: reward === null,
    built: reward !== null && reason !== "no_prediction",
    tests: {},
    tests_passed: reward === 1 ? 4 : 1,
    tests_total: 4,
    tests_run: 4,
    retired_cases: [],
    feedback: [],
    components: {},
    task_digest: "",
    judge_digest: "",
    completion_digest: "",
    queue_ms: 0,
    cpu_ms: 0,
    duration_ms: 0,
    is_duplicate: false,
  };
}
