import { renameSync, rmSync, statSync } from "node:fs";

import { fileWriter, parquetWriteRows } from "hyparquet-writer";

import {
  canonicalJson,
  createPause,
  findWriteFailure,
  joinPath,
  makeFolders,
  throwIfInterrupted,
  type HostPath,
} from "../base/index.ts";
import type { LoadedTask } from "./loaded-task.ts";
import type { RepackContext, RepackOptions } from "./shards/pack.ts";
import { readTaskSet, type TaskSet } from "./task-set.ts";

/** Name of the file that `writeParquet` leaves. */
export const PARQUET_FILE = "tasks.parquet";

/** What writing left. */
export interface ParquetReport {
  readonly task_set: HostPath;
  readonly file: HostPath;
  readonly tasks: number;
  readonly bytes: number;
}

/** Rows held at a time. */
const ROWS_PER_GROUP = 1_000;

type Column = readonly [
  name: string,
  type: "STRING" | "DOUBLE",
  of: (task: LoadedTask) => string | number | null,
];

/** What anybody may know of a task, a column each; nothing of `solution/` or `tests/`. Values that are no text are JSON. */
const columns: readonly Column[] = [
  ["id", "STRING", ({ record }) => record.id],
  ["kind", "STRING", ({ record }) => record.kind],
  ["language", "STRING", ({ record }) => record.language],
  ["tier", "STRING", ({ record }) => record.tier],
  ["repository", "STRING", ({ record }) => record.repository.source],
  ["commit", "STRING", ({ record }) => record.repository.commit],
  ["licence", "STRING", ({ record }) => record.repository.licence],
  ["path", "STRING", ({ record }) => record.targets[0]?.path ?? null],
  ["name", "STRING", ({ record }) => record.targets[0]?.name ?? null],
  ["signature", "STRING", ({ record }) => record.targets[0]?.signature ?? null],
  ["instruction", "STRING", ({ instruction }) => instruction],
  ["visible_examples", "STRING", ({ record }) => canonicalJson(record.visible_examples)],
  ["difficulty", "STRING", ({ record }) => canonicalJson(record.difficulty)],
  ["predicted_solve_rate", "DOUBLE", ({ record }) => record.difficulty.predicted.solve_rate],
  ["split", "STRING", ({ record }) => record.split],
  ["cluster", "STRING", ({ record }) => record.cluster],
  ["digest", "STRING", ({ digest }) => digest],
  ["record", "STRING", ({ record }) => canonicalJson(record)],
];

/**
 * Writes the public columns of a task set, of either form, to `tasks.parquet` in `out`, one row a task in the
 * manifest's order. For looking at and for trainers: the tasks cannot be made from it again. A file that is there is
 * replaced once the new one is whole. Throws `disk-full`, `InterruptedError` when stopped.
 */
export async function writeParquet(options: RepackOptions, context: RepackContext): Promise<ParquetReport> {
  const { taskSet: path, out, tool } = options;
  using taskSet = readTaskSet(path);
  const file = joinPath(out, PARQUET_FILE);
  const partial = joinPath(out, `${PARQUET_FILE}.partial`);
  try {
    makeFolders(out);
    await parquetWriteRows({
      writer: fileWriter(partial),
      rows: rowsOf(taskSet, context),
      columns: columns.map(([name, type]) => ({ name, type })),
      rowGroupSize: ROWS_PER_GROUP,
      createdBy: tool,
    });
    renameSync(partial, file);
  } catch (error) {
    throw findWriteFailure(file, error) ?? error;
  } finally {
    rmSync(partial, { force: true });
  }
  return { task_set: path, file, tasks: taskSet.manifest.tasks.length, bytes: statSync(file).size };
}

async function* rowsOf(
  taskSet: TaskSet,
  { progress, signal }: RepackContext,
): AsyncGenerator<Record<string, string | number | null>> {
  const pause = createPause();
  let done = 0;
  progress.begin("writing rows", taskSet.manifest.tasks.length);
  for (const task of taskSet.tasks()) {
    throwIfInterrupted(signal);
    yield Object.fromEntries(columns.map(([name, , valueOf]) => [name, valueOf(task)]));
    progress.advance(++done, task.record.id);
    await pause();
  }
}
