import { onAbort } from "../base/index.ts";
import { nothingRun, type Judgement } from "../judge/index.ts";

/**
 * Judges under a signal that is aborted with any of `signals` and, where there is a deadline, after it: then the judgement is
 * `infrastructure`, `deadline`.
 */
export async function withDeadline(
  deadlineMs: number | undefined,
  signals: readonly (AbortSignal | undefined)[],
  judge: (signal: AbortSignal | undefined) => Promise<Judgement>,
): Promise<Judgement> {
  const given = signals.filter((signal) => signal !== undefined);
  if (deadlineMs === undefined && given.length < 2) return judge(given[0]);
  // Not by AbortSignal.any: a signal made of others can be collected as garbage while it is waited for.
  const ended = new AbortController();
  const end = (): void => ended.abort();
  let isLate = false;
  const beLate = (): void => {
    isLate = !ended.signal.aborted;
    end();
  };
  const timer = deadlineMs === undefined ? undefined : setTimeout(beLate, deadlineMs);
  const takeBacks = given.map((signal) => onAbort(signal, end));
  try {
    return await judge(ended.signal);
  } catch (error) {
    if (!isLate) throw error;
    const detail = `There was no verdict ${deadlineMs} ms after the call.`;
    return nothingRun("infrastructure", "deadline", { detail });
  } finally {
    clearTimeout(timer);
    for (const takeBack of takeBacks) takeBack();
  }
}
