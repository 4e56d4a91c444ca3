import type { UnresolvedReason } from "../spec/index.ts";
import type { EvaluationOutcome } from "./judge.ts";
import type { Judgement } from "./judgement.ts";
import type { OutcomeKind } from "./outcome.ts";

/** How a run went, whatever it was a run of. */
type Run = OutcomeKind & Pick<EvaluationOutcome, "cpuSeconds" | "durationMs">;

/** What a run showed, compared with what is expected of it. */
export interface Comparison extends Pick<Judgement, "outcomes"> {
  /** The first thing, in the order in which it ran, that is not as expected. */
  readonly fault:
    | ({ readonly reason: UnresolvedReason } & Pick<Judgement, "difference" | "detail">)
    | undefined;
  /** True where everything that is expected was shown. */
  readonly isComplete: boolean;
}

/** Characters of a candidate's own message that are kept. */
const MAX_DETAIL = 1_000;

/** Why a candidate whose run ended early is unresolved. */
const reasonOf: Record<Exclude<Run["status"], "observed" | "stopped" | "lost-worker">, UnresolvedReason> = {
  "not-built": "not_built",
  "import-failed": "import_failed",
  "timed-out": "timed_out",
  "out-of-memory": "out_of_memory",
  "output-limit": "output_limit",
  crashed: "crashed",
  malformed: "malformed_output",
};

/**
 * A verdict on a run whose worker was not lost, or not before there was a fault. Whatever a candidate can cause is `unresolved`, for the first reason
 * that there was: a fault of a case or test that ran, and only without any the way in which the run ended.
 */
export function judgeRun(run: Run, { outcomes, fault, isComplete }: Comparison): Judgement {
  const { difference, detail } = fault ?? { difference: undefined };
  const judgement = {
    isBuilt: run.status !== "not-built" && run.status !== "import-failed",
    outcomes,
    difference,
    isDuplicate: false,
    cpuMs: run.cpuSeconds * 1000,
    durationMs: run.durationMs,
    queueMs: 0,
  };
  const unresolved = (reason: UnresolvedReason, words: string | undefined): Judgement => ({
    verdict: "unresolved",
    reason,
    ...judgement,
    ...(words === undefined ? {} : { detail: words.slice(0, MAX_DETAIL) }),
  });
  if (fault !== undefined) return unresolved(fault.reason, detail);
  if (run.status !== "observed" && run.status !== "stopped" && run.status !== "lost-worker")
    return unresolved(reasonOf[run.status], "message" in run ? run.message : undefined);
  if (!isComplete) return unresolved("malformed_output", undefined);
  return { verdict: "resolved", reason: undefined, ...judgement };
}
