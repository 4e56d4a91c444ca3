import { Option, type Command } from "commander";

import type { ContextName } from "../analysis/index.ts";
import type { AskingOptions, FeedbackKind, SpecificationName } from "../evaluation/index.ts";
import { addModelOptions, readModelOptions, type ModelFlags } from "./model-options.ts";
import { wholeNumber } from "./option-values.ts";
import { contextOption, specificationOption } from "./prompt-form.ts";

/** The options of a model whose completions are evaluated, as commander parsed them. */
export interface AskingFlags extends ModelFlags {
  readonly seed?: number;
  readonly requests: number;
  readonly context: ContextName;
  readonly contextTokens: number;
  readonly specification: SpecificationName;
  readonly chainOfThought?: boolean;
  readonly rounds: number;
  readonly feedback: FeedbackKind;
}

const feedbackChoices: readonly FeedbackKind[] = ["none", "error", "examples"];

/** Adds what is said of a model whose completions are evaluated. */
export function addAskingOptions(command: Command): Command {
  return addModelOptions(command)
    .option("--seed <n>", "seed of the service's chance; each sample has the next one", wholeNumber(0))
    .option("--requests <n>", "requests to the model at a time", wholeNumber(1), 4)
    .addOption(
      contextOption("what the model is shown of the target's file: the code, headers and types, or nothing"),
    )
    .option("--context-tokens <n>", "most tokens of that, four characters each", wholeNumber(0), 8_000)
    .addOption(specificationOption("the whole instruction, or only the header and where it stands"))
    .option("--chain-of-thought", "ask the model to think step by step before it answers")
    .option("--rounds <n>", "answers to a question at most: a wrong one may be corrected", wholeNumber(1), 1)
    .addOption(
      new Option(
        "--feedback <kind>",
        "what the model is told of a wrong answer: nothing but that (hidden cases decide it), why it could not be run, or also the shown example that it fails",
      )
        .choices(feedbackChoices)
        .default("examples"),
    );
}

/** Reads the options and, from `environment`, the key. Throws what `readModelOptions` throws. */
export async function readAskingOptions(
  flags: AskingFlags,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<AskingOptions> {
  const { settings, ...reached } = await readModelOptions(flags, environment);
  return {
    ...reached,
    settings: { ...settings, ...(flags.seed === undefined ? {} : { seed: flags.seed }) },
    prompt: {
      context: flags.context,
      contextTokens: flags.contextTokens,
      specification: flags.specification,
      ...(flags.chainOfThought === true ? { answer: "steps" } : {}),
    },
    debugging: { rounds: flags.rounds, feedback: flags.feedback },
    requests: flags.requests,
  };
}
