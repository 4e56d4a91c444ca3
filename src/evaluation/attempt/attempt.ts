import { throwIfInterrupted } from "../../base/index.ts";
import type { LoadedTask } from "../../datasets/index.ts";
import { editTarget, judgeCandidate, restrictGrader, type Judgement } from "../../judge/index.ts";
import { shownIds } from "../../spec/index.ts";
import { judgeByAll, type TaskJudge } from "../task-judge.ts";

/** What judging a completion by hand gave: first on the visible examples, then on the hidden cases; both decide. */
export type Attempt =
  /** The environment could not be had. */
  | { readonly status: "not-judged"; readonly message: string }
  /** The completion could not be put into the file. */
  | { readonly status: "refused"; readonly reason: string; readonly message: string }
  | {
      readonly status: "judged";
      /** Undefined where no visible example grades. */
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
  const { subjects } = prepared;
  const edited = editTarget(subjects[0], completion);
  if (edited.status === "refused") return edited;
  const shown = shownIds(task.record);
  const judgeThose = (isWanted: (id: string) => boolean): Promise<Judgement> =>
    judgeByAll(subjects, (subject) =>
      judgeCandidate({ ...subject, grader: restrictGrader(subject.grader, isWanted) }, completion, signal),
    );
  const visible = [...shown].every((id) => task.retiredCases.has(id))
    ? undefined
    : await judgeThose((id) => shown.has(id));
  const hidden = await judgeThose((id) => !shown.has(id));
  throwIfInterrupted(signal);
  return { status: "judged", visible, hidden };
}

/** True where examples and hidden cases resolved it: what `evaluate` would say. */
export function isResolved(attempt: Attempt): boolean {
  if (attempt.status !== "judged") return false;
  const { visible, hidden } = attempt;
  return hidden.verdict === "resolved" && (visible === undefined || visible.verdict === "resolved");
}
