import { statSync } from "node:fs";
import { join } from "node:path";

import { createPause, filesBelow, joinPath, throwIfInterrupted } from "../base/index.ts";
import type { LoadedTask } from "./loaded-task.ts";
import type { TaskSet } from "./task-set.ts";

/** A task whose files are not those that its set's manifest names. */
export interface ChangedTask {
  readonly id: string;
  /** Files that were written after the manifest; none where that tells nothing, as in a copied set. */
  readonly files: readonly string[];
}

/** Compares tasks with the manifest of their set, by their digests alone. */
export async function findChangedTasks(
  { directory, manifest }: TaskSet,
  tasks: Iterable<LoadedTask>,
  signal: AbortSignal | undefined,
): Promise<readonly ChangedTask[]> {
  const digests = new Map(manifest.tasks.map(({ id, digest }) => [id, digest]));
  const writtenMs = statSync(joinPath(directory, "task-set.json")).mtimeMs;
  const pause = createPause();
  const changed: ChangedTask[] = [];
  for (const { record, digest, location } of tasks) {
    throwIfInterrupted(signal);
    if (digest !== digests.get(record.id))
      changed.push({ id: record.id, files: filesWrittenAfter(location, writtenMs) });
    await pause();
  }
  return changed;
}

/** One sentence on tasks that were changed, with the first of them by name; undefined where none was. */
export function describeChangedTasks(
  changed: readonly ChangedTask[],
  { manifest }: TaskSet,
): string | undefined {
  if (changed.length === 0) return undefined;
  const named = changed
    .slice(0, LISTED)
    .map(({ id, files }) => (files.length === 0 ? id : `${id} (${listed(files)})`));
  return `Warning: ${changed.length} of ${manifest.tasks.length} tasks ${changed.length === 1 ? "is" : "are"} not as the manifest of the set names them, and nothing proves them any more: ${listed(named, changed.length)}.`;
}

const LISTED = 3;

function listed(names: readonly string[], count: number = names.length): string {
  return [...names.slice(0, LISTED), ...(count > LISTED ? [`${count - LISTED} more`] : [])].join(", ");
}

function filesWrittenAfter(location: string, ms: number): readonly string[] {
  if (!statSync(location).isDirectory()) return [];
  const files = Array.from(filesBelow(location), ({ parentPath, name }) => join(parentPath, name));
  const later = files.filter((path) => statSync(path).mtimeMs > ms);
  return later.length === files.length ? [] : later.map((path) => path.slice(location.length + 1)).sort();
}
