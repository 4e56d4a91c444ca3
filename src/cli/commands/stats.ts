import { resolve } from "node:path";

import { asHostPath, requireWritable } from "../../base/index.ts";
import { readTaskSet } from "../../datasets/index.ts";
import type { PromptForm } from "../../spec/index.ts";
import type { AddCommand } from "../command.ts";
import { contextOption, specificationOption } from "../prompt-form.ts";
import { writePage } from "../write-page.ts";

interface StatsFlags extends PromptForm {
  readonly html?: string;
}

/** `diorama stats TASKSET`: what a task set is like, and where the rest of the targets went. */
export const addStats: AddCommand = (program, attach) => {
  const command = program
    .command("stats")
    .summary("describe a task set: funnel, quality, difficulty, diversity")
    .argument("<taskset>", "folder of the task set")
    .addOption(contextOption("take the solve rates of solvers that were shown this of the target's file"))
    .addOption(specificationOption("and were told the whole instruction, or only the header"))
    .option("--method <name>", "and answered so: direct, steps, debug:ROUNDS:FEEDBACK", "direct")
    .option("--html <file>", "write one self-contained page with plots");
  attach<[string], StatsFlags>(command, async (_context, [path], { html, ...form }) => {
    const { readStatistics, renderStatsPage } = await import("../../evaluation/index.ts");
    const { renderStatistics } = await import("../statistics-text.ts");
    const page = html === undefined ? undefined : asHostPath(resolve(html));
    if (page !== undefined) requireWritable(page);
    using taskSet = readTaskSet(asHostPath(resolve(path)));
    const statistics = readStatistics(taskSet, form);
    const text = renderStatistics(statistics);
    if (page === undefined) return { exitCode: 0, document: statistics, text };
    const tasks = Iterator.from(taskSet.tasks()).map(({ record, instruction }) => ({
      id: record.id,
      tier: record.tier,
      target: `${record.targets[0]?.path}:${record.targets[0]?.name}`,
      instruction,
    }));
    writePage(page, renderStatsPage(statistics, tasks));
    return { exitCode: 0, document: { ...statistics, html: page }, text: `${text}\n\nPage: ${page}` };
  });
};
