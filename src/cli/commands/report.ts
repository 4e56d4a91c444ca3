import { resolve } from "node:path";

import { asHostPath, requireWritable, type HostPath } from "../../base/index.ts";
import type { RunReport } from "../../evaluation/index.ts";
import type { AddCommand } from "../command.ts";
import { writePage } from "../write-page.ts";

interface ReportFlags {
  readonly taskSet?: string;
  readonly html?: string;
}

/** `diorama report RUN…`: the scores of runs, read from their folders. */
export const addReport: AddCommand = (program, attach) => {
  const command = program
    .command("report")
    .summary("print the scores of runs")
    .description(
      "Prints pass@k with 95 % intervals, verdicts, and the null and reference baselines of each run. Tasks that were retired since are left out, and the scores with them are told.",
    )
    .argument("<run...>", "folders of runs")
    .option("--task-set <dir>", "where the task set of the runs is now, for its errata")
    .option("--html <file>", "write one self-contained page with plots");
  attach<[string[]], ReportFlags>(command, async (_context, [paths], { taskSet, html }) => {
    const { readRunAnswers, readRunReport, renderReportPage, renderRunReport } =
      await import("../../evaluation/index.ts");
    const hostPath = (path: string): HostPath => asHostPath(resolve(path));
    const set = taskSet === undefined ? undefined : hostPath(taskSet);
    if (html !== undefined) requireWritable(hostPath(html));
    const reports = paths.map((path) => readRunReport(hostPath(path), set));
    if (html !== undefined) {
      const runs = reports.map((report) => ({
        report,
        answers: readRunAnswers(hostPath(report.run), placeOf(report.task_set)),
      }));
      writePage(hostPath(html), renderReportPage(runs));
    }
    return {
      exitCode: 0,
      document: { runs: reports, ...(html === undefined ? {} : { html: hostPath(html) }) },
      text: [
        ...reports.map(renderRunReport),
        ...(html === undefined ? [] : [`Page: ${hostPath(html)}`]),
      ].join("\n\n"),
    };
  });
};

function placeOf({ status, path }: RunReport["task_set"]): HostPath | undefined {
  return status === "found" && path !== null ? asHostPath(path) : undefined;
}
