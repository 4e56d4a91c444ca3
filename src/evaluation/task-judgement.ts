import { DioramaError, messageOf } from "../base/index.ts";
import type { SharedJudgement } from "../judge/index.ts";
import type { Blame, NotJudgedReason, Verdict } from "../spec/index.ts";

/**
 * What judging one completion of a task came to. `verdict` says whether it was judged at all, `reason` why it is not resolved
 * (undefined where it is; the closed lists `unresolvedReason` and `notJudgedReason`), `outcomes` how each case went, `difference` where
 * what was shown first parted from the original: hidden material, unless its case is a visible example of the task.
 */
export interface TaskJudgement extends SharedJudgement {
  readonly taskId: string;
  /** 1 resolved, 0 unresolved, null not judged: leave the sample out, or judge it again. */
  readonly reward: 0 | 1 | null;
  /** Whose boundary broke; undefined where it is resolved. */
  readonly blame: Blame | undefined;
  /** True where judging it again can give a verdict. */
  readonly retryable: boolean;
  /** Time between the call and the end that was not spent on judging it, in milliseconds. */
  readonly queueMs: number;
}

const blameOf: Readonly<Record<Verdict, Blame | undefined>> = {
  resolved: undefined,
  unresolved: "candidate",
  environment_failed: "environment",
  infrastructure: "sandbox",
  grader_failed: "grader",
  refused: "model",
};

/** A judgement of a task's completion whose call came at `calledAt` on the clock of `performance`. */
export function taskJudgement(taskId: string, judgement: SharedJudgement, calledAt: number): TaskJudgement {
  const { verdict, durationMs, isDuplicate } = judgement;
  const waitedMs = performance.now() - calledAt;
  return {
    ...judgement,
    taskId,
    reward: verdict === "resolved" ? 1 : verdict === "unresolved" ? 0 : null,
    blame: blameOf[verdict],
    retryable: verdict !== "resolved" && verdict !== "unresolved" && verdict !== "refused",
    queueMs: Math.max(0, isDuplicate ? waitedMs : waitedMs - durationMs),
  };
}

/** The judgement on a completion that nothing could be found out about. */
export function notJudged(
  verdict: "environment_failed" | "infrastructure" | "grader_failed",
  reason: NotJudgedReason,
  detail: string,
): SharedJudgement {
  return {
    verdict,
    reason,
    detail,
    isBuilt: false,
    outcomes: {},
    difference: undefined,
    isDuplicate: false,
    cpuMs: 0,
    durationMs: 0,
  };
}

/**
 * The judgement where judging itself broke down: the machine denied it something, or we made a mistake. It costs this sample its reward and
 * nothing else. Throws again what ends all judging.
 */
export function unforeseen(error: unknown): SharedJudgement {
  if (error instanceof DioramaError && error.code !== "bug") throw error;
  const isMachine = error instanceof Error && "syscall" in error;
  return isMachine
    ? notJudged("infrastructure", "machine_failed", messageOf(error))
    : notJudged("grader_failed", "judge_failed", messageOf(error));
}
