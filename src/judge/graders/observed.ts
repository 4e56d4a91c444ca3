import { createRandom } from "../../base/index.ts";
import { hasFault } from "../compare-case.ts";
import type { EvaluationJob, EvaluationLimits, EvaluationOutcome, Evaluator } from "../judge.ts";
import { nothingRun, type FailedCase, type Judgement } from "../judgement.ts";
import { findMasked } from "../masked-file.ts";
import { findLimits, referenceJob } from "../reference-limits.ts";
import { evaluateRepeatingSlow } from "../repeat-slow.ts";
import { locate, type EditedFile, type GradedTarget } from "../target.ts";
import { decide } from "./decide.ts";
import { gradedIds, type ObservedGrader } from "./grader.ts";

type Subject = GradedTarget<ObservedGrader>;

/** Calls the function of an edited file as the suite says and compares what it shows with what the reference showed. */
export async function gradeByObservation(
  subject: Subject,
  { lines, ...files }: EditedFile,
  signal: AbortSignal | undefined,
): Promise<Judgement> {
  const { grader, evaluator } = subject;
  const ids = gradedIds(grader);
  const limits = await findLimits(subject, signal);
  if (limits === undefined) return nothingRun("environment_failed", "reference_not_observed", { ids });
  const job: EvaluationJob = {
    editableTree: subject.editableTree,
    target: locate(subject, lines),
    ...files,
    masked: findMasked(subject, files.fileText),
    cases: grader.suite,
    order: orderFor(files.fileText, grader.suite.length),
    limits,
    output: grader.policy.output,
    expected: { observations: grader.expected, policy: grader.policy, language: subject.language },
    stopsAtFirst: grader.stopsAtFirst === true,
    trust: "candidate",
  };
  const outcome = await evaluateTwice(evaluator, job, signal);
  if (isLostUntold(outcome)) return blame(subject, limits, signal);
  const judgement = decide(subject, outcome);
  return { ...judgement, failure: findFailure(grader, judgement, outcome) };
}

/** The order of `count` cases, which depends on the edited file alone, so that no candidate can rely on one. */
export function orderFor(fileText: string, count: number): readonly number[] {
  return createRandom(fileText).shuffle(Array.from({ length: count }, (_, index) => index));
}

/** Whether the worker was lost before the candidate had shown anything wrong: what was wrong before decides. */
function isLostUntold({ status, results }: EvaluationOutcome): boolean {
  return status === "lost-worker" && !results.some(hasFault);
}

/** A worker lost with a candidate may be bad luck: once more on one that has served nobody. */
async function evaluateTwice(
  evaluator: Evaluator,
  job: EvaluationJob,
  signal: AbortSignal | undefined,
): Promise<EvaluationOutcome> {
  const first = await evaluateRepeatingSlow(evaluator, job, signal);
  if (!isLostUntold(first)) return first;
  return evaluateRepeatingSlow({ evaluate: (one) => evaluator.evaluateFresh(one, signal) }, job);
}

/** Both workers died: if the reference passes on a third, the candidate did it. */
async function blame(
  subject: Subject,
  limits: EvaluationLimits,
  signal: AbortSignal | undefined,
): Promise<Judgement> {
  const { grader, evaluator } = subject;
  const ids = gradedIds(grader);
  const outcome = await evaluator.evaluateFresh(referenceJob(subject, limits), signal);
  if (decide(subject, outcome).verdict === "resolved")
    return nothingRun("unresolved", "destroyed_worker", { ids });
  const detail = `The candidate's worker was lost twice, and the original's evaluation ended as ${outcome.status}.`;
  return nothingRun("infrastructure", "reference_failed_too", { ids, detail });
}

/** The case that the reason is about: the first that differs, else the one in which an evaluation ended early. */
function findFailure(
  { suite, expected }: ObservedGrader,
  { difference }: Judgement,
  outcome: EvaluationOutcome,
): FailedCase | undefined {
  const id = difference?.caseId ?? ("caseId" in outcome ? outcome.caseId : undefined);
  const suiteCase = suite.find((one) => one.id === id);
  if (suiteCase === undefined) return undefined;
  const observed = outcome.results.find((result) => result.id === id)?.observation;
  return { suiteCase, expected: expected[suiteCase.id], observed };
}
