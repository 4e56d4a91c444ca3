import { DioramaError } from "../base/index.ts";
import { nothingRun, type FailedCase, type Grading, type Untimed } from "./graders/grader.ts";
import { gradeByObservation } from "./graders/observed.ts";
import { gradeByTests } from "./graders/tests.ts";
import type { Judgement } from "./judge.ts";
import type { EditedFile, JudgedTarget } from "./target.ts";

/** The edited file that a completion makes, or the judgement on one that makes none. */
export type EditOutcome =
  | { readonly status: "refused"; readonly judgement: Judgement }
  | ({ readonly status: "spliced" } & EditedFile);

/** A judgement with the case that its reason is about: hidden material, where the case is. */
export interface Explanation {
  readonly judgement: Judgement;
  /** Undefined where no case went wrong, or none had begun. */
  readonly failure: FailedCase | undefined;
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
  const { judgement } = await explainCandidate(subject, completion, signal);
  return judgement;
}

/** Puts a completion into the file, without running anything. */
export function editFile(subject: JudgedTarget, completion: string): EditOutcome {
  const started = performance.now();
  const spliced = subject.language.editing.splice(subject.originalText, subject.definition, completion);
  if (spliced.status === "spliced") return spliced;
  const { reason, message } = spliced;
  const judgement = { ...nothingRun(subject.grader, "unresolved", reason), detail: message };
  return { status: "refused", judgement: timed(judgement, started) };
}

/** The rest of `judgeCandidate`: runs the edited file. */
export async function judgeFile(
  subject: JudgedTarget,
  edited: EditedFile,
  signal?: AbortSignal,
): Promise<Judgement> {
  const started = performance.now();
  const { judgement } = await grade(subject, edited, signal);
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
  const { judgement, failure } = await grade(subject, edited, signal);
  return { judgement: timed(judgement, started), failure };
}

async function grade(
  subject: JudgedTarget,
  edited: EditedFile,
  signal: AbortSignal | undefined,
): Promise<Grading> {
  const { grader } = subject;
  try {
    return grader.kind === "observed"
      ? await gradeByObservation({ ...subject, grader }, edited, signal)
      : await gradeByTests({ ...subject, grader }, edited, signal);
  } catch (error) {
    if (!(error instanceof DioramaError) || error.code !== "judge-start-failed") throw error;
    const judgement = nothingRun(grader, "infrastructure", "worker_not_started");
    return { judgement: { ...judgement, detail: error.message } };
  }
}

function timed(judgement: Untimed, started: number): Judgement {
  return { ...judgement, durationMs: performance.now() - started };
}
