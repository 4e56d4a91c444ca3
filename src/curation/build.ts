import { basename, resolve } from "node:path";

import { asHostPath, digestOf, throwIfInterrupted, UsageError, type HostPath } from "../base/index.ts";
import { writeManifest } from "../datasets/index.ts";
import { PROOF_VERSION, taskSetManifest, type TaskSetManifest } from "../spec/index.ts";
import { RunFolder, toolVersion } from "../store/index.ts";
import { buildSource } from "./build-source.ts";
import type { BuildOptions, BuildReport, SourceReport, WorkContext } from "./curation.ts";
import { Journal } from "./journal.ts";
import { openWorkshop } from "./workshop.ts";

/**
 * The main job: from sources to a proven task set on disk. Goes on where an earlier run of the same options was interrupted, and
 * does nothing where it had finished. One source that fails is a record; the others go on. Throws `UsageError` for input that cannot
 * be used as typed, `InterruptedError` when stopped.
 */
export async function buildTaskSet(options: BuildOptions, context: WorkContext): Promise<BuildReport> {
  refuseUnknownKinds(options.kinds);
  const purpose = { kind: "build", options: decidingOptions(options), tool: toolVersion() };
  const path = outputFolder(options, purpose);
  using folder = RunFolder.open(path, purpose);
  if (folder.state === "finished") return finishedReport(folder);
  if (folder.state === "resumed") context.progress.note(`Going on with ${path}.`);

  const journal = new Journal(folder);
  const reports: SourceReport[] = [];
  await using workshop = await openWorkshop(options, context);
  for (const source of options.sources) {
    throwIfInterrupted(context.signal);
    const left = options.limit === undefined ? undefined : options.limit - journal.accepted().length;
    reports.push(
      await buildSource({ source, folder, journal, workshop, options: { ...options, limit: left }, context }),
    );
  }
  writeManifest(path, describeTaskSet(path, options, journal));
  const report: BuildReport = {
    task_set: path,
    sources: reports,
    accepted: reports.reduce((sum, { accepted }) => sum + accepted, 0),
    was_finished: false,
  };
  folder.write(REPORT_FILE, `${JSON.stringify(report)}\n`);
  folder.finish();
  return report;
}

/** Read back as a stage of one record. */
const REPORT_FILE = ".work/report.jsonl";

/** What decides the content of a task set: everything but where it lies and how many workers make it. */
function decidingOptions({
  sources,
  kinds,
  tier,
  limit,
  seed,
  thresholds,
  filters,
}: BuildOptions): Record<string, unknown> {
  return {
    sources,
    kinds,
    tier,
    limit: limit ?? null,
    seed,
    thresholds,
    filters,
    proof_version: PROOF_VERSION,
  };
}

function outputFolder(
  options: BuildOptions,
  purpose: { readonly options: unknown; readonly tool: string },
): HostPath {
  if (options.out !== undefined) return asHostPath(resolve(options.out));
  const first = options.sources[0] ?? "tasks";
  const name = basename(first.replace(/@[^@/]*$/, "").replace(/\.git$/, "")).replace(/^.*:/, "") || "tasks";
  const digest = digestOf({ ...purpose, name }).slice("sha256:".length, "sha256:".length + 12);
  return asHostPath(resolve("task-sets", `${name.replaceAll(/[^\w.-]+/g, "-").slice(0, 60)}-${digest}`));
}

function describeTaskSet(path: HostPath, options: BuildOptions, journal: Journal): TaskSetManifest {
  const { limit, seed, sources, thresholds, tier, kinds, filters } = options;
  const tasks = journal
    .accepted()
    .map(({ task_id: id, digest, tier, path, name }) => ({ id, digest, tier, path, name }));
  return taskSetManifest.parse({
    format: "task-set/1",
    name: options.out === undefined ? basename(path) : "task-set",
    tool: toolVersion(),
    options: {
      sources: sources.map(withoutHostPath),
      kinds,
      tier,
      limit: limit ?? null,
      seed,
      thresholds,
      filters,
    },
    inputs_digest: digestOf({
      options: { ...decidingOptions(options), sources: [...journal.treeDigests().values()] },
      tool: toolVersion(),
    }),
    tasks,
  });
}

/** A source as a manifest names it: folders by their last name, for where they lie is a fact of a machine. */
function withoutHostPath(source: string): string {
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

function finishedReport(folder: RunFolder): BuildReport {
  const [stored] = folder.records(REPORT_FILE.slice(0, -".jsonl".length)) as BuildReport[];
  if (stored !== undefined) return { ...stored, task_set: folder.path, was_finished: true };
  throw new UsageError(
    "report-missing",
    `The task set in ${folder.path} is finished, but its report is gone.`,
    { hint: "Read it with: diorama show" },
  );
}
