/*
 * Packs many small tasks and reads them again: `node bench/shards.ts [tasks]`. Says files, bytes, times and memory.
 * The reading is a process of its own (`node bench/shards.ts read DIR`), so that its memory is its own.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

import {
  asHostPath,
  joinPath,
  makeTemporaryFolder,
  readableJson,
  sha256,
  type HostPath,
} from "../src/base/index.ts";
import { readTaskSet } from "../src/datasets/index.ts";
import type { ShardRecord } from "../src/datasets/shards/format.ts";
import { ShardSeries } from "../src/datasets/shards/shard-series.ts";
import { digestFiles } from "../src/datasets/task-files.ts";
import { parseTaskRecord, type TaskSetManifest } from "../src/spec/index.ts";
import { RunFolder } from "../src/store/index.ts";
import { taskIds, writeOrchardTaskSet } from "../test/evaluation/orchard-task-set.ts";

/** Files of the repository that every task shows beside its own. */
const REPOSITORY_FILES = 8;
const SIZES = { tasks_per_shard: 1_000, max_bytes: 1024 ** 3 };

const [first = "100000", set] = process.argv.slice(2);
if (first === "read" && set !== undefined) readAll(asHostPath(set));
else await packAndRead(Number(first));

async function packAndRead(count: number): Promise<void> {
  const folder = makeTemporaryFolder("bench");
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const task = await prepareTask(folder);
  const started = performance.now();
  const { directory, shards } = packMany(folder, task, count);
  report("packing", started);
  const sum = (key: "bytes" | "task_files" | "task_bytes"): number =>
    shards.reduce((total, shard) => total + shard[key], 0);
  console.log(
    `${count} tasks: ${shards.length + 3} files of ${megabytes(sum("bytes"))}; ` +
      `as folders ${sum("task_files")} files of ${megabytes(sum("task_bytes"))}`,
  );
  spawnSync(process.execPath, [import.meta.filename, "read", directory], { stdio: "inherit" });
}

function readAll(directory: HostPath): void {
  const before = process.memoryUsage.rss();
  const opening = performance.now();
  using taskSet = readTaskSet(directory);
  report("opening", opening);
  const { length } = taskSet.manifest.tasks;
  const getting = performance.now();
  const middle = taskSet.get(idOf(Math.floor(length / 2)));
  report("index and one task from the middle", getting);
  const opened = process.memoryUsage.rss();
  const unpacking = performance.now();
  statSync(middle.maskedTree);
  middle[Symbol.dispose]();
  report("its tree on disk and gone again", unpacking);
  const iterating = performance.now();
  let largest = 0;
  for (const task of taskSet.tasks()) {
    if (task.instruction === "") throw new Error(`Task ${task.record.id} has no instruction.`);
    largest = Math.max(largest, process.memoryUsage.rss());
  }
  report("all records and instructions", iterating);
  console.log(
    `memory: ${megabytes(before)} at the start, ${megabytes(opened)} with manifest and index, at most ${megabytes(largest)}`,
  );
}

/** A task's folder to make the others from. */
async function prepareTask(folder: HostPath): Promise<HostPath> {
  const orchard = joinPath(folder, "orchard");
  await writeOrchardTaskSet(orchard);
  const task = joinPath(folder, "task");
  cpSync(joinPath(orchard, "tasks", taskIds[0]), task, { recursive: true });
  for (let number = 0; number < REPOSITORY_FILES; number++) {
    const directory = joinPath(task, "environment/repository", `part-${number % 4}`);
    mkdirSync(directory, { recursive: true });
    writeFileSync(joinPath(directory, `file-${number}.py`), `NUMBER = ${number}\n`.repeat(100));
  }
  return task;
}

function packMany(
  folder: HostPath,
  task: HostPath,
  count: number,
): { readonly directory: HostPath; readonly shards: readonly ShardRecord[] } {
  using work = RunFolder.open(joinPath(folder, "work"), { kind: "pack", options: {}, tool: "bench" });
  using series = new ShardSeries(work, SIZES);
  const record = parseTaskRecord(JSON.parse(readFileSync(joinPath(task, "diorama.json"), "utf8")));
  const digests = digestsOf(task);
  const tasks: TaskSetManifest["tasks"] = [];
  for (let number = 0; number < count; number++) {
    const id = idOf(number);
    const texts = {
      "diorama.json": readableJson({ ...record, id }),
      "instruction.md": `# Write grade ${number}\n${"Say how ripe it is. ".repeat(50)}`,
      "environment/repository/orchard.py": `"""Fruit ${number}."""\n`,
    };
    for (const [path, text] of Object.entries(texts)) {
      writeFileSync(joinPath(task, path), text);
      digests.set(path, sha256(text));
    }
    const digest = digestFiles([...digests].map(([path, hash]) => ({ path, sha256: hash })));
    series.add({ id, digest, directory: task });
    const { split, cluster } = record;
    tasks.push({ id, digest, tier: "core", path: "orchard.py", name: "grade", split, cluster });
  }
  const shards = series.finish();
  const directory = joinPath(work.path, "set");
  const description = { format: "task-shards/1", sizes: SIZES, tasks: count, shards };
  writeFileSync(joinPath(directory, "shards/shards.json"), readableJson(description));
  const manifest = { format: "task-set/1", name: "many", tool: "bench", options: {}, inputs_digest: "" };
  writeFileSync(joinPath(directory, "task-set.json"), readableJson({ ...manifest, tasks, diversity: {} }));
  return { directory, shards };
}

function digestsOf(directory: HostPath): Map<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(directory, path), sha256(readFileSync(path))];
    }),
  );
}

function idOf(number: number): string {
  return `grade-${number.toString(16).padStart(12, "0")}`;
}

function report(what: string, started: number): void {
  console.log(`${what}: ${((performance.now() - started) / 1000).toFixed(2)} s`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
