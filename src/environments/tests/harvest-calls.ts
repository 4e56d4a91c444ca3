/** Calls of targets that are reached from entry calls: those are made under the recorder, as it watches tests make them. */
import { writeFileSync } from "node:fs";

import { z } from "zod";

import { createStagingDirectory, joinPath } from "../../base/index.ts";
import type { CommandOutcome } from "../../sandbox/index.ts";
import type { CaseRecipe } from "../../spec/index.ts";
import type { CallRecorder } from "../build-system.ts";
import { getBuildSystem } from "../build-systems.ts";
import { readForeignText } from "../foreign-text.ts";
import type { EnvironmentOptions } from "../options.ts";
import { runInTree, type TreeSetup } from "../run-in-tree.ts";
import { proveMade } from "./prove-made.ts";
import {
  describeRecording,
  MAX_RECORDING_BYTES,
  parseRecord,
  readRecordings,
  readWishes,
  recordingLimits,
  type RecordedCall,
  type RecordingRequest,
  type Wishes,
} from "./record-calls.ts";

/** A call to be made. */
export interface EntryCall {
  /** `module:Qualified.name`, or the name of a method of the recipe's receiver. */
  readonly call: string;
  readonly recipe: CaseRecipe;
  /** Simple names of the exceptions with which it may end: where it ends with another nothing is kept of it. */
  readonly raises: readonly string[];
}

/** How a call ended: `raised` with an exception with which it may; `other` where nothing is to be learnt from it. */
export type EntryOutcome = "returned" | "raised" | "other";

/** Where calls are made. */
export interface EntrySetting extends Pick<RecordingRequest, "acquired" | "environment"> {
  /** Import names of what is loaded first. */
  readonly modules: readonly string[];
}

/** What is called, and what is recorded meanwhile. */
export interface HarvestRequest extends EntrySetting, Pick<RecordingRequest, "targets" | "excluded"> {
  /** Calls in phases: what those of the first lead to is known, and of each later one as much is recorded as of another. */
  readonly phases: readonly (readonly EntryCall[])[];
  /** Which of the calls are wanted, given those that were written first and those that took other ways through their target. */
  readonly choose: (
    first: readonly RecordedCall[],
    otherWays: readonly RecordedCall[],
  ) => readonly RecordedCall[];
}

/** How each of some calls ends. None returns where nothing can be recorded, or where it took too long. */
export async function tryEntries(
  setting: EntrySetting,
  entries: readonly EntryCall[],
  options: EnvironmentOptions,
): Promise<readonly EntryOutcome[]> {
  await using run = openRun(setting, options);
  const text = await run.make("tried", [entries], () => ({ tries: true }));
  const outcomes = new Map(
    text?.split("\n").flatMap((line): (readonly [number, EntryOutcome])[] => {
      const { data } = triedRecord.safeParse(parseRecord(line));
      return data === undefined ? [] : [data];
    }),
  );
  return entries.map((_, index) => outcomes.get(index) ?? "other");
}

const triedRecord = z.tuple([z.int().nonnegative(), z.enum(["returned", "raised", "other"])]);

/**
 * Makes entry calls and gives the calls of the targets that they led to, but for those of the first phase. The test of each is `varied:N`, with the number of
 * the entry among all. None where nothing can be recorded, or where it took too long: what was seen by then would hang on the machine.
 */
export async function harvestCalls(
  { targets, choose, phases, ...request }: HarvestRequest,
  options: EnvironmentOptions,
): Promise<readonly RecordedCall[]> {
  await using run = openRun(request, options);
  const record = (name: string, scope: Scope): Promise<string | undefined> =>
    run.make(name, phases, (recorder, call) => ({
      ...describeRecording({ ...request, targets }, recorder, call),
      ...scope,
    }));
  const first = await record("first", { follows: true, records: MOST_RECORDS });
  if (first === undefined) return [];
  const wishes = readWishes([{ text: first }]);
  const other = Object.keys(wishes).length === 0 ? "" : await record("other", { wishes });
  if (other === undefined) return [];
  const [written, wished] = [first, other].map(
    (text) => readRecordings([{ origin: "harvested", text }], targets).calls,
  );
  return await run.prove(choose(written ?? [], wished ?? []));
}

/** Distinct calls of a target that are written in each phase, to choose from; those with new paths come on top. */
const MOST_RECORDS = 160;

type Scope = { readonly follows: true; readonly records: number } | { readonly wishes: Wishes };

interface EntryRun extends AsyncDisposable {
  /** What making the calls wrote; undefined where there is no recorder or a time limit ended it. */
  make(
    name: string,
    phases: readonly (readonly EntryCall[])[],
    describe: (recorder: CallRecorder, call: Parameters<typeof describeRecording>[2]) => object,
  ): Promise<string | undefined>;
  prove(calls: readonly RecordedCall[]): Promise<readonly RecordedCall[]>;
}

function openRun({ acquired, environment, modules }: EntrySetting, options: EnvironmentOptions): EntryRun {
  const staging = createStagingDirectory(options.cacheDirectory);
  const system = getBuildSystem(environment.recipe.language, options);
  const { recorder } = system;
  const limits = recordingLimits(options);
  const setup: TreeSetup = { system, environment, acquired, staging, options, limits };
  return {
    async make(name, phases, describe) {
      if (recorder === undefined) return undefined;
      const report = staging.folder(`report-${name}`);
      const lines = phases.flatMap((entries, phase) =>
        entries.map((entry) => JSON.stringify({ ...entry, phase })),
      );
      writeFileSync(joinPath(report, "entries.jsonl"), `${lines.join("\n")}\n`);
      const outcome: CommandOutcome = await runInTree(setup, {
        name,
        seed: 0,
        timeoutMs: limits.runSeconds * 1000,
        workerNumber: 0,
        report,
        command(call) {
          const output = `${call.report}/calls.jsonl`;
          const entries = `${call.report}/entries.jsonl`;
          const configuration = { ...describe(recorder, call), modules, output, entries };
          writeFileSync(joinPath(report, "harvest.json"), JSON.stringify(configuration));
          return recorder.makeEntries(call, `${call.report}/harvest.json`);
        },
      });
      if (outcome.status === "timed-out") return undefined;
      return readForeignText(joinPath(report, "calls.jsonl"), MAX_RECORDING_BYTES);
    },
    prove: async (calls) => (recorder === undefined ? calls : await proveMade(setup, calls, recorder)),
    [Symbol.asyncDispose]: () => staging[Symbol.asyncDispose](),
  };
}
