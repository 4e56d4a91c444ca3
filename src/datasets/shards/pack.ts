import {
  digestOf,
  joinPath,
  readableJson,
  createPause,
  throwIfInterrupted,
  UsageError,
  type HostPath,
  type Progress,
} from "../../base/index.ts";
import { readTaskSet } from "../task-set.ts";
import { SHARDS, shardsRecord, type ShardsRecord } from "./format.ts";
import { isPacked, readShardsRecord } from "./packed-tasks.ts";
import { ShardSeries } from "./shard-series.ts";
import { copyBesideTasks, haveSameManifest, makeWholeFolder, SET } from "./whole-folder.ts";

/** A packing or unpacking to do. */
export interface RepackOptions {
  readonly taskSet: HostPath;
  /** Folder that does not exist, or one that the same call made. */
  readonly out: HostPath;
  /** Name and version of the tool. */
  readonly tool: string;
}

/** How long work tells where it is, and is told to stop. */
export interface RepackContext {
  readonly progress: Progress;
  readonly signal: AbortSignal | undefined;
}

/** What packing left: `task_files` and `task_bytes` are those of the folder form, `bytes` those of the shards. */
export interface PackReport {
  readonly task_set: HostPath;
  readonly packed: HostPath;
  readonly was_finished: boolean;
  readonly tasks: number;
  readonly shards: number;
  readonly bytes: number;
  readonly task_files: number;
  readonly task_bytes: number;
}

/** Tasks of a shard unless told otherwise: few enough that losing one file is bearable, many enough to share what repeats. */
export const TASKS_PER_SHARD = 1_000;

/** Past it a shard is unwieldy to move: 1 GiB. */
const MAX_SHARD_BYTES = 1024 ** 3;

/**
 * Writes the packed form of a task set to a folder of its own, whole or not at all; an interrupted call is gone on
 * with. The same set and sizes give the same bytes. Throws `UsageError`: `already-packed`, `folder-not-empty`,
 * `task-changed`, `unpackable-file`; `InterruptedError` when stopped.
 */
export async function packTaskSet(
  options: RepackOptions & { readonly tasksPerShard?: number; readonly maxShardBytes?: number },
  context: RepackContext,
): Promise<PackReport> {
  const { taskSet, out, tool } = options;
  if (isPacked(taskSet)) throw alreadyPacked(taskSet);
  const { manifest } = readTaskSet(taskSet);
  const sizes = {
    tasks_per_shard: options.tasksPerShard ?? TASKS_PER_SHARD,
    max_bytes: options.maxShardBytes ?? MAX_SHARD_BYTES,
  };
  const purpose = { kind: "pack", options: { task_set: digestOf(manifest), ...sizes }, tool };
  const status = await makeWholeFolder({
    out,
    purpose,
    progress: context.progress,
    isMade: () =>
      isPacked(out) &&
      haveSameManifest(out, taskSet) &&
      digestOf(readShardsRecord(out).sizes) === digestOf(sizes),
    async fill(set, work) {
      using series = new ShardSeries(work, sizes);
      const pause = createPause();
      const { done } = series;
      context.progress.begin("packing tasks", manifest.tasks.length);
      for (const [index, { id, digest }] of manifest.tasks.entries()) {
        if (index < done) continue;
        throwIfInterrupted(context.signal);
        series.add({ id, digest, directory: joinPath(taskSet, "tasks", id) });
        context.progress.advance(index + 1, id);
        await pause();
      }
      const shards = [...series.finish()];
      const record: ShardsRecord = { format: "task-shards/1", sizes, tasks: manifest.tasks.length, shards };
      work.write(`${SET}/${SHARDS}/shards.json`, readableJson(shardsRecord.parse(record)));
      copyBesideTasks(taskSet, set, "tasks");
    },
  });
  return describe(taskSet, out, status === "finished");
}

function describe(taskSet: HostPath, packed: HostPath, wasFinished: boolean): PackReport {
  const { tasks, shards } = readShardsRecord(packed);
  const sum = (key: "bytes" | "task_files" | "task_bytes"): number =>
    shards.reduce((total, shard) => total + shard[key], 0);
  return {
    task_set: taskSet,
    packed,
    was_finished: wasFinished,
    tasks,
    shards: shards.length,
    bytes: sum("bytes"),
    task_files: sum("task_files"),
    task_bytes: sum("task_bytes"),
  };
}

function alreadyPacked(taskSet: HostPath): UsageError {
  return new UsageError("already-packed", `Cannot pack ${taskSet}: it is packed already.`, {
    hint: "For other shards, unpack it first: diorama unpack TASKSET --out DIR",
  });
}
