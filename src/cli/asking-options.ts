import { Option, type Command } from "commander";

import type { ContextName } from "../analysis/index.ts";
import { UsageError } from "../base/index.ts";
import type { AskingOptions, FeedbackKind, SpecificationName } from "../evaluation/index.ts";
import { numberWithin, wholeNumber } from "./option-values.ts";
import { contextOption, specificationOption } from "./prompt-form.ts";

/** The options of a model over a service, as commander parsed them. */
export interface AskingFlags {
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly requests: number;
  readonly requestTimeout: number;
  readonly maxCalls?: number;
  readonly context: ContextName;
  readonly contextTokens: number;
  readonly specification: SpecificationName;
  readonly chainOfThought?: boolean;
  readonly rounds: number;
  readonly feedback: FeedbackKind;
  readonly keyVariable?: string;
}

const feedbackChoices: readonly FeedbackKind[] = ["none", "error", "examples"];

/** Holds the key where `--key-variable` names no other. */
const KEY_VARIABLE = "OPENAI_API_KEY";

/** Adds what is said of a model over a service. */
export function addAskingOptions(command: Command): Command {
  return command
    .option(
      "--temperature <t>",
      "how freely the model answers (default: the service's own)",
      numberWithin(0, 2),
    )
    .option("--max-tokens <n>", "most tokens of an answer (default: the service's own)", wholeNumber(1))
    .option("--requests <n>", "requests to the model at a time", wholeNumber(1), 4)
    .option("--request-timeout <s>", "seconds after which a request is given up", wholeNumber(1), 600)
    .option("--max-calls <n>", "answers to ask for now; the same command asks for the rest", wholeNumber(1))
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
    )
    .option(
      "--key-variable <name>",
      `environment variable that holds the service's key (default: ${KEY_VARIABLE}, if set)`,
    );
}

/** Reads the options and, from `environment`, the key. Throws `UsageError` `missing-key` where a variable is named and not set. */
export function readAskingOptions(
  flags: AskingFlags,
  environment: Readonly<Record<string, string | undefined>>,
): AskingOptions {
  return {
    settings: { temperature: flags.temperature ?? null, max_tokens: flags.maxTokens ?? null },
    prompt: {
      context: flags.context,
      contextTokens: flags.contextTokens,
      specification: flags.specification,
      ...(flags.chainOfThought === true ? { answer: "steps" } : {}),
    },
    debugging: { rounds: flags.rounds, feedback: flags.feedback },
    requests: flags.requests,
    timeoutMs: flags.requestTimeout * 1_000,
    maxCalls: flags.maxCalls,
    apiKey: readKey(flags.keyVariable, environment),
    proxyVariables: readProxyVariables(environment),
  };
}

function readKey(
  variable: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const key = environment[variable ?? KEY_VARIABLE]?.trim();
  if (key !== undefined && key !== "") return key;
  if (variable === undefined) return undefined;
  throw new UsageError("missing-key", `Cannot ask a model: the variable ${variable} is not set or empty.`, {
    hint: `Set it, or leave out --key-variable for an endpoint that needs no key.`,
  });
}

function readProxyVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const isProxy = (name: string): boolean => /^(?:https?|no)_proxy$/i.test(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isProxy(name)));
}
