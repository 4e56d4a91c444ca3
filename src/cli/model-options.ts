import { resolve } from "node:path";

import { Option, type Command } from "commander";

import { asHostPath, joinPath, UsageError, type HostPath } from "../base/index.ts";
import type { ModelOptions, Prompts } from "../models/index.ts";
import type { SamplingSettings } from "../spec/index.ts";
import { numberWithin, wholeNumber } from "./option-values.ts";

/** The options of a model over a service, as commander parsed them. */
export interface ModelFlags {
  readonly model?: string;
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxTokens?: number;
  readonly stop?: string[];
  readonly reasoning?: NonNullable<SamplingSettings["reasoning"]>;
  readonly requestTimeout: number;
  readonly stallTimeout?: number;
  readonly samplesAtOnce: number;
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
  readonly maxCalls?: number;
  readonly maxTotalTokens?: number;
  readonly maxUsd?: number;
  readonly maxMinutes?: number;
  readonly prices?: string;
  readonly replyCache: boolean;
  readonly keyVariable?: string;
  readonly prompts?: string;
}

const REASONING = ["none", "minimal", "low", "medium", "high"] as const;

/** Adds what is said of a model over a service: how it answers, what it may take, how it is reached. */
export function addModelOptions(command: Command): Command {
  return command
    .option(
      "--temperature <t>",
      "how freely the model answers (default: the service's own)",
      numberWithin(0, 2),
    )
    .option("--top-p <p>", "draw from the likeliest tokens of this probability", numberWithin(0, 1))
    .option("--max-tokens <n>", "most tokens of an answer (default: the service's own)", wholeNumber(1))
    .option("--stop <text...>", "texts that end an answer")
    .addOption(
      new Option("--reasoning <effort>", "how long the model thinks first, where it can").choices(REASONING),
    )
    .option("--request-timeout <s>", "seconds after which a request is given up", wholeNumber(1), 600)
    .option(
      "--stall-timeout <s>",
      "take answers piece by piece, and give one up where nothing comes for so many seconds",
      wholeNumber(1),
    )
    .option(
      "--samples-at-once <n>",
      "samples of one prompt that a request asks for at most, where the service can",
      wholeNumber(1),
      8,
    )
    .option("--requests-per-minute <n>", "requests within any minute", wholeNumber(1))
    .option("--tokens-per-minute <n>", "tokens read and written within any minute", wholeNumber(1))
    .option("--max-calls <n>", "answers to ask for now; the same command asks for the rest", wholeNumber(1))
    .option("--max-total-tokens <n>", "tokens to spend now, read and written", wholeNumber(1))
    .option("--max-usd <usd>", "money to spend now; needs known prices", numberWithin(0, 1e9))
    .option("--max-minutes <n>", "time after which nothing more is asked now", numberWithin(0, 1e6))
    .option(
      "--prices <file>",
      "what tokens cost, where the service does not say so: JSON as LiteLLM publishes it",
    )
    .option(
      "--prompts <dir>",
      "folder of prompts that replace those of the same name, such as r2e/write-tests.md",
    )
    .option("--no-reply-cache", "ask again what an earlier run on this machine was answered")
    .option(
      "--key-variable <name>",
      "environment variable that holds the service's key (default: OPENAI_API_KEY or ANTHROPIC_API_KEY, if set)",
    );
}

/** How a model is to answer and to be reached. */
export interface ModelRequestOptions extends Omit<ModelOptions, "logger"> {
  readonly settings: SamplingSettings;
  readonly prompts: Prompts;
  /** Folder of the answers of all runs; absent: only the run's own are used again. */
  readonly cacheDirectory: HostPath | undefined;
}

/** Reads the options and, from `environment`, the key. Throws `UsageError`: `missing-key` where a variable is named and not set, `bad-prices`, and what `openPrompts` throws. */
export async function readModelOptions(
  flags: ModelFlags,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ModelRequestOptions> {
  const { userCacheDirectory } = await import("../curation/index.ts");
  const { keyVariableOf, openPrompts, readPrices } = await import("../models/index.ts");
  const { topP, stop, reasoning, stallTimeout, prices, prompts } = flags;
  return {
    settings: {
      temperature: flags.temperature ?? null,
      max_tokens: flags.maxTokens ?? null,
      ...(topP === undefined ? {} : { top_p: topP }),
      ...(stop === undefined ? {} : { stop }),
      ...(reasoning === undefined ? {} : { reasoning }),
    },
    prompts: openPrompts(prompts === undefined ? undefined : asHostPath(resolve(prompts))),
    timeoutMs: flags.requestTimeout * 1_000,
    stallMs: stallTimeout === undefined ? undefined : stallTimeout * 1_000,
    samplesAtOnce: flags.samplesAtOnce,
    rateLimit: { requests: flags.requestsPerMinute, tokens: flags.tokensPerMinute },
    budget: {
      calls: flags.maxCalls,
      tokens: flags.maxTotalTokens,
      usd: flags.maxUsd,
      minutes: flags.maxMinutes,
    },
    prices: prices === undefined ? undefined : readPrices(asHostPath(resolve(prices))),
    cacheDirectory: flags.replyCache ? joinPath(userCacheDirectory(environment), "replies") : undefined,
    apiKey: readKey(flags.keyVariable, keyVariableOf(flags.model ?? ""), environment),
    proxyVariables: readProxyVariables(environment),
  };
}

function readKey(
  named: string | undefined,
  usual: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const key = environment[named ?? usual ?? ""]?.trim();
  if (key !== undefined && key !== "") return key;
  if (named === undefined) return undefined;
  throw new UsageError("missing-key", `Cannot ask a model: the variable ${named} is not set or empty.`, {
    hint: `Set it, or leave out --key-variable for an endpoint that needs no key.`,
  });
}

/** The variables that name proxies. */
export function readProxyVariables(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const isProxy = (name: string): boolean => /^(?:https?|no)_proxy$/i.test(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isProxy(name)));
}
