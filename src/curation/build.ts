import { basename, resolve } from "node:path";

import { getFilterName, getPreset } from "../analysis/index.ts";
import {
  asHostPath,
  digestOf,
  throwIfInterrupted,
  UsageError,
  whileWriting,
  type HostPath,
} from "../base/index.ts";
import { measureDiversity, readTaskRecord, writeManifest } from "../datasets/index.ts";
import { isEmptyRequest, readFolderRequest } from "../environments/index.ts";
import { isOfAllRequests, REPLIES, summariseCalls, summariseStages } from "../models/index.ts";
import { summariseWriting } from "../pipelines/index.ts";
import { createLicencePolicy } from "../sources/index.ts";
import { PROOF_VERSION, taskSetManifest, type TaskRecord, type TaskSetManifest } from "../spec/index.ts";
import { RunFolder, toolVersion } from "../store/index.ts";
import { buildSource, type SourceJob, type SourceResult } from "./build-source.ts";
import type { BuildOptions, BuildReport } from "./curation.ts";
import type { WorkContext } from "./work-context.ts";
import { Journal } from "./journal.ts";
import { CapBook } from "./cap-book.ts";
import { openServices } from "./services.ts";
import { finishedReport, REPORT_FILE } from "./finished-report.ts";
import type { WritingRequest } from "./writing-request.ts";
import {
  reportOnSandboxing,
  sandboxedSource,
  sandboxSources,
  type SandboxingResult,
} from "./import/sandboxed/sandbox-source.ts";
import { summariseUnanswered } from "./unanswered.ts";
import { openWriter } from "./writer.ts";
import { writtenTests } from "./written-tests.ts";
import { EDGE_CASES, edgeCasesRecord, summariseEdgeCases } from "./edge-cases-record.ts";
import { ADVERSARIES, adversariesRecord, summariseAdversaries } from "./adversaries-record.ts";
import {
  REIMPLEMENTATIONS,
  reimplementationsRecord,
  summariseReimplementations,
} from "./reimplementations-record.ts";

/**
 * The main job: from sources to a proven task set on disk. Goes on where an earlier run of the same options was interrupted, and
 * does nothing where it had finished. One source that fails is a record; the others go on, and giving
 * the same again tries it once more. Throws `UsageError` for input that cannot
 * be used as typed, `InterruptedError` when stopped.
 */
export async function buildTaskSet(options: BuildOptions, context: WorkContext): Promise<BuildReport> {
  refuseUnknownOptions(options);
  const sources = [...new Set(options.sources)];
  if (sources.length < options.sources.length)
    context.progress.note("A source that was named twice is built once.");
  return buildInFolder({ ...options, sources }, context);
}

/** Throws `UsageError` for kinds, presets, filters and licences that do not exist. */
export function refuseUnknownOptions(options: BuildOptions): void {
  const { kinds, preset, filters, withoutFilters, licences, recipe, sources } = options;
  if (recipe !== undefined && new Set(sources).size > 1)
    throw new UsageError("bad-setting", "Cannot build several sources from one lock: give one source.");
  refuseUnknownKinds(kinds);
  if (preset !== undefined) getPreset(preset);
  [...filters, ...withoutFilters].forEach(getFilterName);
  createLicencePolicy(licences);
}

async function buildInFolder(options: BuildOptions, context: WorkContext): Promise<BuildReport> {
  const purpose = { kind: "build", options: decidingOptions(options), tool: toolVersion() };
  const path = outputFolder(options, purpose);
  using folder = RunFolder.open(path, purpose);
  if (folder.state === "finished")
    return { ...(finishedReport(folder) as BuildReport), task_set: folder.path, was_finished: true };
  if (folder.state === "resumed") context.progress.note(`Going on with ${path}.`);
  try {
    return await buildSources(folder, options, context);
  } catch (error) {
    if (context.signal?.aborted !== true) folder.discardIfUnused();
    throw error;
  }
}

async function buildSources(
  folder: RunFolder,
  options: BuildOptions,
  context: WorkContext,
): Promise<BuildReport> {
  const { path } = folder;
  const journal = new Journal(folder);
  const caps = new CapBook(options.caps, journal.accepted());
  const results: SourceResult[] = [];
  await using services = await openServices(options, context);
  const { writing } = options;
  const writer = writing && openWriter(writing, folder, context);
  const job = { folder, journal, caps, services, options, context, writer };
  for (const [index, source] of options.sources.entries()) {
    throwIfInterrupted(context.signal);
    results.push(await buildSource({ ...job, source, most: mostAfter(options, index) }));
    if (results.some(isStopped)) break;
  }
  await handOn(job, results);
  refuseNoSource(results);
  const lone = results.some(isStopped) ? undefined : await sandbox(job, results);
  whileWriting(path, () => writeManifest(path, describeTaskSet(path, options, journal)));
  const asked = lone === undefined ? results : [...results, asResult(lone)];
  const unanswered = summariseUnanswered(asked, asked.length + options.sources.length - results.length);
  const report: BuildReport = {
    task_set: path,
    sources: results.map((result) => result.report),
    accepted: journal.accepted().length,
    was_finished: false,
    is_finished:
      unanswered === undefined &&
      results.every(({ isFinished }) => isFinished) &&
      results.length === options.sources.length,
    ...reportOnWriting(folder, writing),
    ...(lone === undefined ? {} : { sandboxed: reportOnSandboxing(folder, journal) }),
    ...(unanswered === undefined ? {} : { unanswered }),
  };
  if (!report.is_finished) return report;
  folder.write(REPORT_FILE, `${JSON.stringify(report)}\n`);
  folder.finish();
  return report;
}

type WritingJob = Omit<SourceJob, "source" | "most">;

/** Has a model write what makes no task in its repository; undefined where that was not asked for. */
async function sandbox(
  job: WritingJob,
  results: readonly SourceResult[],
): Promise<SandboxingResult | undefined> {
  const { writer, options } = job;
  if (writer === undefined || options.writing?.sandboxed !== true) return undefined;
  const { alone } = writer.openTarget();
  return sandboxSources(
    { ...job, alone },
    results.map(({ report }) => report),
  );
}

/** What is left of it, as of a source. */
function asResult({ unanswered }: SandboxingResult): Parameters<typeof summariseUnanswered>[0][number] {
  return { report: { filtered: { unanswered: unanswered.length } }, unanswered };
}

/** What a model wrote and took in this build, over all invocations, and what became of implementations. */
function reportOnWriting(
  folder: RunFolder,
  writing: WritingRequest | undefined,
): Pick<BuildReport, "writing" | "adversaries" | "reimplementations" | "edge_cases" | "calls"> {
  const attacked = folder.records(ADVERSARIES).map((record) => adversariesRecord.parse(record));
  const anew = folder.records(REIMPLEMENTATIONS).map((record) => reimplementationsRecord.parse(record));
  const edgeCases = folder.records(EDGE_CASES).map((record) => edgeCasesRecord.parse(record));
  const replies = folder.records(REPLIES);
  const calls = summariseCalls(replies);
  return {
    ...(writing === undefined ? {} : { writing: summariseWriting(writtenTests(folder)) }),
    ...(attacked.length === 0 ? {} : { adversaries: summariseAdversaries(attacked) }),
    ...(anew.length === 0 ? {} : { reimplementations: summariseReimplementations(anew) }),
    ...(edgeCases.length === 0 ? {} : { edge_cases: summariseEdgeCases(edgeCases) }),
    ...(calls === undefined ? {} : { calls: { ...calls, stages: summariseStages(replies) } }),
  };
}

/** Tasks that a limited set may have when the source at `index` is done: an equal share of each, and what those before it left over. */
function mostAfter({ limit, sources }: BuildOptions, index: number): number {
  if (limit === undefined) return Number.POSITIVE_INFINITY;
  return Math.min(limit, Math.ceil(limit / sources.length) * (index + 1));
}

/** Whether there is no use in asking about further sources. */
function isStopped({ unanswered = [] }: SourceResult): boolean {
  return unanswered.some(isOfAllRequests);
}

/** Gives what the last sources left of the limit to those that have targets left, in order. */
async function handOn(job: Omit<SourceJob, "source" | "most">, results: SourceResult[]): Promise<void> {
  const { limit = 0 } = job.options;
  for (const [index, { report, isFinished }] of results.entries()) {
    const isExhausted = (report.filtered["limit"] ?? 0) === 0;
    if (results.some(isStopped)) return;
    if (!isFinished || isExhausted || job.journal.accepted().length >= limit) continue;
    throwIfInterrupted(job.context.signal);
    results[index] = await buildSource({ ...job, source: report.source, most: limit, before: report });
  }
}

/** A source that cannot be had beside others is reported; where none can be had, there is nothing to report on. */
function refuseNoSource(results: readonly SourceResult[]): void {
  const errors = results.flatMap(({ error }) => error ?? []);
  const [first] = errors;
  if (first === undefined || errors.length < results.length) return;
  if (errors.length === 1) throw first;
  throw new UsageError(
    "no-source",
    ["None of the sources can be had:", ...errors.map(({ message }) => message)].join("\n"),
    first.hint === undefined ? {} : { hint: first.hint },
  );
}

/** What decides the content of a task set: everything but where it lies and how many workers make it. */
function decidingOptions(options: BuildOptions): Record<string, unknown> {
  return {
    ...manifestOptions(options),
    ...ownRequests(options),
    ...(options.recipe === undefined ? {} : { environment_recipe: digestOf(options.recipe) }),
    sources: options.sources,
    proof_version: PROOF_VERSION,
  };
}

/** What folders of sources ask for themselves, as it stands there now: another file is another set. */
function ownRequests({ sources, asked }: BuildOptions): Record<string, unknown> {
  if (asked.hasFile) return { ignores_own_environments: true };
  const own = sources.map(readFolderRequest);
  return own.every(isEmptyRequest) ? {} : { own_environments: own };
}

/** The options as a manifest tells them: folders by their last name, for where they lie is a fact of a machine. */
function manifestOptions(options: BuildOptions): Record<string, unknown> {
  const { sources, kinds, tier, limit, seed, thresholds, targets, filters, licences, caps, asked } = options;
  const { preset, withoutFilters, sample, writing, adversaries } = options;
  return {
    sources: sources.map(withoutHostPath),
    kinds,
    tier,
    limit: limit ?? null,
    seed,
    thresholds,
    targets,
    ...(preset === undefined ? {} : { preset }),
    filters,
    ...(withoutFilters.length === 0 ? {} : { without_filters: withoutFilters }),
    ...(sample === undefined ? {} : { sample }),
    licences,
    caps: {
      per_file: caps.perFile,
      per_class: caps.perClass,
      per_scripts: caps.perScripts,
      per_source: caps.perSource ?? null,
      per_cluster: caps.perCluster,
    },
    ...(isEmptyRequest(asked.requested) ? {} : { environment: asked.requested }),
    ...(writing === undefined ? {} : { writing: describeWriting(writing) }),
    ...(adversaries === undefined || adversaries.length === 0 ? {} : { adversaries: digestOf(adversaries) }),
  };
}

/** What of a model decides what it writes: where its answers come from does not. */
function describeWriting({
  model,
  settings,
  rounds,
  coverage,
  adversaries,
  reimplementations,
  sandboxed,
  edgeCases,
  share,
  oversample,
  prompts,
}: WritingRequest): Record<string, unknown> {
  return {
    ...model.identity,
    settings,
    rounds,
    coverage,
    ...(adversaries === 0 ? {} : { adversaries }),
    ...(reimplementations === 0 ? {} : { reimplementations }),
    ...(sandboxed ? { sandboxed } : {}),
    ...(edgeCases ? { edge_cases: true } : {}),
    ...(share === undefined ? {} : { share }),
    ...(oversample === 0 ? {} : { oversample }),
    ...(prompts.replaced === undefined ? {} : { prompts: prompts.replaced }),
  };
}

function outputFolder(
  options: BuildOptions,
  purpose: { readonly options: unknown; readonly tool: string },
): HostPath {
  if (options.out !== undefined) return asHostPath(resolve(options.out));
  const name = lastNameOf(options.sources[0]);
  const digest = digestOf({ ...purpose, name }).slice("sha256:".length, "sha256:".length + 12);
  return asHostPath(resolve("task-sets", `${name.replaceAll(/[^\w.-]+/g, "-").slice(0, 60)}-${digest}`));
}

function lastNameOf(source: string = "tasks"): string {
  const name = basename(source.replace(/@[^@/]*$/, "").replace(/\.git$/, "")).replace(/^.*:/, "");
  return /^\.*$/.test(name) ? "tasks" : name;
}

/** A set that was told where to lie is called after its sources: the folder is a fact of a machine. */
function nameAfter(sources: readonly string[]): string {
  const more = sources.length - 1;
  const name = lastNameOf(sources[0]).replaceAll(/[^\w.-]+/g, "-");
  return more === 0 ? name : `${name}-and-${more}-more`;
}

function describeTaskSet(path: HostPath, options: BuildOptions, journal: Journal): TaskSetManifest {
  const { sources } = options;
  const accepted = journal.accepted();
  const tasks = sources
    .flatMap((source) => [source, sandboxedSource(source)])
    .flatMap((source) => accepted.filter((record) => record.source === source))
    .map(({ task_id: id, digest, tier, path, name, split, cluster }) => {
      return { id, digest, tier, path, name, split, cluster };
    });
  return taskSetManifest.parse({
    format: "task-set/1",
    name: options.out === undefined ? basename(path) : nameAfter(sources),
    tool: toolVersion(),
    options: manifestOptions(options),
    inputs_digest: digestOf({
      options: {
        ...decidingOptions(options),
        sources: sources.flatMap((source) => journal.treeDigest(source) ?? []),
      },
      tool: toolVersion(),
    }),
    tasks,
    diversity: measureDiversity(recordsOf(path, tasks)),
  });
}

/** Records of tasks that were written, one at a time. */
function* recordsOf(path: HostPath, tasks: readonly { readonly id: string }[]): Generator<TaskRecord, void> {
  for (const { id } of tasks) yield readTaskRecord(path, id);
}

/** A source as a manifest names it: folders by their last name, for where they lie is a fact of a machine. */
export function withoutHostPath(source: string): string {
  return /^(?:pypi|github):/.test(source) || /^git\+(?!file:)/.test(source) ? source : basename(source);
}

function refuseUnknownKinds(kinds: readonly string[]): void {
  const unknown = kinds.find((kind) => kind !== "function");
  if (unknown === undefined) return;
  throw new UsageError(
    "unknown-kind",
    `Cannot build tasks of kind "${unknown}": only "function" exists so far.`,
  );
}
