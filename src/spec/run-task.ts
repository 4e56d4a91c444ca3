import { z } from "zod";

import type { TaskRecord } from "./task.ts";

/** One line of a run's `tasks.jsonl`: what reports need to know of a task when its set is not at hand. */
export const runTask = z.object({
  format: z.literal("run-task/1"),
  task_id: z.string(),
  /** The repository family. */
  repository: z.string(),
  /** The task that it is a variant of. */
  variant_of: z.string().nullable(),
  /** ISO 8601 date of the commit or release that it was made of, where known. */
  date: z.string().nullable(),
});
export type RunTask = z.infer<typeof runTask>;

/** What a run keeps of a task. */
export function runTaskOf({ id, repository, variant_of }: TaskRecord): RunTask {
  return {
    format: "run-task/1",
    task_id: id,
    repository: repository.family,
    variant_of,
    date: repository.date,
  };
}
