import { throwIfInterrupted } from "../../base/index.ts";
import type { LoadedTask } from "../../datasets/index.ts";
import { judgeCandidate, type JudgedTask, type Judgement } from "../../judge/index.ts";
import type { TaskJudge } from "../task-judge.ts";

/** What judging a completion by hand gave: first on the visible examples, then on the hidden cases; both decide. */
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

/** Judges a completion by the cases that `evaluate` judges by, the visible ones apart. Throws when interrupted. */
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
  const shown = new Set(task.record.visible_examples.map(({ id }) => id));
  const judgeThose = (isWanted: (id: string) => boolean): Promise<Judgement> =>
    judgeCandidate({ ...subject, task: restrict(subject.task, isWanted) }, completion, signal);
  const visible = shown.size === 0 ? undefined : await judgeThose((id) => shown.has(id));
  const hidden = await judgeThose((id) => !shown.has(id));
  throwIfInterrupted(signal);
  return { status: "judged", visible, hidden };
}

function restrict(judged: JudgedTask, isWanted: (id: string) => boolean): JudgedTask {
  return {
    ...judged,
    suite: judged.suite.filter(({ id }) => isWanted(id)),
    expected: Object.fromEntries(Object.entries(judged.expected).filter(([id]) => isWanted(id))),
  };
}

/** True where examples and hidden cases resolved it: what `evaluate` would say. */
export function isResolved(attempt: Attempt): boolean {
  if (attempt.status !== "judged") return false;
  const { visible, hidden } = attempt;
  return hidden.verdict === "resolved" && (visible === undefined || visible.verdict === "resolved");
}
