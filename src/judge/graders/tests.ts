import { unlessInterrupted } from "../../base/index.ts";
import type { EvaluationLimits } from "../judge.ts";
import type { EditedFile, GradedTarget } from "../target.ts";
import {
  judgeByTests,
  judgeByTestsTwice,
  measureTests,
  type TestJudgement,
} from "../tests/run-expectation.ts";
import { nothingRun, type Grading, type TestsGrader, type Untimed } from "./grader.ts";

type Subject = GradedTarget<TestsGrader>;
type Limits = Promise<EvaluationLimits | undefined>;

const knownLimits = new WeakMap<TestsGrader, Limits>();

/** Runs the repository's tests over an edited file, in a process that they share with the candidate. */
export async function gradeByTests(
  subject: Subject,
  { text }: EditedFile,
  signal: AbortSignal | undefined,
): Promise<Grading> {
  const { grader } = subject;
  const limits = await findTestLimits(subject, signal);
  if (limits === undefined)
    return { judgement: nothingRun(grader, "environment_failed", "reference_not_observed") };
  const { runner, expectation } = grader;
  const about = { editableTree: subject.editableTree, limits, trust: "candidate" as const };
  const judged = await judgeByTestsTwice(runner, expectation, { ...about, fileText: text }, { signal });
  if (judged.status === "judged") return { judgement: asJudgement(judged) };
  const original = { ...about, fileText: subject.originalText };
  const reference = await judgeByTests(runner, expectation, original, { isCold: true, signal });
  if (reference.status === "judged" && reference.verdict === "resolved")
    return { judgement: nothingRun(grader, "unresolved", "destroyed_worker") };
  const detail = "The candidate's worker was lost twice, and the original does not pass the tests either.";
  return { judgement: { ...nothingRun(grader, "infrastructure", "reference_failed_too"), detail } };
}

function asJudgement({
  verdict,
  reason,
  outcomes,
  difference,
  cpuSeconds,
}: Extract<TestJudgement, { readonly status: "judged" }>): Untimed {
  return {
    verdict,
    reason,
    isBuilt: reason !== "not_built",
    outcomes,
    difference: difference && {
      caseId: difference.testId,
      path: difference.place ?? "outcome",
      message: difference.message,
    },
    cpuMs: cpuSeconds * 1000,
  };
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
