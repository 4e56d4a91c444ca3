import { createWordRecord } from "../base/index.ts";
import type { Observation, SuiteCase, UnresolvedReason } from "../spec/index.ts";
import { compareObservations } from "./compare.ts";
import { reasonOf } from "./early-ends.ts";
import type { ObservedGrader } from "./graders/grader.ts";
import type { Difference, EvaluationOutcome, Judgement } from "./judge.ts";

/** What the judge decides on: outcome of the candidate's evaluation, compared with what is expected. */
export type Decision = Pick<
  Judgement,
  "verdict" | "reason" | "isBuilt" | "outcomes" | "difference" | "detail"
>;

/** Characters of a candidate's own message that are kept. */
const MAX_DETAIL = 1_000;

/** A verdict on an evaluation whose worker was not lost. Whatever a candidate can cause is `unresolved`. */
export function decide(
  grader: Pick<ObservedGrader, "suite" | "expected" | "policy">,
  outcome: EvaluationOutcome,
): Decision {
  const { outcomes, difference, isRefused } = compareAll(grader, outcome);
  const isBuilt = outcome.status !== "not-built" && outcome.status !== "import-failed";
  const unresolved = (reason: UnresolvedReason): Decision => ({
    verdict: "unresolved",
    reason,
    isBuilt,
    outcomes,
    difference,
  });
  const { status } = outcome;
  if (status === "not-built" || status === "import-failed" || status === "crashed" || status === "malformed")
    return { ...unresolved(reasonOf[status]), detail: outcome.message.slice(0, MAX_DETAIL) };
  if (status !== "observed" && status !== "stopped" && status !== "lost-worker")
    return unresolved(reasonOf[status]);
  if (difference !== undefined) return unresolved(isRefused ? "refused_observation" : "wrong_observation");
  const isComplete = grader.suite.every(({ id }) => outcomes[id] === "passed");
  if (!isComplete) return unresolved("malformed_output");
  return { verdict: "resolved", reason: undefined, isBuilt, outcomes, difference };
}

function compareAll(
  grader: Pick<ObservedGrader, "suite" | "expected" | "policy">,
  outcome: EvaluationOutcome,
): {
  readonly outcomes: Record<string, "passed" | "failed" | "not_run">;
  readonly difference: Difference | undefined;
  readonly isRefused: boolean;
} {
  const seen = new Map(outcome.results.map(({ id, observation }) => [id, observation]));
  const outcomes = createWordRecord<"passed" | "failed" | "not_run">();
  let difference: Difference | undefined;
  let isRefused = false;
  for (const one of grader.suite) {
    const actual = seen.get(one.id);
    const found = actual === undefined ? undefined : compareCase(grader, one, actual);
    outcomes[one.id] = actual === undefined ? "not_run" : found === undefined ? "passed" : "failed";
    if (found !== undefined && difference === undefined) {
      difference = found;
      isRefused = actual?.status === "refused";
    }
  }
  return { outcomes, difference, isRefused };
}

function compareCase(
  grader: Pick<ObservedGrader, "expected" | "policy">,
  { id }: SuiteCase,
  actual: Observation,
): Difference | undefined {
  const expected = grader.expected[id];
  if (expected === undefined) return { caseId: id, path: "", message: "nothing is expected of this case" };
  return compareObservations(id, expected, actual, grader.policy);
}
