import type { UnresolvedReason } from "../spec/index.ts";
import type { EvaluationOutcome } from "./judge.ts";
import type { Judgement } from "./judgement.ts";
import type { OutcomeKind } from "./outcome.ts";

/** How a run went, whatever it was a run of. */
type Run = OutcomeKind & Pick<EvaluationOutcome, "cpuSeconds" | "durationMs">;

/** What a run showed, compared with what is expected of it. */
export interface Comparison extends Pick<Judgement, "outcomes" | "difference"> {
  /** Why it is unresolved where there is a difference. */
  readonly reason?: UnresolvedReason;
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

/** A verdict on a run whose worker was not lost. Whatever a candidate can cause is `unresolved`. */
export function judgeRun(run: Run, { outcomes, difference, reason, isComplete }: Comparison): Judgement {
  const judgement = {
    isBuilt: run.status !== "not-built" && run.status !== "import-failed",
    outcomes,
    difference,
    isDuplicate: false,
    cpuMs: run.cpuSeconds * 1000,
    durationMs: run.durationMs,
    queueMs: 0,
  };
  const unresolved = (why: UnresolvedReason): Judgement => ({
    verdict: "unresolved",
    reason: why,
    ...judgement,
  });
  if (run.status !== "observed" && run.status !== "stopped" && run.status !== "lost-worker") {
    const detail = "message" in run ? { detail: run.message.slice(0, MAX_DETAIL) } : {};
    return { ...unresolved(reasonOf[run.status]), ...detail };
  }
  if (difference !== undefined) return unresolved(reason ?? "wrong_observation");
  if (!isComplete) return unresolved("malformed_output");
  return { verdict: "resolved", reason: undefined, ...judgement };
}
