import { resolve } from "node:path";

import { asHostPath, createWordRecord, requireWritable } from "../../base/index.ts";
import {
  describeChangedTasks,
  exportFormats,
  findChangedTasks,
  getExportFormat,
  readTaskSet,
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
      `Writes the tasks of a set in a format of others. The file holds the references.\n\nFormats:\n${known.join("\n")}`,
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
    const rows: unknown[] = [];
    const leftOut = createWordRecord<number>();
    for (const loaded of taskSet.tasks()) {
      using task = loaded;
      const { present } = await loadParts(task.record.language, ["present"], "export tasks");
      const exported = format.rowOf(task, present.values);
      if (exported.status === "written") rows.push(exported.row);
      else leftOut[exported.reason] = (leftOut[exported.reason] ?? 0) + 1;
    }
    const isEmpty = rows.length === 0;
    if (!isEmpty) writePage(file, format.render(rows));
    const document = {
      task_set: taskSet.directory,
      file: isEmpty ? null : file,
      format: name,
      rows: rows.length,
      left_out: leftOut,
    };
    const written = isEmpty
      ? `No task of ${taskSet.directory} can be a row of ${name}: no file was written.`
      : `${rows.length} rows in ${file}`;
    return {
      exitCode: isEmpty ? 1 : 0,
      document,
      text: `${written}\nleft out  ${formatCounts(leftOut)}`,
    };
  });
};
