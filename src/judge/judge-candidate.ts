import { createRandom, digestOf } from "../base/index.ts";
import type { Definition, Language } from "../languages/index.ts";
import type {
  EvaluationJob,
  EvaluationLimits,
  EvaluationOutcome,
  Evaluator,
  JudgedTask,
  Judgement,
  TargetLocator,
} from "./judge.ts";
import { limitsFor, measuringLimits } from "./limits.ts";
import { evaluateSettled } from "./settle.ts";
import { decide } from "./verdict.ts";

/** Whose completion is judged against what. */
export interface JudgingSubject {
  readonly evaluator: Evaluator;
  readonly language: Language;
  readonly task: JudgedTask;
  /** The file as it is in the repository, with the reference. */
  readonly originalText: string;
  readonly definition: Definition;
}

/**
 * Judges one completion. Never throws for anything that a candidate can do; a worker that dies is repeated on a fresh
 * one, and the reference, run where the candidate was, tells whose fault it is.
 */
export async function judgeCandidate(
  subject: JudgingSubject,
  completion: string,
  signal?: AbortSignal,
): Promise<Judgement> {
  const started = performance.now();
  const finish = (judgement: Omit<Judgement, "durationMs">): Judgement => ({
    ...judgement,
    durationMs: performance.now() - started,
  });
  const spliced = subject.language.editing.splice(subject.originalText, subject.definition, completion);
  if (spliced.status === "refused") return finish(nothingRun(subject.task, "unresolved", spliced.reason));

  const limits = await findLimits(subject, signal);
  if (limits === undefined)
    return finish(nothingRun(subject.task, "environment_failed", "reference_not_observed"));
  const job: EvaluationJob = {
    workbench: subject.task.workbench,
    target: subject.task.locate(spliced.lines),
    fileText: spliced.text,
    cases: subject.task.suite,
    order: orderFor(spliced.text, subject.task.suite.length),
    limits,
    trust: "candidate",
  };
  const outcome = await evaluateTwice(subject.evaluator, job, signal);
  if (outcome.status === "lost-worker") return finish(await blame(subject, limits, signal));
  return finish({ ...decide(subject.task, outcome), cpuMs: outcome.cpuSeconds * 1000 });
}

/** A worker lost with a candidate may be bad luck: once more on a fresh one. */
async function evaluateTwice(
  evaluator: Evaluator,
  job: EvaluationJob,
  signal: AbortSignal | undefined,
): Promise<EvaluationOutcome> {
  const first = await evaluateSettled(evaluator, job, signal);
  return first.status === "lost-worker" ? evaluateSettled(evaluator, job, signal) : first;
}

/** Both workers died: if the reference survives there, the candidate did it. */
async function blame(
  subject: JudgingSubject,
  limits: EvaluationLimits,
  signal: AbortSignal | undefined,
): Promise<Omit<Judgement, "durationMs">> {
  const outcome = await subject.evaluator.evaluateCold(referenceJob(subject, limits), signal);
  return outcome.status === "observed"
    ? nothingRun(subject.task, "unresolved", "destroyed_worker")
    : nothingRun(subject.task, "infrastructure", outcome.status);
}

const knownLimits = new WeakMap<Evaluator, Map<string, Promise<EvaluationLimits | undefined>>>();

/** The task's limits on this machine, measured once per evaluator; undefined where the reference does not run. */
function findLimits(
  subject: JudgingSubject,
  signal: AbortSignal | undefined,
): Promise<EvaluationLimits | undefined> {
  const { evaluator, task } = subject;
  const known = knownLimits.get(evaluator) ?? new Map<string, Promise<EvaluationLimits | undefined>>();
  knownLimits.set(evaluator, known);
  const { treeDigest, editedFile, runtime } = task.workbench;
  const key = digestOf([
    treeDigest,
    editedFile,
    runtime.digest,
    subject.definition.name,
    task.suite,
    task.limits,
  ]);
  const measured = known.get(key) ?? measureReference(subject, signal);
  known.set(key, measured);
  measured.catch(() => known.delete(key));
  return measured;
}

async function measureReference(
  subject: JudgingSubject,
  signal: AbortSignal | undefined,
): Promise<EvaluationLimits | undefined> {
  const outcome = await subject.evaluator.evaluate(referenceJob(subject, measuringLimits), signal);
  return outcome.status === "observed" ? limitsFor(subject.task.limits, outcome) : undefined;
}

function referenceJob(subject: JudgingSubject, limits: EvaluationLimits): EvaluationJob {
  const { task, originalText, definition } = subject;
  return {
    workbench: task.workbench,
    target: task.locate(wholeLines(originalText, definition)),
    fileText: originalText,
    cases: task.suite,
    limits,
    trust: "own",
  };
}

/** Lines of the definition with its decorators. */
function wholeLines(text: string, { spans, lines }: Definition): TargetLocator["lines"] {
  const before = Buffer.from(text).subarray(0, spans.whole.start);
  return { start: before.toString("utf8").split("\n").length, end: lines.end };
}

/** The order of `count` cases, which depends on the edited file alone, so that no candidate can rely on one. */
export function orderFor(fileText: string, count: number): readonly number[] {
  return createRandom(fileText).shuffle(Array.from({ length: count }, (_, index) => index));
}

function nothingRun(
  task: JudgedTask,
  verdict: Judgement["verdict"],
  reason: string,
): Omit<Judgement, "durationMs"> {
  return {
    verdict,
    reason,
    isBuilt: false,
    outcomes: Object.fromEntries(task.suite.map(({ id }) => [id, "not_run" as const])),
    difference: undefined,
    cpuMs: 0,
  };
}
