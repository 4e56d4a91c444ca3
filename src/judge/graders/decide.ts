import { createWordRecord } from "../../base/index.ts";
import type { ComparisonRules } from "../comparison-rules.ts";
import { compareCase, type CaseComparison, type CaseFault } from "../compare-case.ts";
import type { CaseResult, EvaluationOutcome } from "../judge.ts";
import type { Judgement } from "../judgement.ts";
import { judgeRun, type Comparison } from "../verdict.ts";
import type { ObservedGrader } from "./grader.ts";

interface Subject {
  readonly grader: Pick<ObservedGrader, "suite" | "expected" | "policy">;
  readonly language: ComparisonRules["language"];
}

/** A verdict on an evaluation whose worker was not lost, or not before something wrong was seen. Whatever a candidate can cause is `unresolved`. */
export function decide(subject: Subject, outcome: EvaluationOutcome): Judgement {
  return judgeRun(outcome, compareAll(subject, outcome));
}

/** In the order in which the cases ran: what comes after the first fault changes nothing of the reason, whether it was run or not. */
function compareAll(subject: Subject, { results }: EvaluationOutcome): Comparison {
  const outcomes = createWordRecord<"passed" | "failed" | "not_run">();
  for (const { id } of subject.grader.suite) outcomes[id] = "not_run";
  let first: CaseFault | undefined;
  for (const result of results) {
    const found = comparisonOf(subject, result);
    outcomes[result.id] = found === "as expected" ? "passed" : "failed";
    if (found !== "as expected") first ??= found;
  }
  const isComplete = subject.grader.suite.every(({ id }) => outcomes[id] === "passed");
  return { outcomes, fault: first, isComplete };
}

function comparisonOf({ grader, language }: Subject, result: CaseResult): CaseComparison {
  const { id, observation, comparison } = result;
  return comparison ?? compareCase(id, grader.expected[id], observation, { policy: grader.policy, language });
}
