import { UsageError, type HostPath } from "../../base/index.ts";
import {
  buildEnvironment,
  openWorkbench,
  type EnvironmentOptions,
  type EnvironmentOutcome,
  type Workbench,
} from "../../environments/index.ts";
import {
  openRunReplies,
  REPLIES,
  summariseCalls,
  throwIfForGood,
  wrapModel,
  type CallSummary,
  type Model,
  type ModelOptions,
  type Prompts,
} from "../../models/index.ts";
import { repair, type RepairLimits, type Repaired, type RepairRecord } from "../../pipelines/index.ts";
import type { AcquiredSource } from "../../sources/index.ts";
import type { SamplingSettings } from "../../spec/index.ts";
import { RunFolder, toolVersion } from "../../store/index.ts";

/** A model that may work on an environment that rules do not bring up. */
export interface RepairRequest {
  readonly model: Model;
  readonly settings: SamplingSettings;
  readonly prompts: Prompts;
  readonly limits: RepairLimits;
  readonly reached: Omit<ModelOptions, "logger">;
  /** Folder of the answers of all runs; absent: only the record's own are used again. */
  readonly cacheDirectory: HostPath | undefined;
  /** Folder that keeps the answers, for `replay:`; absent: none does. */
  readonly record: HostPath | undefined;
}

/** What a model did, and what its answers took; `calls` is absent where there was no answer. */
export type RepairReport = RepairRecord & { readonly calls?: CallSummary };

/** An environment, and what a model did for it. */
export interface RepairedEnvironment {
  readonly outcome: EnvironmentOutcome;
  /** Absent where there was nothing for it to do. */
  readonly repair?: RepairReport;
}

/**
 * Makes the environment of a repository by rules; where its tests do not come up, lets a model work on it. What the model finds counts only where the trial of every environment
 * verifies it. Throws `not-isolated` where no sandbox isolates, what `buildEnvironment` and opening the record throw, and the failures of a model that every request meets.
 */
export async function buildRepairedEnvironment(
  acquired: AcquiredSource,
  options: EnvironmentOptions,
  request: RepairRequest,
): Promise<RepairedEnvironment> {
  if (options.backend.name === "none")
    throw new UsageError("not-isolated", "Cannot let a model run commands with --sandbox none.", {
      hint: "Leave out --model, or choose a sandbox that isolates: see diorama doctor.",
    });
  const before = await buildEnvironment(acquired, options);
  await using bench = await openWorkbench(acquired, options, before);
  if (bench === undefined) return { outcome: before };
  options.progress.begin("a model repairs the environment");
  const { repaired, calls } = await ask(bench, before, { acquired, options, request });
  if (repaired.failure !== undefined) throwIfForGood(repaired.failure);
  return {
    outcome: withFound(before, repaired, bench),
    repair: { ...repaired.record, ...(calls === undefined ? {} : { calls }) },
  };
}

interface Asking {
  readonly acquired: AcquiredSource;
  readonly options: EnvironmentOptions;
  readonly request: RepairRequest;
}

async function ask(
  bench: Workbench,
  before: EnvironmentOutcome,
  { acquired, options, request }: Asking,
): Promise<{ readonly repaired: Repaired; readonly calls: CallSummary | undefined }> {
  const { model, reached, cacheDirectory, record, settings, prompts, limits } = request;
  const { source } = acquired.repository;
  using folder = record === undefined ? undefined : openRecord(record, source, request);
  const kept: { readonly stage: string; readonly record: unknown }[] = [];
  const records = folder ?? {
    records: (wanted: string) => kept.flatMap(({ stage, record }) => (stage === wanted ? [record] : [])),
    append: (stage: string, record: unknown): void => void kept.push({ stage, record }),
  };
  const store = openRunReplies(records, model, cacheDirectory);
  const asked = wrapModel(model, { ...reached, logger: options.logger }, store);
  const label = acquired.repository.family;
  const repaired = await repair(asked, bench, before, { settings, prompts, limits, label }, options.signal);
  return { repaired, calls: summariseCalls(records.records(REPLIES)) };
}

function openRecord(path: HostPath, source: string, { model, settings, prompts }: RepairRequest): RunFolder {
  const { replaced } = prompts;
  const asked = { ...model.origin, settings, ...(replaced === undefined ? {} : { prompts: replaced }) };
  return RunFolder.open(path, {
    kind: "repair",
    options: { source, model: asked },
    tool: toolVersion(),
  });
}

/** What rules gave, with what the model found in its place where it found anything. */
function withFound(
  before: EnvironmentOutcome,
  { outcome, record }: Repaired,
  bench: Workbench,
): EnvironmentOutcome {
  const attempts = [...before.attempts, ...bench.attempts];
  const durationMs = before.durationMs + record.work_ms;
  if (outcome === undefined) return { ...before, attempts, durationMs };
  const { failure, advice } = before;
  const found = {
    what: `by a model, the plan ${JSON.stringify(record.plan)}`,
    failure: failure?.category ?? "no_tests",
    sign: failure?.cause?.text ?? advice?.problem ?? failure?.message.split("\n")[0] ?? "",
    goesBy: [],
  };
  return { ...outcome, attempts, durationMs, remedies: [...before.remedies, found] };
}
