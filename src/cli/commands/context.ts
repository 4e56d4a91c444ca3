import { Option } from "commander";

import type { ContextName } from "../../analysis/index.ts";
import { TOKENIZER } from "../../base/index.ts";
import { wholeNumber } from "../option-values.ts";
import type { AddCommand } from "../command.ts";

interface ContextFlags {
  readonly provider: ContextName;
  readonly budget: number;
}

const PROVIDERS: readonly ContextName[] = [
  "slice:visible",
  "slice:oracle",
  "file",
  "types",
  "files",
  "callers",
  "tests",
  "similar",
  "none",
];

/** `diorama context SOURCE TARGET`: what a model would be shown around a target whose body is hidden. Exit 1 where that is nothing. */
export const addContext: AddCommand = (program, attach) => {
  const command = program
    .command("context")
    .summary("show what a model is shown around a target")
    .description(
      "Shows the code around a function or method of a SOURCE (as for build) as a model is shown it that is to write its body. The body and near copies of it are hidden from every provider but slice:oracle, which tells which names the body uses. Nothing is run. Tokens are counted as a quarter of the characters.",
    )
    .argument("<source>", "a repository as for build")
    .argument("<target>", "PATH:NAME, or NAME where it is the only one")
    .addOption(new Option("--provider <name>", "what is shown").choices(PROVIDERS).default("slice:visible"))
    .option("--budget <tokens>", "most tokens", wholeNumber(1), 6_000);
  attach<[string, string], ContextFlags>(command, async (context, [source, target], { provider, budget }) => {
    const { openTargetContext } = await import("../../curation/index.ts");
    const { contextSummaries } = await import("../../analysis/index.ts");
    using opened = await openTargetContext(source, target, context);
    const { text, tokens, leftOut } = opened.make(provider, budget);
    return {
      exitCode: text === "" && provider !== "none" ? 1 : 0,
      document: {
        target: opened.place,
        provider,
        shows: contextSummaries[provider],
        reads_answer: provider === "slice:oracle",
        text,
        tokens,
        tokenizer: TOKENIZER,
        left_out: leftOut,
      },
      text: text === "" ? "There is nothing to show." : text,
    };
  });
};
