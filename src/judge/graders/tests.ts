import { unlessInterrupted } from "../../base/index.ts";
import type { EvaluationLimits } from "../judge.ts";
import { limitsFor, measuringLimits } from "../limits.ts";
import type { EditedFile, GradedTarget } from "../target.ts";
import { decideTests } from "../tests/judge-tests.ts";
import { judgeByTests, type TestJudgement } from "../tests/run-expectation.ts";
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
  const judge = (fileText: string, isCold: boolean): Promise<TestJudgement> => {
    const candidate = { editableTree: subject.editableTree, fileText, limits, trust: "candidate" as const };
    return judgeByTests(grader.runner, grader.expectation, candidate, { isCold, signal });
  };
  const first = await judge(text, false);
  const judged = first.status === "lost" ? await judge(text, true) : first;
  if (judged.status === "judged") return { judgement: asJudgement(judged) };
  const reference = await judge(subject.originalText, true);
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
  const measured = knownLimits.get(grader) ?? measureReference(subject);
  knownLimits.set(grader, measured);
  const forget = (): void => void knownLimits.delete(grader);
  measured.then((limits) => limits ?? forget(), forget);
  return unlessInterrupted(measured, signal);
}

async function measureReference({ editableTree, originalText, grader }: Subject): Limits {
  const { expectation, runner, limits: policy } = grader;
  const order = expectation.tests.map(({ name, number }) => ({ name, number }));
  const job = { editableTree, fileText: originalText, tests: expectation.prepared, order };
  const run = await runner.runTests({ ...job, limits: measuringLimits, trust: "own" });
  return decideTests(expectation, run).verdict === "resolved" ? limitsFor(policy, run) : undefined;
}
