import { digestOf } from "../base/index.ts";
import type { LoadedTask } from "../datasets/index.ts";
import type { Judgement } from "../judge/index.ts";
import type { Blame, ResultRow, Verdict } from "../spec/index.ts";

/** Of which sample a row is. */
export interface RowIdentity {
  readonly task: LoadedTask;
  readonly sample: number;
  /** Absent: there is no prediction. */
  readonly completion: string | undefined;
  readonly judgeDigest: string;
}

/** Verdicts that say the sample could not be judged. */
export type NotJudged = Exclude<Verdict, "resolved" | "unresolved">;

const blameOf: Readonly<Record<NotJudged, Blame>> = {
  environment_failed: "environment",
  infrastructure: "sandbox",
  grader_failed: "grader",
  refused: "model",
};

/** Characters of feedback kept: enough for the first difference, too few to carry a file out. */
const MAX_FEEDBACK = 1_000;

/** The row of a task without a prediction: unresolved, as a wrong answer would be. */
export function missingRow(identity: RowIdentity): ResultRow {
  return emptyRow(identity, {
    verdict: "unresolved",
    reward: 0,
    reason: "no_prediction",
    blame: "candidate",
  });
}

/** The row of a sample that could not be judged; worth another try where the machinery broke. */
export function notJudgedRow(identity: RowIdentity, verdict: NotJudged, message: string): ResultRow {
  const retryable = verdict !== "refused";
  const feedback = [{ audience: "hidden" as const, text: message.slice(-MAX_FEEDBACK) }];
  return emptyRow(identity, {
    verdict,
    reward: null,
    reason: verdict,
    blame: blameOf[verdict],
    retryable,
    feedback,
  });
}

/** The row of a judged candidate. `queueMs` is how long it waited for a worker. */
export function judgedRow(identity: RowIdentity, judgement: Judgement, queueMs: number): ResultRow {
  const { verdict, reason, outcomes, difference, isBuilt, cpuMs, durationMs } = judgement;
  if (verdict !== "resolved" && verdict !== "unresolved")
    return notJudgedRow(identity, verdict, reason ?? verdict);
  const results = Object.values(outcomes);
  const passed = results.filter((outcome) => outcome === "passed").length;
  const isResolved = verdict === "resolved";
  return emptyRow(identity, {
    verdict,
    reward: isResolved ? 1 : 0,
    reason: reason ?? null,
    blame: isResolved ? null : "candidate",
    built: isBuilt,
    tests: outcomes,
    tests_passed: passed,
    feedback: describeDifference(identity, difference),
    components: { built: Number(isBuilt), ...sharesOf(identity, outcomes) },
    queue_ms: Math.max(0, Math.round(queueMs)),
    cpu_ms: Math.round(cpuMs),
    duration_ms: Math.round(durationMs),
  });
}

/** Shares of the visible and of the hidden cases that passed, in `[0, 1]`. */
function sharesOf(
  { task }: RowIdentity,
  outcomes: Judgement["outcomes"],
): { visible: number; hidden: number } {
  const shown = new Set(task.record.visible_examples.map(({ id }) => id));
  const shareOf = (isWanted: (id: string) => boolean): number => {
    const own = Object.entries(outcomes).filter(([id]) => isWanted(id));
    return own.filter(([, outcome]) => outcome === "passed").length / Math.max(1, own.length);
  };
  return { visible: shareOf((id) => shown.has(id)), hidden: shareOf((id) => !shown.has(id)) };
}

function describeDifference(
  { task }: RowIdentity,
  difference: Judgement["difference"],
): ResultRow["feedback"] {
  if (difference === undefined) return [];
  const isVisible = task.record.visible_examples.some(({ id }) => id === difference.caseId);
  const text = `${difference.caseId}: ${difference.path}: ${difference.message}`.slice(0, MAX_FEEDBACK);
  return [{ audience: isVisible ? "visible" : "hidden", text }];
}

/** What is known of a sample beyond its identity. */
type Found = Pick<ResultRow, "verdict" | "reward" | "reason" | "blame"> & Partial<ResultRow>;

/** A row with nothing built and nothing run, but for what was found. */
export function emptyRow({ task, sample, completion, judgeDigest }: RowIdentity, found: Found): ResultRow {
  return {
    task_id: task.record.id,
    sample,
    retryable: false,
    built: false,
    tests: {},
    tests_passed: 0,
    tests_total: task.suite().cases.length + task.record.visible_examples.length,
    feedback: [],
    components: { built: 0 },
    task_digest: task.digest,
    judge_digest: judgeDigest,
    completion_digest: digestOf(completion ?? null),
    queue_ms: 0,
    cpu_ms: 0,
    duration_ms: 0,
    ...found,
  };
}
