import { resolve } from "node:path";

import type { Command } from "commander";

import { asHostPath, UsageError } from "../base/index.ts";
import type { RepairRequest } from "../curation/index.ts";
import type { CommandContext } from "./command.ts";
import { readModelOptions, type ModelFlags } from "./model-options.ts";
import { numberWithin, wholeNumber } from "./option-values.ts";

/** The options of a model that repairs environments, as commander parsed them. */
export interface RepairFlags extends ModelFlags {
  readonly record?: string;
  readonly turns: number;
  readonly commands: number;
  readonly commandSeconds: number;
  readonly trials: number;
  readonly workMinutes: number;
  readonly cpuMinutes: number;
  readonly fromLock?: string;
}

/** Adds what is said of a model that works on an environment which rules do not bring up. */
export function addRepairOptions(command: Command): Command {
  return command
    .option(
      "--model <spec>",
      "a model that looks for a plan where the tests do not come up: openai:MODEL@BASE_URL, anthropic:MODEL, replay:FILE",
    )
    .option(
      "--record <dir>",
      "folder that keeps its answers, for replay:DIR and to go on after an interruption",
    )
    .option("--turns <n>", "answers of it at most", wholeNumber(1), 30)
    .option("--commands <n>", "commands that it may run in the sandbox", wholeNumber(0), 20)
    .option("--command-seconds <s>", "seconds after which one of them is ended", wholeNumber(1), 120)
    .option("--trials <n>", "plans of it that are installed and tested", wholeNumber(1), 6)
    .option("--work-minutes <n>", "time of its commands and trials together", numberWithin(0, 1e6), 60)
    .option("--cpu-minutes <n>", "processor time of them together", numberWithin(0, 1e6), 120);
}

/** Reads the options and, from the process's variables, the key; undefined where no model is named. Throws `bad-command-line` and what `readModelOptions` and `openModel` throw. */
export async function readRepair(
  flags: RepairFlags,
  { logger }: Pick<CommandContext, "logger">,
): Promise<RepairRequest | undefined> {
  const {
    model: spec,
    record,
    turns,
    commands,
    commandSeconds,
    trials,
    workMinutes,
    cpuMinutes,
    fromLock,
  } = flags;
  if (spec === undefined && record === undefined) return undefined;
  if (spec === undefined)
    throw new UsageError(
      "bad-command-line",
      "Cannot use --record: there is no --model whose answers are kept.",
    );
  if (fromLock !== undefined)
    throw new UsageError("bad-command-line", "Cannot use --model beside --from-lock: the lock decides all.");
  const { openModel } = await import("../models/index.ts");
  const { settings, prompts, cacheDirectory, ...reached } = await readModelOptions(flags, process.env);
  return {
    model: await openModel(spec, { ...reached, logger }),
    settings,
    prompts,
    reached,
    cacheDirectory,
    limits: { turns, commands, commandSeconds, verifications: trials, workMinutes, cpuMinutes },
    record: record === undefined ? undefined : asHostPath(resolve(record)),
  };
}
