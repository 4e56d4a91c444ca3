import { createWordRecord } from "../../base/index.ts";
import type { Observation, SuiteCase } from "../../spec/index.ts";
import { compareObservations } from "../compare.ts";
import type { EvaluationOutcome } from "../judge.ts";
import type { Difference, Judgement } from "../judgement.ts";
import { judgeRun, type Comparison } from "../verdict.ts";
import type { ObservedGrader } from "./grader.ts";

/** A verdict on an evaluation whose worker was not lost. Whatever a candidate can cause is `unresolved`. */
export function decide(
  grader: Pick<ObservedGrader, "suite" | "expected" | "policy">,
  outcome: EvaluationOutcome,
): Judgement {
  return judgeRun(outcome, compareAll(grader, outcome));
}

function compareAll(
  grader: Pick<ObservedGrader, "suite" | "expected" | "policy">,
  outcome: EvaluationOutcome,
): Comparison {
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
  const isComplete = grader.suite.every(({ id }) => outcomes[id] === "passed");
  return { outcomes, difference, isComplete, ...(isRefused ? { reason: "refused_observation" } : {}) };
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
