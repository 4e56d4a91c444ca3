import type { SharedJudgement } from "../judge/index.ts";
import { notJudged } from "./task-judgement.ts";

/**
 * Judges under a signal that is aborted with any of `signals` and, where there is a deadline, after it: then the judgement is
 * `infrastructure`, `deadline`.
 */
export async function withDeadline(
  deadlineMs: number | undefined,
  signals: readonly (AbortSignal | undefined)[],
  judge: (signal: AbortSignal | undefined) => Promise<SharedJudgement>,
): Promise<SharedJudgement> {
  const given = signals.filter((signal) => signal !== undefined);
  const deadline = deadlineMs === undefined ? undefined : AbortSignal.timeout(deadlineMs);
  const all = deadline === undefined ? given : [...given, deadline];
  try {
    return await judge(all.length > 1 ? AbortSignal.any(all) : all[0]);
  } catch (error) {
    if (deadline?.aborted !== true || given.some(({ aborted }) => aborted)) throw error;
    const message = `There was no verdict ${deadlineMs} ms after the call.`;
    return notJudged("infrastructure", "deadline", message);
  }
}
