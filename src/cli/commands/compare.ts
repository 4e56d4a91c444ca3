import { resolve } from "node:path";

import { Option } from "commander";

import { asHostPath } from "../../base/index.ts";
import type { AddCommand } from "../command.ts";
import { wholeNumber } from "../option-values.ts";

interface CompareFlags {
  readonly by: "repository" | "task";
  readonly k: number;
}

/** `diorama compare RUN RUN`: whether one solver is better than another, task by task. */
export const addCompare: AddCommand = (program, attach) => {
  const command = program
    .command("compare")
    .summary("compare two runs task by task, with a paired test")
    .description(
      "Compares two runs over the tasks that both judged: the difference of their pass@k with its 95 % interval, and a paired sign-flip test. Tasks of a renamed variant are paired with those that they were made of.",
    )
    .argument("<first>", "folder of a run")
    .argument("<second>", "folder of another")
    .addOption(
      new Option(
        "--by <unit>",
        "what is independent of one another: repositories, where tasks come from several, or tasks",
      )
        .choices(["repository", "task"])
        .default("repository"),
    )
    .option("--k <n>", "compare pass@n, estimated without bias from each task's samples", wholeNumber(1), 1);
  attach<[string, string], CompareFlags>(command, async (_context, [first, second], { by, k }) => {
    const { compareRuns, describeComparison } = await import("../../evaluation/index.ts");
    const comparison = compareRuns(asHostPath(resolve(first)), asHostPath(resolve(second)), { by, k });
    return { exitCode: 0, document: comparison, text: describeComparison(comparison) };
  });
};
