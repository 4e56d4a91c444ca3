import { unlessInterrupted } from "../../base/index.ts";
import type { EvaluationLimits } from "../judge.ts";
import { nothingRun, type Judgement } from "../judgement.ts";
import { referenceFile, type EditedFile, type GradedTarget } from "../target.ts";
import { judgeLosingWorkers, measureTests } from "../tests/run-expectation.ts";
import { gradedIds, type TestsGrader } from "./grader.ts";

type Subject = GradedTarget<TestsGrader>;
type Limits = Promise<EvaluationLimits | undefined>;

const knownLimits = new WeakMap<TestsGrader, Limits>();

/** Runs the repository's tests over an edited file, in a process that they share with the candidate. */
export async function gradeByTests(
  subject: Subject,
  { lines: _, ...files }: EditedFile,
  signal: AbortSignal | undefined,
): Promise<Judgement> {
  const { grader } = subject;
  const limits = await findTestLimits(subject, signal);
  if (limits === undefined)
    return nothingRun("environment_failed", "reference_not_observed", { ids: gradedIds(grader) });
  const { runner, expectation } = grader;
  const { editableTree } = subject;
  const candidate = { editableTree, ...files, limits, trust: "candidate" as const };
  return judgeLosingWorkers(runner, expectation, candidate, referenceFile(subject), { signal });
}

/** The limits of one run on this machine, measured once; undefined where the reference does not pass. */
function findTestLimits(subject: Subject, signal: AbortSignal | undefined): Limits {
  const { grader } = subject;
  // Others wait for the same measurement: who gives up waiting does not end it.
  const measured =
    knownLimits.get(grader) ??
    measureTests(grader.runner, grader.expectation, subject, { policy: grader.limits });
  knownLimits.set(grader, measured);
  const forget = (): void => void knownLimits.delete(grader);
  measured.then((limits) => limits ?? forget(), forget);
  return unlessInterrupted(measured, signal);
}
