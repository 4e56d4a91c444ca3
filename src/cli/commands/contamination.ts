import { resolve } from "node:path";

import { asHostPath, type HostPath } from "../../base/index.ts";
import type { AddCommand } from "../command.ts";
import { numberWithin, wholeNumber } from "../option-values.ts";

interface ContaminationFlags {
  readonly public: readonly string[];
  readonly cutoff?: string;
  readonly words: number;
  readonly threshold: number;
  readonly run: readonly string[];
}

/** `diorama contamination TASKSET`: which tasks a model may have seen. */
export const addContamination: AddCommand = (program, attach) => {
  const command = program
    .command("contamination")
    .summary("tell which tasks were public before")
    .description(
      "Looks for the references and instructions of tasks in public sets, by runs of words that they share, and compares the dates of their sources with a model's cut-off. Runs over the set are scored by group.",
    )
    .argument("<taskset>", "folder of the task set")
    .option(
      "--public <file...>",
      "what was public: JSON Lines, a JSON array, or text, also packed by gzip",
      [],
    )
    .option("--cutoff <day>", "until when a model has seen what was public, as 2025-06-30")
    .option("--words <n>", "words in a row that count as the same text", wholeNumber(2), 10)
    .option(
      "--threshold <share>",
      "share of a reference from which it counts as public",
      numberWithin(0.01, 1),
      0.5,
    )
    .option("--run <dir...>", "runs over the set, to be scored by group", []);
  attach<[string], ContaminationFlags>(command, async (_context, [taskSet], flags) => {
    const { describeContamination, measureContamination } = await import("../../evaluation/index.ts");
    const hostPath = (path: string): HostPath => asHostPath(resolve(path));
    const report = measureContamination({
      taskSet: hostPath(taskSet),
      publicSets: flags.public.map(hostPath),
      cutoff: flags.cutoff,
      gramLength: flags.words,
      threshold: flags.threshold,
      runs: flags.run.map(hostPath),
    });
    return { exitCode: 0, document: report, text: describeContamination(report) };
  });
};
