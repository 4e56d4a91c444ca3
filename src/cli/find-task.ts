import type { LoadedTask, TaskSet } from "../datasets/index.ts";

/** The only task whose id begins with `id`, else whatever `get` says of an unknown one. */
export function findTask(taskSet: TaskSet, id: string): LoadedTask {
  const matches = taskSet.manifest.tasks.filter((task) => task.id.startsWith(id));
  const [only] = matches;
  return taskSet.get(only !== undefined && matches.length === 1 ? only.id : id);
}
