import { DioramaError } from "../base/index.ts";
import { gradedIds } from "./graders/grader.ts";
import { gradeByObservation } from "./graders/observed.ts";
import { gradeByTests } from "./graders/tests.ts";
import { nothingRun, type Judgement } from "./judgement.ts";
import { editTarget, type EditedFile, type JudgedTarget } from "./target.ts";

/** The edited files that a completion makes, or the judgement on one that makes none. */
export type JudgedEdit =
  | { readonly status: "refused"; readonly judgement: Judgement }
  | ({ readonly status: "spliced" } & EditedFile);

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

/** `editTarget`, with the judgement on a completion that cannot be put into the files. */
export function editFile(subject: JudgedTarget, completion: string): JudgedEdit {
  const started = performance.now();
  const edited = editTarget(subject, completion);
  if (edited.status === "spliced") return edited;
  const { reason, message } = edited;
  const judgement = nothingRun("unresolved", reason, { ids: gradedIds(subject.grader), detail: message });
  return { status: "refused", judgement: { ...judgement, durationMs: performance.now() - started } };
}

/** The rest of `judgeCandidate`: runs the edited file. */
export async function judgeFile(
  subject: JudgedTarget,
  edited: EditedFile,
  signal?: AbortSignal,
): Promise<Judgement> {
  const started = performance.now();
  const judgement = await grade(subject, edited, signal);
  return { ...judgement, durationMs: performance.now() - started };
}

async function grade(
  subject: JudgedTarget,
  edited: EditedFile,
  signal: AbortSignal | undefined,
): Promise<Judgement> {
  const { grader } = subject;
  try {
    return grader.kind === "observed"
      ? await gradeByObservation({ ...subject, grader }, edited, signal)
      : await gradeByTests({ ...subject, grader }, edited, signal);
  } catch (error) {
    if (!(error instanceof DioramaError) || error.code !== "judge-start-failed") throw error;
    const told = { ids: gradedIds(grader), detail: error.message };
    return nothingRun("infrastructure", "worker_not_started", told);
  }
}
