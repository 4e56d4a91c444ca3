import { throwIfInterrupted } from "../../base/index.ts";
import type { LoadedTask } from "../../datasets/index.ts";
import { judgeCandidate, testId, type ExpectedTest, type Grader, type Judgement } from "../../judge/index.ts";
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
  const { subjects } = prepared;
  const { language, originalText, definition } = subjects[0];
  const spliced = language.editing.splice(originalText, definition, completion);
  if (spliced.status === "refused")
    return { status: "refused", reason: spliced.reason, message: spliced.message };
  const shown = shownIds(task.record);
  const judgeThose = (isWanted: (id: string) => boolean): Promise<Judgement> =>
    judgeByAll(subjects, (subject) =>
      judgeCandidate({ ...subject, grader: restrict(subject.grader, isWanted) }, completion, signal),
    );
  const visible = shown.size === 0 ? undefined : await judgeThose((id) => shown.has(id));
  const hidden = await judgeThose((id) => !shown.has(id));
  throwIfInterrupted(signal);
  return { status: "judged", visible, hidden };
}

function restrict(grader: Grader, isWanted: (id: string) => boolean): Grader {
  if (grader.kind === "observed") {
    const { suite, expected } = grader;
    return {
      ...grader,
      suite: suite.filter(({ id }) => isWanted(id)),
      expected: Object.fromEntries(Object.entries(expected).filter(([id]) => isWanted(id))),
    };
  }
  const { expectation } = grader;
  const wanted = (tests: readonly ExpectedTest[]): ExpectedTest[] =>
    tests.filter((test) => isWanted(testId(test)));
  const blind = expectation.blind
    .map((half) => ({ ...half, tests: wanted(half.tests) }))
    .filter(({ tests }) => tests.length > 0);
  return { ...grader, expectation: { ...expectation, tests: wanted(expectation.tests), blind } };
}

/** True where examples and hidden cases resolved it: what `evaluate` would say. */
export function isResolved(attempt: Attempt): boolean {
  if (attempt.status !== "judged") return false;
  const { visible, hidden } = attempt;
  return hidden.verdict === "resolved" && (visible === undefined || visible.verdict === "resolved");
}
