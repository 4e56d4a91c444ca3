import { resolve } from "node:path";

import { Option } from "commander";

import { asHostPath, UsageError } from "../../base/index.ts";
import { packTaskSet, TASKS_PER_SHARD, writeParquet, type PackReport } from "../../datasets/index.ts";
import { toolVersion } from "../../store/index.ts";
import type { AddCommand } from "../command.ts";
import { wholeNumber } from "../option-values.ts";

interface PackFlags {
  readonly out: string;
  readonly format: "shards" | "parquet";
  readonly tasksPerShard?: number;
}

/** `diorama pack TASKSET --out DIR`: a set of many tasks in few files. */
export const addPack: AddCommand = (program, attach) => {
  const command = program
    .command("pack")
    .summary("put a task set into few files")
    .description(
      "Shards are tar files with an index: nothing is lost, every command reads them as it reads folders, and unpack gives the folders again. Parquet is one table of what anybody may know of the tasks, to look at and to train from; the tasks cannot be made from it again.",
    )
    .argument("<taskset>", "folder of the task set")
    .requiredOption("--out <dir>", "where the files go")
    .addOption(
      new Option("--format <format>", "shards (lossless), or parquet (one table, tasks.parquet)")
        .choices(["shards", "parquet"])
        .default("shards"),
    )
    .option("--tasks-per-shard <n>", `most tasks in one shard (default: ${TASKS_PER_SHARD})`, wholeNumber(1));
  attach<[string], PackFlags>(command, async (context, [path], { out, format, tasksPerShard }) => {
    const options = {
      taskSet: asHostPath(resolve(path)),
      out: asHostPath(resolve(out)),
      tool: toolVersion(),
    };
    if (format === "shards") {
      const report = await packTaskSet({ ...options, ...(tasksPerShard && { tasksPerShard }) }, context);
      return { exitCode: 0, document: report, text: renderPackReport(report) };
    }
    if (tasksPerShard !== undefined)
      throw new UsageError("bad-command-line", "Cannot use --tasks-per-shard: a parquet file has no shards.");
    const report = await writeParquet(options, context);
    return { exitCode: 0, document: report, text: `${report.tasks} tasks in ${report.file}` };
  });
};

function renderPackReport(report: PackReport): string {
  const { tasks, shards, bytes, task_files, task_bytes, packed } = report;
  const factor = bytes === 0 ? 1 : task_bytes / bytes;
  return [
    ...(report.was_finished ? ["This task set was packed before; nothing was left to do.", ""] : []),
    `${tasks} tasks in ${shards} shards in ${packed}`,
    `${task_files} files of ${formatMegabytes(task_bytes)} became ${formatMegabytes(bytes)}, ${factor.toFixed(1)} times less`,
  ].join("\n");
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
