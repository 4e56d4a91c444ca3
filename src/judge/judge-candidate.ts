import { atBoundary, createRandom, DioramaError } from "../base/index.ts";
import type { NotJudgedReason, Observation, SuiteCase, UnresolvedReason } from "../spec/index.ts";
import type {
  EvaluationJob,
  EvaluationLimits,
  EvaluationOutcome,
  Evaluator,
  JudgedTask,
  Judgement,
} from "./judge.ts";
import { findMasked } from "./masked-file.ts";
import { findLimits, referenceJob } from "./reference-limits.ts";
import { evaluateRepeatingSlow } from "./repeat-slow.ts";
import { locate, type JudgedTarget } from "./target.ts";
import { decide } from "./verdict.ts";

/** The edited file that a completion makes, or the judgement on one that makes none. */
export type EditedFile =
  | { readonly status: "refused"; readonly judgement: Judgement }
  | {
      readonly status: "spliced";
      readonly text: string;
      readonly lines: { readonly start: number; readonly end: number };
    };

/** A judgement with the case that its reason is about: hidden material, where the case is. */
export interface Explanation {
  readonly judgement: Judgement;
  /** Undefined where no case went wrong, or none had begun. */
  readonly failure: FailedCase | undefined;
}

/** A case, what the original shows there, and what the candidate showed: undefined where it did not get to its end. */
export interface FailedCase {
  readonly suiteCase: SuiteCase;
  readonly expected: Observation | undefined;
  readonly observed: Observation | undefined;
}

/**
 * Judges one completion. Never throws for anything that a candidate can do; a worker that dies is repeated on a fresh
 * one, and the reference, run where the candidate was, tells whose fault it is. Throws `InterruptedError` once `signal` is aborted.
 */
export async function judgeCandidate(
  subject: JudgedTarget,
  completion: string,
  signal?: AbortSignal,
): Promise<Judgement> {
  const edited = editFile(subject, completion);
  return edited.status === "refused" ? edited.judgement : judgeFile(subject, edited, signal);
}

/** Puts a completion into the file, without running anything. */
export function editFile(subject: JudgedTarget, completion: string): EditedFile {
  const started = performance.now();
  const spliced = subject.language.editing.splice(subject.originalText, subject.definition, completion);
  if (spliced.status === "spliced") return spliced;
  const { reason, message } = spliced;
  const judgement = { ...nothingRun(subject.task, "unresolved", reason), detail: message };
  return { status: "refused", judgement: timed(judgement, started) };
}

/** The rest of `judgeCandidate`: runs the edited file. */
export async function judgeFile(
  subject: JudgedTarget,
  edited: Extract<EditedFile, { status: "spliced" }>,
  signal?: AbortSignal,
): Promise<Judgement> {
  const started = performance.now();
  const { judgement } = await runFile(subject, edited, signal);
  return timed(judgement, started);
}

/** Judges one completion, and keeps what it showed in the first case that went wrong. As `judgeCandidate` otherwise. */
export async function explainCandidate(
  subject: JudgedTarget,
  completion: string,
  signal?: AbortSignal,
): Promise<Explanation> {
  const started = performance.now();
  const edited = editFile(subject, completion);
  if (edited.status === "refused") return { judgement: edited.judgement, failure: undefined };
  const { judgement, outcome } = await runFile(subject, edited, signal);
  return {
    judgement: timed(judgement, started),
    failure: outcome && findFailure(subject.task, judgement, outcome),
  };
}

type Untimed = Omit<Judgement, "durationMs">;

interface FileRun {
  readonly judgement: Untimed;
  /** Undefined where the verdict is not drawn from one evaluation. */
  readonly outcome?: EvaluationOutcome;
}

async function runFile(
  subject: JudgedTarget,
  { text, lines }: Extract<EditedFile, { status: "spliced" }>,
  signal: AbortSignal | undefined,
): Promise<FileRun> {
  const { task, evaluator } = subject;
  const limits = await findLimits(subject, signal);
  if (limits === undefined)
    return { judgement: nothingRun(task, "environment_failed", "reference_not_observed") };
  const job: EvaluationJob = {
    editableTree: subject.editableTree,
    target: locate(subject, lines),
    fileText: text,
    masked: findMasked(subject, text),
    cases: task.suite,
    order: orderFor(text, task.suite.length),
    limits,
    output: task.policy.output,
    trust: "candidate",
  };
  try {
    const outcome = await evaluateTwice(evaluator, job, signal);
    if (outcome.status === "lost-worker") return { judgement: await blame(subject, limits, signal) };
    const decision = atBoundary(
      () => decide(task, outcome),
      (message) => ({
        ...nothingRun(task, "unresolved", "malformed_output"),
        detail: `What it showed cannot be compared: ${message}`,
      }),
    );
    return { judgement: { ...decision, cpuMs: outcome.cpuSeconds * 1000 }, outcome };
  } catch (error) {
    if (!(error instanceof DioramaError) || error.code !== "judge-start-failed") throw error;
    const judgement = nothingRun(task, "infrastructure", "worker_not_started");
    return { judgement: { ...judgement, detail: error.message } };
  }
}

/** A worker lost with a candidate may be bad luck: once more on one that has served nobody. */
async function evaluateTwice(
  evaluator: Evaluator,
  job: EvaluationJob,
  signal: AbortSignal | undefined,
): Promise<EvaluationOutcome> {
  const first = await evaluateRepeatingSlow(evaluator, job, signal);
  if (first.status !== "lost-worker") return first;
  return evaluateRepeatingSlow({ evaluate: (one) => evaluator.evaluateFresh(one, signal) }, job);
}

/** Both workers died: if the reference passes on a third, the candidate did it. */
async function blame(
  subject: JudgedTarget,
  limits: EvaluationLimits,
  signal: AbortSignal | undefined,
): Promise<Untimed> {
  const outcome = await subject.evaluator.evaluateFresh(referenceJob(subject, limits), signal);
  if (decide(subject.task, outcome).verdict === "resolved")
    return nothingRun(subject.task, "unresolved", "destroyed_worker");
  const detail = `The candidate's worker was lost twice, and the original's evaluation ended as ${outcome.status}.`;
  return { ...nothingRun(subject.task, "infrastructure", "reference_failed_too"), detail };
}

/** The case that the reason is about: the one in which an evaluation ended early, else the first that differs. */
function findFailure(
  task: JudgedTask,
  { difference }: Untimed,
  outcome: EvaluationOutcome,
): FailedCase | undefined {
  const id = ("caseId" in outcome ? outcome.caseId : undefined) ?? difference?.caseId;
  const suiteCase = task.suite.find((one) => one.id === id);
  if (suiteCase === undefined) return undefined;
  const observed = outcome.results.find((result) => result.id === id)?.observation;
  return { suiteCase, expected: task.expected[suiteCase.id], observed };
}

/** The order of `count` cases, which depends on the edited file alone, so that no candidate can rely on one. */
export function orderFor(fileText: string, count: number): readonly number[] {
  return createRandom(fileText).shuffle(Array.from({ length: count }, (_, index) => index));
}

function nothingRun(
  task: JudgedTask,
  verdict: Judgement["verdict"],
  reason: UnresolvedReason | NotJudgedReason,
): Untimed {
  return {
    verdict,
    reason,
    isBuilt: false,
    outcomes: Object.fromEntries(task.suite.map(({ id }) => [id, "not_run" as const])),
    difference: undefined,
    cpuMs: 0,
  };
}

function timed(judgement: Untimed, started: number): Judgement {
  return { ...judgement, durationMs: performance.now() - started };
}
