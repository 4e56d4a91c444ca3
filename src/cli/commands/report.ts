import { resolve } from "node:path";

import { asHostPath } from "../../base/index.ts";
import type { AddCommand } from "../command.ts";

/** `diorama report RUN…`: the scores of runs, read from their folders. */
export const addReport: AddCommand = (program, attach) => {
  const command = program
    .command("report")
    .summary("print the scores of runs")
    .description(
      "Prints pass@k with 95 % intervals, verdicts, and the null and reference baselines of each run.",
    )
    .argument("<run...>", "folders of runs");
  attach<[string[]], object>(command, async (_context, [paths]) => {
    const { readRunReport, renderRunReport } = await import("../../evaluation/index.ts");
    const reports = paths.map((path) => readRunReport(asHostPath(resolve(path))));
    return { exitCode: 0, document: { runs: reports }, text: reports.map(renderRunReport).join("\n\n") };
  });
};
