import { digestOf, unlessInterrupted } from "../base/index.ts";
import type { ObservedGrader } from "./graders/grader.ts";
import type { EvaluationJob, EvaluationLimits, Evaluator } from "./judge.ts";
import { limitsFor, measuringLimits } from "./limits.ts";
import { locate, referenceFile, type GradedTarget } from "./target.ts";

type Subject = GradedTarget<ObservedGrader>;
type Limits = Promise<EvaluationLimits | undefined>;

const knownLimits = new WeakMap<Evaluator, Map<string, Limits>>();

/** The task's limits on this machine, measured once per evaluator; undefined where the reference does not run. */
export function findLimits(subject: Subject, signal: AbortSignal | undefined): Limits {
  const { evaluator, grader } = subject;
  const known = knownLimits.get(evaluator) ?? new Map<string, Limits>();
  knownLimits.set(evaluator, known);
  const { treeDigest, editedFile, runtime } = subject.editableTree;
  const key = digestOf([
    treeDigest,
    editedFile,
    runtime.digest,
    subject.definition.name,
    digestOfSuite(grader.suite),
    grader.limits,
    grader.policy.output,
  ]);
  // Others wait for the same measurement: who gives up waiting does not end it.
  const measured = known.get(key) ?? measureReference(subject);
  known.set(key, measured);
  measured.then(
    (limits) => limits === undefined && known.delete(key),
    () => known.delete(key),
  );
  return unlessInterrupted(measured, signal);
}

const suiteDigests = new WeakMap<ObservedGrader["suite"], string>();

/** A suite is large and asked for with each candidate. */
function digestOfSuite(suite: ObservedGrader["suite"]): string {
  const digest = suiteDigests.get(suite) ?? digestOf(suite);
  suiteDigests.set(suite, digest);
  return digest;
}

async function measureReference(subject: Subject): Limits {
  const { evaluator, grader } = subject;
  const job = referenceJob(subject, measuringLimits);
  const first = await evaluator.evaluate(job);
  const outcome = first.status === "lost-worker" ? await evaluator.evaluateFresh(job) : first;
  return outcome.status === "observed" ? limitsFor(grader.limits, outcome) : undefined;
}

/** The reference as a job of our own. */
export function referenceJob(subject: Subject, limits: EvaluationLimits): EvaluationJob {
  const { grader, editableTree } = subject;
  const { lines, ...files } = referenceFile(subject);
  return {
    editableTree,
    target: locate(subject, lines),
    ...files,
    cases: grader.suite,
    limits,
    output: grader.policy.output,
    trust: "own",
  };
}
