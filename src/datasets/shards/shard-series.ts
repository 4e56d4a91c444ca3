import { existsSync, mkdirSync, statSync } from "node:fs";

import { joinPath, UsageError, whileWriting, type HostPath } from "../../base/index.ts";
import type { RunFolder } from "../../store/index.ts";
import {
  shardName,
  shardRecord,
  SHARDS,
  type IndexLine,
  type ShardRecord,
  type ShardSizes,
} from "./format.ts";
import { ShardWriter } from "./shard-writer.ts";
import { SET } from "./whole-folder.ts";

/** Stages of the work folder: whole shards, and the index, which is part of the set. */
const DONE = "shards";
const INDEX = `${SET}/${SHARDS}/index`;

/** A task to put into shards. */
export interface TaskToPack {
  readonly id: string;
  /** As the manifest names it. */
  readonly digest: string;
  readonly directory: HostPath;
}

/**
 * Writes tasks into shard after shard. A shard counts once it is whole and recorded; what an interrupted call left of
 * the next one is written again. Dispose it to close what is open.
 */
export class ShardSeries implements Disposable {
  readonly #directory: HostPath;
  readonly #work: RunFolder;
  readonly #sizes: ShardSizes;
  readonly #shards: ShardRecord[];
  #writer: ShardWriter | undefined;
  #lines: IndexLine[] = [];

  constructor(work: RunFolder, sizes: ShardSizes) {
    this.#work = work;
    this.#sizes = sizes;
    this.#directory = joinPath(work.path, SET, SHARDS);
    mkdirSync(this.#directory, { recursive: true });
    this.#shards = findWholeShards(work, this.#directory);
  }

  /** Tasks in whole shards, always the first ones. */
  get done(): number {
    return this.#shards.reduce((sum, { tasks }) => sum + tasks, 0);
  }

  /** Adds the next task. Throws `UsageError` `task-changed` where it is not the one that the manifest names. */
  add(task: TaskToPack): void {
    whileWriting(this.#directory, () => {
      const isFull = this.#lines.length >= this.#sizes.tasks_per_shard;
      if (isFull || !this.#tryAdd(task)) {
        this.#finishShard();
        this.#tryAdd(task);
      }
    });
  }

  /** Ends the last shard; all shards in order. */
  finish(): readonly ShardRecord[] {
    if (this.#lines.length > 0) whileWriting(this.#directory, () => this.#finishShard());
    return this.#shards;
  }

  [Symbol.dispose](): void {
    this.#writer?.[Symbol.dispose]();
  }

  #tryAdd({ id, digest, directory }: TaskToPack): boolean {
    const shard = shardName(this.#shards.length);
    this.#writer ??= new ShardWriter(this.#directory, shard);
    const added = this.#writer.tryAdd(directory, this.#sizes.max_bytes);
    if (added === undefined) return false;
    if (added.digest !== digest) throw changed(id, directory);
    this.#lines.push({ id, shard, digest, ...added.listing });
    return true;
  }

  #finishShard(): void {
    if (this.#writer === undefined) return;
    const record = { shard: shardName(this.#shards.length), ...this.#writer.finish() };
    this.#writer[Symbol.dispose]();
    this.#writer = undefined;
    for (const line of this.#lines) this.#work.append(INDEX, line);
    this.#work.append(DONE, record);
    this.#shards.push(record);
    this.#lines = [];
  }
}

/** The shards that are recorded and there; the index is cut back to their tasks. */
function findWholeShards(work: RunFolder, directory: HostPath): ShardRecord[] {
  const recorded = work.records(DONE).map((record) => shardRecord.parse(record));
  const isWhole = ({ shard, bytes }: ShardRecord): boolean => {
    const path = joinPath(directory, shard);
    return existsSync(path) && statSync(path).size === bytes;
  };
  const firstLost = recorded.findIndex((record) => !isWhole(record));
  const whole = firstLost === -1 ? recorded : recorded.slice(0, firstLost);
  // Kept as they stand: parsing would put their members in another order.
  const lines = work.records(INDEX);
  const kept = whole.reduce((sum, { tasks }) => sum + tasks, 0);
  if (whole.length < recorded.length) work.replace(DONE, whole);
  if (lines.length > kept) work.replace(INDEX, lines.slice(0, kept));
  return whole;
}

function changed(id: string, directory: HostPath): UsageError {
  return new UsageError(
    "task-changed",
    `Cannot pack task ${id}: the files in ${directory} are not those that the manifest names.`,
    { hint: "Build the task set again, or restore the task's folder from where it came." },
  );
}
