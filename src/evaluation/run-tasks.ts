import { joinPath, readJsonLines, type HostPath } from "../base/index.ts";
import type { LoadedTask } from "../datasets/index.ts";
import { runTask, runTaskOf, type RunTask } from "../spec/index.ts";
import type { RunFolder } from "../store/index.ts";
import { TASKS } from "./run-stages.ts";

/** Writes into a run's folder what reports need to know of its tasks, once for each. */
export function rememberTasks(folder: RunFolder, tasks: Iterable<LoadedTask>): void {
  const known = new Set(folder.records(TASKS).map((record) => runTask.parse(record).task_id));
  for (const { record } of tasks) if (!known.has(record.id)) folder.append(TASKS, runTaskOf(record));
}

/** What a run knows of its tasks, by id; nothing for runs of versions that did not write it down. */
export function readRunTasks(run: HostPath): ReadonlyMap<string, RunTask> {
  const records = readJsonLines(joinPath(run, `${TASKS}.jsonl`)).map((record) => runTask.parse(record));
  return new Map(records.map((task) => [task.task_id, task]));
}
