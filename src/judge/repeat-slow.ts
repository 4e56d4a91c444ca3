import type { CaseResult, EvaluationJob, EvaluationOutcome, Evaluator } from "./judge.ts";
import { hasFault } from "./compare-case.ts";

/** Slow cases that are looked at again before an evaluation counts as timed out. */
const mostRepeats = 3;

/**
 * Evaluates, and doubts a narrow time-out: a case that ended past its limit, but was not killed, is run once more alone,
 * and that decides. Where it is fast enough the cases after it are run as well. What it showed is doubted no more where it is not as
 * expected. One outcome comes back, with the results in the order in which they ran.
 */
export async function evaluateRepeatingSlow(
  evaluator: Pick<Evaluator, "evaluate">,
  job: EvaluationJob,
  signal?: AbortSignal,
): Promise<EvaluationOutcome> {
  const { order, ...rest } = job;
  let cases = order === undefined ? job.cases : order.flatMap((index) => job.cases[index] ?? []);
  const settled: CaseResult[] = [];
  let spent = { cpuSeconds: 0, peakBytes: 0, durationMs: 0 };
  for (let repeats = 0; ; repeats++) {
    const outcome = await evaluator.evaluate({ ...rest, cases }, signal);
    spent = add(spent, outcome);
    const slow = narrowlyTimedOut(outcome);
    if (slow === undefined || repeats === mostRepeats) return merge(outcome, settled, spent);
    const alone = await evaluator.evaluate({ ...rest, cases: cases.filter(({ id }) => id === slow) }, signal);
    spent = add(spent, alone);
    const [repeated] = alone.results;
    if (alone.status === "stopped") return merge(alone, [...settled, ...outcome.results.slice(0, -1)], spent);
    if (alone.status !== "observed" || repeated === undefined)
      return merge({ ...alone, results: outcome.results }, settled, spent);
    settled.push(...outcome.results.slice(0, -1), repeated);
    cases = cases.slice(cases.findIndex(({ id }) => id === slow) + 1);
    if (cases.length === 0) return merge({ ...alone, results: [] }, settled, spent);
  }
}

/** The case that ended as expected, but took longer than its limit. */
function narrowlyTimedOut(outcome: EvaluationOutcome): string | undefined {
  const last = outcome.results.at(-1);
  if (last === undefined || outcome.status !== "timed-out" || hasFault(last)) return undefined;
  return last.id === outcome.caseId ? last.id : undefined;
}

type Spent = Pick<EvaluationOutcome, "cpuSeconds" | "peakBytes" | "durationMs">;

function add(spent: Spent, outcome: EvaluationOutcome): Spent {
  return {
    cpuSeconds: spent.cpuSeconds + outcome.cpuSeconds,
    peakBytes: Math.max(spent.peakBytes, outcome.peakBytes),
    durationMs: spent.durationMs + outcome.durationMs,
  };
}

function merge(outcome: EvaluationOutcome, settled: readonly CaseResult[], spent: Spent): EvaluationOutcome {
  return { ...outcome, ...spent, results: [...settled, ...outcome.results] };
}
