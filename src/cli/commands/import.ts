import { resolve } from "node:path";

import { asHostPath, readableJson, requireWritable } from "../../base/index.ts";
import { importFormats } from "../../datasets/index.ts";
import type { AddCommand } from "../command.ts";
import { sandboxOption, wholeNumber, workersOption } from "../option-values.ts";
import { formatCounts } from "../table.ts";
import { writePage } from "../write-page.ts";

interface ImportFlags {
  readonly out?: string;
  readonly repository?: string;
  readonly limit?: number;
  readonly report?: string;
  readonly seed: number;
  readonly workers: number;
  readonly sandbox: string;
}

/** `diorama import FORMAT FILE`: makes proven tasks of others' rows. Exit 1 where no task was accepted. */
export const addImport: AddCommand = (program, attach) => {
  const known = Object.entries(importFormats).map(([name, { summary }]) => `  ${name}: ${summary}`);
  const command = program
    .command("import")
    .summary("make proven tasks of the rows of other data sets")
    .description(
      `Makes executable tasks of the rows of a file and proves each of them.\n\nFormats:\n${known.join("\n")}`,
    )
    .argument("<format>", "format of the file")
    .argument("<file>", "file with the rows")
    .option("--out <dir>", "folder of the task set (default: ./task-sets/<name>-<digest of the inputs>)")
    .option(
      "--repository <source>",
      "where the code of the rows is, for formats that do not bring it: as SOURCE of build",
    )
    .option("--limit <n>", "stop after this many accepted tasks", wholeNumber(1))
    .option(
      "--report <file>",
      "also run the rows' own tests on all mutants, and write who tells which, as JSON",
    )
    .option("--seed <n>", "seed of every random choice", wholeNumber(0), 0)
    .addOption(workersOption())
    .addOption(sandboxOption());
  attach<[string, string], ImportFlags>(command, async (context, [format, file], flags) => {
    const { compareWithRows, getImporterWithTests, importTaskSet } = await import("../../curation/index.ts");
    const { report: agreementFile, ...options } = flags;
    const agreementPath = agreementFile === undefined ? undefined : asHostPath(resolve(agreementFile));
    if (agreementPath !== undefined) {
      getImporterWithTests(format);
      requireWritable(agreementPath);
    }
    const report = await importTaskSet({ format, file, ...options }, context);
    if (agreementPath !== undefined) {
      const question = { format, file, taskSet: report.task_set, ...options };
      const agreement = await compareWithRows(question, context);
      writePage(agreementPath, readableJson(agreement));
    }
    return {
      exitCode: report.accepted > 0 ? 0 : 1,
      document: report,
      text: [
        ...(report.was_finished ? ["This task set was finished before; nothing was left to do.", ""] : []),
        `rows      ${report.rows}`,
        `accepted  ${report.accepted}`,
        `rejected  ${formatCounts(report.rejected)}`,
        ...(flags.repository === undefined && report.rejected["needs_repository"] !== undefined
          ? [
              `Rows of ${format} run inside the repository that they are about. Name it, as SOURCE of build, with: --repository SOURCE --out DIR`,
            ]
          : []),
        "",
        `${report.accepted} ${report.accepted === 1 ? "task" : "tasks"} in ${report.task_set}`,
      ].join("\n"),
    };
  });
};
