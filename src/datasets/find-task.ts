import { UsageError } from "../base/index.ts";
import type { LoadedTask } from "./loaded-task.ts";
import type { TaskSet } from "./task-set.ts";

/** Ids that a message lists. */
const LISTED = 10;

/**
 * The task of this id, or the only one whose id begins so. Throws `UsageError`: `ambiguous-task` with the ids that begin so, `unknown-task`.
 */
export function findTask(taskSet: TaskSet, id: string): LoadedTask {
  const matches = taskSet.manifest.tasks.map((task) => task.id).filter((each) => each.startsWith(id));
  const [only] = matches;
  if (id === "" || only === undefined || matches.includes(id)) return taskSet.get(id);
  if (matches.length === 1) return taskSet.get(only);
  const rest = matches.length > LISTED ? [`${matches.length - LISTED} more`] : [];
  throw new UsageError(
    "ambiguous-task",
    `Cannot tell which task "${id}" is: ${matches.length} tasks begin so (${[...matches.slice(0, LISTED), ...rest].join(", ")}).`,
    { hint: "Type more of the id." },
  );
}
