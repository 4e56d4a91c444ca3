import { joinPath, readJsonLines, UsageError, type HostPath } from "../base/index.ts";
import type { GivenAdversary } from "../curation/index.ts";
import { readTaskSet } from "../datasets/index.ts";
import { prediction } from "../spec/index.ts";
import { COMPLETIONS, RESULTS } from "./run-stages.ts";
import { findTaskSetOf } from "./run-task-set.ts";
import { readRows } from "./stored-rows.ts";

/** Answers of a run that were judged and not resolved, by the targets of their tasks. Throws `UsageError` `no-task-set` where the run's set is not at hand. */
export function readWrongAnswers(run: HostPath): readonly GivenAdversary[] {
  const source = findTaskSetOf(run);
  if (source.status !== "found")
    throw new UsageError(
      "no-task-set",
      `Cannot read the wrong answers of ${run}: its task set is not at hand.`,
      {
        hint: "Put the set back to where the run found it.",
      },
    );
  using taskSet = readTaskSet(source.path);
  const targets = new Map(
    [...taskSet.tasks()].flatMap(
      ({
        record: {
          id,
          targets: [target],
        },
      }) => (target === undefined ? [] : [[id, target] as const]),
    ),
  );
  const texts = new Map(
    readJsonLines(joinPath(run, `${COMPLETIONS}.jsonl`)).map((record) => {
      const { task_id, sample, completion } = prediction.parse(record);
      return [`${task_id} ${sample ?? 0}`, completion];
    }),
  );
  return readRows(run, RESULTS).flatMap(({ task_id, sample, verdict }) => {
    const target = targets.get(task_id);
    const completion = texts.get(`${task_id} ${sample}`);
    if (verdict !== "unresolved" || target === undefined || completion === undefined) return [];
    return [{ path: target.path, name: target.name, origin: "run", completion }];
  });
}
