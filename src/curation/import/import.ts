import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";

import {
  asHostPath,
  digestOf,
  mapInOrder,
  sha256,
  throwIfInterrupted,
  UsageError,
  whileWriting,
  type HostPath,
} from "../../base/index.ts";
import {
  getImportFormatName,
  importFormats,
  measureDiversity,
  readTaskRecord,
  writeManifest,
  type ForeignRow,
  type ImportFormatName,
} from "../../datasets/index.ts";
import { DEFAULT_THRESHOLDS, type Thresholds } from "../../proof/index.ts";
import { PROOF_VERSION, taskSetManifest } from "../../spec/index.ts";
import { RunFolder, toolVersion } from "../../store/index.ts";
import { withoutHostPath } from "../build.ts";
import type { BuildOptions } from "../curation.ts";
import type { WorkContext } from "../work-context.ts";
import { expectedSteps } from "../expected-steps.ts";
import { Journal, type TriedRecord } from "../journal.ts";
import { NOTHING_ASKED } from "../open-source.ts";
import { CapBook } from "../cap-book.ts";
import { reportOnSource } from "../source-report.ts";
import { openServices } from "../services.ts";
import { ROW_GROWTH } from "./row-growth.ts";
import type { RowImporter, RowImporterJob, TriedRow } from "./importer.ts";
import { importers, rowImporters } from "./registry.ts";
import { finishedReport, REPORT_FILE } from "../finished-report.ts";

/** What `import` was asked for. */
export interface ImportOptions {
  /** Name of a format. */
  readonly format: string;
  /** File with the rows. */
  readonly file: string;
  /** Folder of the task set; absent: `task-sets/<name>-<digest of the inputs>` below the working directory. */
  readonly out?: string | undefined;
  /** The SOURCE that the rows are about, where they do not bring their code with them. */
  readonly repository?: string | undefined;
  /** Accepted tasks after which the rest is left untried; absent: no limit. */
  readonly limit?: number | undefined;
  readonly seed: number;
  /** Evaluations at a time. Does not change what is made. */
  readonly workers: number;
  /** `auto` or the name of a sandbox backend. */
  readonly sandbox: string;
}

/** The document that `import --json` prints. */
export interface ImportReport {
  readonly task_set: string;
  readonly rows: number;
  readonly accepted: number;
  /** How many rows each reason kept out. */
  readonly rejected: Readonly<Record<string, number>>;
  /** Rows that were not tried, for enough tasks were accepted before. */
  readonly untried: number;
  /** True where an earlier run had already finished this folder and nothing was done. */
  readonly was_finished: boolean;
}

/** What imported tasks must reach: what a row's author chose for a target is not refused for its shape, or for what its examples leave open. */
const IMPORT_THRESHOLDS: Thresholds = {
  ...DEFAULT_THRESHOLDS,
  mutationScoreByTests: DEFAULT_THRESHOLDS.mutationScore,
  takesAsChosen: true,
};

/** Rows under way at a time: while one waits for its tests to be run, the others keep the workers busy. */
const ROWS_AT_A_TIME = 3;
const ROWS_AHEAD = 12;

/** Read back as a stage of one record. */

/**
 * Makes a proven task set of a file's rows: each becomes a small repository of its own, or a target in the repository that it is about, and every
 * proof of a built task is asked of it. Tier, filters and determinacy are recorded, not enforced. Goes on where an earlier run of the same options
 * was interrupted. Throws `UsageError` for input that cannot be used as typed, `InterruptedError` when stopped.
 */
export async function importTaskSet(options: ImportOptions, context: WorkContext): Promise<ImportReport> {
  const format = getImportFormatName(options.format);
  if (options.repository !== undefined && importers[format] !== undefined)
    throw new UsageError(
      "bad-command-line",
      `Cannot import ${format} rows with --repository: each brings its own code.`,
    );
  const file = asHostPath(resolve(options.file));
  const rows = importFormats[format].read(file);
  const purpose = {
    kind: "import",
    options: {
      ...manifestOptions(format, file, options),
      rows_digest: sha256(readFileSync(file)),
      proof_version: PROOF_VERSION,
    },
    tool: toolVersion(),
  };
  const path = outputFolder(options, file, purpose);
  using folder = RunFolder.open(path, purpose);
  if (folder.state === "finished")
    return { ...(finishedReport(folder) as ImportReport), task_set: folder.path, was_finished: true };
  if (folder.state === "resumed") context.progress.note(`Going on with ${path}.`);
  try {
    return await importRows({ folder, format, rows, options, purpose }, context);
  } catch (error) {
    if (context.signal?.aborted !== true) folder.discardIfUnused();
    throw error;
  }
}

interface Work {
  readonly folder: RunFolder;
  readonly format: ImportFormatName;
  readonly rows: readonly ForeignRow[];
  readonly options: ImportOptions;
  readonly purpose: { readonly options: Record<string, unknown> };
}

async function importRows(work: Work, context: WorkContext): Promise<ImportReport> {
  const { folder, format, rows, options, purpose } = work;
  const startedAt = performance.now();
  const journal = new Journal(folder);
  const source = `${format}:${String(purpose.options["file"])}`;
  const buildOptions = asBuildOptions(options, source, rows.length);
  await using services = await openServices(options, context);
  const job: RowImporterJob = {
    source,
    rows,
    repository: options.repository,
    folder,
    journal,
    caps: new CapBook(buildOptions.caps, journal.accepted()),
    services,
    options: buildOptions,
    context,
  };
  using rowImporter = await rowImporters[format](job);
  const tried = await tryRows(job, rowImporter, options.limit);
  const { environmentReport, commit } = rowImporter;
  const counts = {
    commit,
    found: rows.length,
    selected: rows.length,
    filtered: {},
    syntaxErrors: 0,
    leftOut: {},
  };
  const reported = { source, environmentReport, ...counts };
  const report = reportOnSource(reported, tried, performance.now() - startedAt);
  journal.append({ event: "source-finished", report });
  whileWriting(folder.path, () => writeManifest(folder.path, describeTaskSet(work, journal)));
  const summary: ImportReport = {
    task_set: folder.path,
    rows: rows.length,
    accepted: report.accepted,
    rejected: report.rejected,
    untried: rows.length - tried.length,
    was_finished: false,
  };
  folder.write(REPORT_FILE, `${JSON.stringify(summary)}\n`);
  folder.finish();
  return summary;
}

async function tryRows(
  { journal, context, source, rows }: RowImporterJob,
  rowImporter: RowImporter,
  limit: number = Number.POSITIVE_INFINITY,
): Promise<readonly TriedRecord[]> {
  const tried = [...journal.tried(source).values()];
  const recorded = new Set(tried.map(({ row }) => row));
  let accepted = journal.accepted().length;
  const recordRow = (row: TriedRow): void => {
    using own = row;
    const record = own.record();
    journal.append(record);
    tried.push(record);
    if (record.outcome === "accepted") accepted++;
    const last = record.outcome === "accepted" ? record.name : `${record.name}: ${record.reason}`;
    const expected = expectedSteps({
      done: tried.length,
      accepted,
      left: limit - accepted,
      total: rows.length,
    });
    context.progress.advance(tried.length, `${accepted} accepted; ${last}`, expected);
  };
  if (accepted >= limit) return tried;
  context.progress.begin(`${source}: proving rows`, rows.length);
  const open = rows.filter(({ id }) => !recorded.has(id));
  const ahead = limit === Number.POSITIVE_INFINITY ? ROWS_AHEAD : ROWS_AT_A_TIME;
  for await (const row of mapInOrder(open, ROWS_AT_A_TIME, (each) => rowImporter.tryRow(each), ahead)) {
    throwIfInterrupted(context.signal);
    recordRow(row);
    if (accepted >= limit) break;
  }
  return tried;
}

/** The options under which rows are tried as targets of a build are. */
function asBuildOptions(options: ImportOptions, source: string, rows: number): BuildOptions {
  return {
    ...options,
    sources: [source],
    kinds: ["function"],
    tier: "simple",
    thresholds: IMPORT_THRESHOLDS,
    ...ROW_GROWTH,
    targets: [],
    filters: [],
    withoutFilters: [],
    licences: ["any"],
    asked: NOTHING_ASKED,
    caps: { perFile: rows, perClass: rows, perScripts: rows, perCluster: rows },
  };
}

function manifestOptions(
  format: ImportFormatName,
  file: HostPath,
  { limit, seed, repository }: ImportOptions,
): Record<string, unknown> {
  return {
    format,
    file: basename(file),
    limit: limit ?? null,
    seed,
    ...(repository === undefined ? {} : { repository: withoutHostPath(repository) }),
    tier: "simple",
    thresholds: IMPORT_THRESHOLDS,
  };
}

function outputFolder({ out }: ImportOptions, file: HostPath, purpose: unknown): HostPath {
  if (out !== undefined) return asHostPath(resolve(out));
  const digest = digestOf(purpose).slice("sha256:".length, "sha256:".length + 12);
  return asHostPath(resolve("task-sets", `${nameAfter(file)}-${digest}`));
}

function nameAfter(file: HostPath): string {
  const name = basename(file).replace(/\.\w+$/, "");
  return name.replaceAll(/[^\w.-]+/g, "-").slice(0, 60) || "rows";
}

function describeTaskSet({ folder, rows, options, purpose }: Work, journal: Journal) {
  const places = new Map(rows.map(({ id }, index) => [id, index]));
  const placeOf = ({ row = "" }: TriedRecord): number => places.get(row) ?? rows.length;
  const inOrder = journal.accepted().toSorted((a, b) => placeOf(a) - placeOf(b));
  const tasks = inOrder.map(({ task_id: id, digest, tier, path, name, split, cluster }) => {
    return { id, digest, tier, path, name, split, cluster };
  });
  const { rows_digest: _, proof_version: __, ...told } = purpose.options;
  return taskSetManifest.parse({
    format: "task-set/1",
    name: options.out === undefined ? basename(folder.path) : nameAfter(asHostPath(options.file)),
    tool: toolVersion(),
    options: told,
    inputs_digest: digestOf({ options: purpose.options, tool: toolVersion() }),
    tasks,
    diversity: measureDiversity(tasks.values().map(({ id }) => readTaskRecord(folder.path, id))),
  });
}
