/** Rows of runs as they count now: without the tasks and cases that errata have retired since, with those that errata have given back. */
import type { Retired, RetiredCases } from "../datasets/index.ts";
import {
  blameOf,
  countRun,
  isRetryable,
  reasonsBeforeRunning,
  rewardOf,
  type NotJudgedReason,
  type ResultRow,
  type UnresolvedReason,
  type Verdict,
} from "../spec/index.ts";

/** The rows that count, each as `rescoreRow` gives it. */
export function rescoreRows(rows: readonly ResultRow[], { tasks, cases }: Retired): ResultRow[] {
  return rows
    .filter(({ task_id: id }) => !tasks.has(id))
    .map((row) => rescoreRow(row, cases.get(row.task_id) ?? NONE));
}

const NONE: RetiredCases = new Map();

/** Reasons that no case has a part in. */
const BEFORE_CASES = reasonsBeforeRunning.union(
  new Set<UnresolvedReason>(["no_prediction", "import_failed"]),
);

/** Reasons that a failed case is all there is to. */
const OF_FAILED_CASES: ReadonlySet<string> = new Set<UnresolvedReason>([
  "wrong_observation",
  "refused_observation",
]);

/**
 * What the outcomes of a row's cases come to where `retired` ones, and no others, are left out; the row itself where nothing changes. Where they do
 * not say, because it ended at a case that is left out now or did not run one that is none of those any more, it is `case_retired`: judging it again
 * tells. Reason and feedback of what stays unresolved are those of the row.
 */
export function rescoreRow(row: ResultRow, retired: RetiredCases): ResultRow {
  const leftOut = new Set(row.retired_cases);
  const isGivenBack = row.retired_cases.some((id) => !retired.has(id));
  const added = [...retired.keys()].filter((id) => !leftOut.has(id));
  if (row.reward === null || (!isGivenBack && added.length === 0)) return row;
  if (BEFORE_CASES.has(row.reason ?? "")) return row;
  const tests = Object.fromEntries(Object.entries(row.tests).filter(([id]) => !retired.has(id)));
  const outcomes = Object.values(tests);
  const rescored = {
    ...row,
    tests,
    tests_passed: outcomes.filter((outcome) => outcome === "passed").length,
    tests_run: countRun(tests),
    tests_total: row.tests_total + row.retired_cases.length - retired.size,
    retired_cases: [...retired.keys()],
  };
  if (outcomes.includes("failed")) return rescored;
  const isAll = rescored.tests_passed === rescored.tests_total;
  if (row.verdict === "resolved")
    return isAll ? rescored : withVerdict(rescored, "grader_failed", "case_retired");
  const isUntouched = added.every((id) => row.tests[id] === "passed");
  if (isUntouched) return rescored;
  return isAll && OF_FAILED_CASES.has(row.reason ?? "")
    ? withVerdict(rescored, "resolved", null)
    : withVerdict(rescored, "grader_failed", "case_retired");
}

function withVerdict(row: ResultRow, verdict: Verdict, reason: NotJudgedReason | null): ResultRow {
  return {
    ...row,
    verdict,
    reason,
    reward: rewardOf(verdict),
    blame: blameOf(verdict),
    retryable: isRetryable(verdict),
    feedback: [],
  };
}
