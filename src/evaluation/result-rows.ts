import { digestOf } from "../base/index.ts";
import type { LoadedTask, RetiredCases } from "../datasets/index.ts";
import type { Judgement } from "../judge/index.ts";
import {
  blameOf,
  countRun,
  hiddenCount,
  isRetryable,
  reasonsBeforeRunning,
  rewardOf,
  shownIds,
  type ResultRow,
} from "../spec/index.ts";

/** What a row needs to know of its task, of whatever kind that is. */
export interface RowTask {
  readonly id: string;
  /** Of all that grades it. */
  readonly digest: string;
  /** Cases that grade it, shown ones included, retired ones left out. */
  readonly caseCount: number;
  /** Ids of the cases that a solver sees. */
  readonly shownIds: ReadonlySet<string>;
  readonly retiredCases: RetiredCases;
}

/** A task of a set, as rows tell of it. */
export function rowTaskOf({ record, digest, retiredCases }: LoadedTask): RowTask {
  const shown = shownIds(record);
  const caseCount = hiddenCount(record) + shown.size - retiredCases.size;
  return { id: record.id, digest, caseCount, shownIds: shown, retiredCases };
}

/** Of which sample a row is. */
export interface RowIdentity {
  readonly task: RowTask;
  readonly sample: number;
  /** Absent: there is no prediction. */
  readonly completion: string | undefined;
  readonly judgeDigest: string;
}

/** Characters of feedback kept: enough for the first difference, too few to carry a file out. */
const MAX_FEEDBACK = 1_000;

/** The row of a task without a prediction: unresolved, as a wrong answer would be. */
export function missingRow(identity: RowIdentity): ResultRow {
  return emptyRow(identity, { verdict: "unresolved", reason: "no_prediction" });
}

/** The row of a sample that was judged, or that could not be. */
export function judgedRow(identity: RowIdentity, judgement: Judgement): ResultRow {
  const { verdict, reason, outcomes, isBuilt } = judgement;
  const row = emptyRow(identity, {
    verdict,
    reason: reason ?? null,
    feedback: describeFeedback(identity, judgement),
    is_duplicate: judgement.isDuplicate,
    queue_ms: Math.round(judgement.queueMs),
    cpu_ms: Math.round(judgement.cpuMs),
    duration_ms: Math.round(judgement.durationMs),
  });
  if (row.reward === null) return row;
  return {
    ...row,
    built: isBuilt,
    tests: outcomes,
    tests_passed: Object.values(outcomes).filter((outcome) => outcome === "passed").length,
    tests_run: countRun(outcomes),
    components: { built: Number(isBuilt), ...sharesOf(identity, outcomes) },
  };
}

/** Shares of the visible and of the hidden cases that passed, in `[0, 1]`. */
function sharesOf(
  { task }: RowIdentity,
  outcomes: Judgement["outcomes"],
): { visible: number; hidden: number } {
  const shown = task.shownIds;
  const shareOf = (isWanted: (id: string) => boolean): number => {
    const own = Object.entries(outcomes).filter(([id]) => isWanted(id));
    return own.filter(([, outcome]) => outcome === "passed").length / Math.max(1, own.length);
  };
  return { visible: shareOf((id) => shown.has(id)), hidden: shareOf((id) => !shown.has(id)) };
}

function describeFeedback(
  { task }: RowIdentity,
  { difference, detail, reason }: Judgement,
): ResultRow["feedback"] {
  const audience = (isVisible: boolean): "visible" | "hidden" => (isVisible ? "visible" : "hidden");
  if (difference !== undefined) {
    const isVisible = task.shownIds.has(difference.caseId);
    const text = `${difference.caseId}: ${difference.path}: ${difference.message}`.slice(0, MAX_FEEDBACK);
    return [{ audience: audience(isVisible), text }];
  }
  if (detail === undefined) return [];
  // What was written before any code of the candidate ran holds nothing hidden.
  const isVisible = reasonsBeforeRunning.has(reason ?? "");
  return [{ audience: audience(isVisible), text: detail.slice(0, MAX_FEEDBACK) }];
}

/** What is known of a sample beyond its identity. */
type Found = Pick<ResultRow, "verdict" | "reason"> & Partial<ResultRow>;

/** A row with nothing built and nothing run, but for what was found. */
export function emptyRow({ task, sample, completion, judgeDigest }: RowIdentity, found: Found): ResultRow {
  return {
    format: "row/1",
    task_id: task.id,
    sample,
    reward: rewardOf(found.verdict),
    blame: blameOf(found.verdict),
    retryable: isRetryable(found.verdict),
    built: false,
    tests: {},
    tests_passed: 0,
    tests_run: 0,
    tests_total: task.caseCount,
    retired_cases: [...task.retiredCases.keys()],
    feedback: [],
    components: { built: 0 },
    task_digest: task.digest,
    judge_digest: judgeDigest,
    completion_digest: digestOf(completion ?? null),
    queue_ms: 0,
    cpu_ms: 0,
    duration_ms: 0,
    is_duplicate: false,
    ...found,
  };
}
