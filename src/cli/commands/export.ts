import { resolve } from "node:path";

import { asHostPath, createWordRecord, requireWritable } from "../../base/index.ts";
import {
  describeChangedTasks,
  exportFormats,
  findChangedTasks,
  getExportFormat,
  readTaskSet,
  type ExportedRow,
  type ExportFormat,
  type LoadedTask,
  type TaskSet,
} from "../../datasets/index.ts";
import { loadParts } from "../../languages/index.ts";
import type { AddCommand } from "../command.ts";
import { formatCounts } from "../table.ts";
import { writePage } from "../write-page.ts";

interface ExportFlags {
  readonly format: string;
  readonly out?: string;
}

/** `diorama export TASKSET --format F`: writes tasks as rows of another format. Exit 1 where no task can be one. */
export const addExport: AddCommand = (program, attach) => {
  const known = Object.entries(exportFormats).map(([name, { summary }]) => `  ${name}: ${summary}`);
  const command = program
    .command("export")
    .summary("write tasks as rows of other data sets")
    .description(
      `Writes the tasks of a set in a format of others, retired ones left out. The file holds the references.\n\nFormats:\n${known.join("\n")}`,
    )
    .argument("<taskset>", "folder of the task set")
    .requiredOption("--format <name>", "format to write")
    .option("--out <file>", "file to write (default: ./<name of the set>-<format> with the format's ending)");
  attach<[string], ExportFlags>(command, async ({ progress, signal }, [path], { format: name, out }) => {
    const format = getExportFormat(name);
    using taskSet = readTaskSet(asHostPath(resolve(path)));
    const file = asHostPath(resolve(out ?? `${taskSet.manifest.name}-${name}${format.ending}`));
    requireWritable(file);
    const changed = await findChangedTasks(taskSet, taskSet.tasks(), signal);
    const warning = describeChangedTasks(changed, taskSet);
    if (warning !== undefined) progress.note(warning);
    const { rows, leftOut, retiredCases } = await writeRows(taskSet, format);
    const isEmpty = rows.length === 0;
    if (!isEmpty) writePage(file, format.render(rows));
    const document = {
      task_set: taskSet.directory,
      file: isEmpty ? null : file,
      format: name,
      rows: rows.length,
      left_out: leftOut,
      retired_cases: retiredCases,
    };
    const written = isEmpty
      ? `No task of ${taskSet.directory} can be a row of ${name}: no file was written.`
      : `${rows.length} rows in ${file}`;
    return {
      exitCode: isEmpty ? 1 : 0,
      document,
      text: [
        written,
        `left out  ${formatCounts(leftOut)}`,
        ...(retiredCases.length === 0
          ? []
          : [`retired   ${retiredCases.length} cases, which grade none of the rows`]),
      ].join("\n"),
    };
  });
};

/** Tasks as rows, why the others are none, and the cases that were taken out of those that are. */
async function writeRows(
  taskSet: TaskSet,
  format: ExportFormat,
): Promise<{
  readonly rows: readonly unknown[];
  readonly leftOut: Readonly<Record<string, number>>;
  readonly retiredCases: readonly { readonly task_id: string; readonly case_id: string }[];
}> {
  const rows: unknown[] = [];
  const leftOut = createWordRecord<number>();
  const retiredCases: { task_id: string; case_id: string }[] = [];
  for (const loaded of taskSet.tasks()) {
    using task = loaded;
    const exported = await writeRow(taskSet, task, format);
    if (exported.status === "left_out") leftOut[exported.reason] = (leftOut[exported.reason] ?? 0) + 1;
    else {
      rows.push(exported.row);
      for (const { task_id, case_id } of task.retiredCases.values()) retiredCases.push({ task_id, case_id });
    }
  }
  return { rows, leftOut, retiredCases };
}

async function writeRow({ retired }: TaskSet, task: LoadedTask, format: ExportFormat): Promise<ExportedRow> {
  if (retired.tasks.has(task.record.id)) return { status: "left_out", reason: "retired" };
  const { present } = await loadParts(task.record.language, ["present"], "export tasks");
  return format.rowOf(task, present.values);
}
