import { throwIfInterrupted } from "../../base/index.ts";
import type { LoadedTask } from "../../datasets/index.ts";
import { judgeCandidate, type JudgedTask, type Judgement } from "../../judge/index.ts";
import type { TaskJudge } from "../task-judge.ts";

/** What judging a completion by hand gave: first on the visible examples, then on the hidden cases, which decide. */
export type Attempt =
  /** The environment could not be had. */
  | { readonly status: "not-judged"; readonly message: string }
  /** The completion could not be put into the file. */
  | { readonly status: "refused"; readonly reason: string; readonly message: string }
  | {
      readonly status: "judged";
      /** Undefined where the task has no visible example. */
      readonly visible: Judgement | undefined;
      readonly hidden: Judgement;
    };

/** Judges a completion as `evaluate` would, and shows it the visible examples too. Throws when interrupted. */
export async function judgeAttempt(
  judge: TaskJudge,
  task: LoadedTask,
  completion: string,
  signal?: AbortSignal,
): Promise<Attempt> {
  const prepared = await judge.prepare(task);
  throwIfInterrupted(signal);
  if (prepared.status === "failed") return { status: "not-judged", message: prepared.message };
  const { subject } = prepared;
  const spliced = subject.language.editing.splice(subject.originalText, subject.definition, completion);
  if (spliced.status === "refused")
    return { status: "refused", reason: spliced.reason, message: spliced.message };
  const examples = task.record.visible_examples;
  const visible =
    examples.length === 0
      ? undefined
      : await judgeCandidate({ ...subject, task: onExamples(subject.task, task) }, completion, signal);
  const hidden = await judgeCandidate(subject, completion, signal);
  throwIfInterrupted(signal);
  return { status: "judged", visible, hidden };
}

function onExamples(judged: JudgedTask, { record }: LoadedTask): JudgedTask {
  return {
    ...judged,
    suite: record.visible_examples.map(({ id, origin, recipe }) => ({ id, origin, recipe })),
    expected: Object.fromEntries(record.visible_examples.map(({ id, observation }) => [id, observation])),
  };
}

/** True where the hidden cases resolved it: what `evaluate` would say. */
export function isResolved(attempt: Attempt): boolean {
  return attempt.status === "judged" && attempt.hidden.verdict === "resolved";
}
