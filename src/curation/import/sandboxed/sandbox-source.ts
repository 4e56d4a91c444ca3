/** RepoST's pipeline as the last stage of a build: what makes no task in its repository runs in a file of its own, as a row that is imported. */
import { mapInOrder, silentProgress, throwIfInterrupted } from "../../../base/index.ts";
import { moduleFolders } from "../../../environments/index.ts";
import { isOfAllRequests, throwIfForGood, type ModelFailure } from "../../../models/index.ts";
import {
  sandboxedRecord,
  summariseSandboxing,
  type SandboxedRecord,
  type SandboxingSummary,
} from "../../../pipelines/index.ts";
import type { RunFolder } from "../../../store/index.ts";
import type { SourceReport } from "../../curation.ts";
import { openRowEnvironment, type Importing } from "../importing.ts";
import type { Importer, TriedRow } from "../importer.ts";
import { repost } from "../repost.ts";
import { ROW_GROWTH } from "../row-growth.ts";
import { tryRow } from "../try-row.ts";
import type { Journal, TriedRecord } from "../../journal.ts";
import { rowIdOf } from "./lone-row.ts";
import { findEnvironment, openLoneSource, type LeftTarget, type LoneSource } from "./lone-source.ts";
import { openLoneTarget } from "./open-lone-target.ts";
import { RealDefinitions } from "./real-signatures.ts";
import type { SandboxingJob } from "./sandboxing-job.ts";

/** Records of targets that were made to run alone, in a build's folder. */
const SANDBOXED = "sandboxed";

const TARGETS_AT_A_TIME = 3;

/** What became of it. */
export interface SandboxingResult {
  readonly accepted: number;
  /** Why the model gave no answer for some targets for now. */
  readonly unanswered: readonly ModelFailure[];
}

/** What a source's targets that run alone are recorded under in journal and manifest. */
export function sandboxedSource(source: string): string {
  return `sandboxed:${source}`;
}

/** Makes what the sources' reports leave run alone, source by source, as far as the set's limit goes. */
export async function sandboxSources(
  job: SandboxingJob,
  reports: readonly SourceReport[],
): Promise<SandboxingResult> {
  const unanswered: ModelFailure[] = [];
  const before = job.journal.accepted().length;
  const rows = await openRowEnvironment(job.services, job.context);
  for (const report of reports) {
    throwIfInterrupted(job.context.signal);
    const lone = await openLoneSource(job, report);
    if (lone !== undefined) unanswered.push(...(await sandboxSource(job, report, lone, rows)));
  }
  return { accepted: job.journal.accepted().length - before, unanswered };
}

/** What sandboxing came to in a build's folder. */
export function reportOnSandboxing(folder: RunFolder, journal: Journal): SandboxingSummary {
  const records = folder.records(SANDBOXED).map((record) => sandboxedRecord.parse(record));
  const sources = new Set(records.map(({ source }) => sandboxedSource(source)));
  const tried = [...sources].flatMap((source) => [...journal.tried(source).values()]);
  const outcomes = tried.map((record) => [record.row ?? "", outcomeOf(record)] as const);
  return summariseSandboxing(records, new Map(outcomes));
}

function outcomeOf(record: TriedRecord): string {
  return record.outcome === "accepted" ? "accepted" : record.reason;
}

async function sandboxSource(
  job: SandboxingJob,
  report: SourceReport,
  lone: LoneSource,
  rows: Pick<Importing, "environment" | "environmentReport" | "programs">,
): Promise<readonly ModelFailure[]> {
  const { journal, folder, options, context } = job;
  const source = sandboxedSource(report.source);
  const environment = await findEnvironment(job, report);
  const folders = [...moduleFolders(rows.environment), ...(environment ? moduleFolders(environment) : [])];
  const real = new RealDefinitions(folders, job.services.language);
  const done = new Set([...journal.tried(source).values()].map(({ row }) => row));
  const idOf = ({ definition }: LeftTarget): string => rowIdOf(lone.acquired.repository, definition);
  const open = lone.targets.filter((target) => !done.has(idOf(target)));
  const unanswered: ModelFailure[] = [];
  const isFull = (): boolean => journal.accepted().length >= (options.limit ?? Number.POSITIVE_INFINITY);
  if (isFull() || open.length === 0) return unanswered;
  context.progress.begin(`${report.source}: making targets run alone`, open.length);
  const made = mapInOrder(open, TARGETS_AT_A_TIME, (target) =>
    makeAlone({ ...job, ...rows, source, format: "repost" }, { report, lone, real, target }),
  );
  let count = 0;
  for await (const each of made) {
    throwIfInterrupted(context.signal);
    context.progress.advance(++count, each.status === "made" ? each.record.name : "not answered");
    if (each.status === "unanswered") {
      unanswered.push(each.failure);
      throwIfForGood(each.failure);
      if (isOfAllRequests(each.failure)) break;
      continue;
    }
    using row = each.row;
    keepOnce(folder, each.record);
    journal.append(row.record());
    if (isFull()) break;
  }
  return unanswered;
}

type Made =
  | { readonly status: "made"; readonly record: SandboxedRecord; readonly row: TriedRow }
  | { readonly status: "unanswered"; readonly failure: ModelFailure };

interface Making {
  readonly report: SourceReport;
  readonly lone: LoneSource;
  readonly real: RealDefinitions;
  readonly target: LeftTarget;
}

/** Has a target written as a file that runs alone, and tries that as a row. */
async function makeAlone(
  job: SandboxingJob & Omit<Importing, "importer">,
  { report, lone, real, target: left }: Making,
): Promise<Made> {
  const { definition, reason } = left;
  const { path, name, lines } = definition;
  const options = { ...job.options, ...ROW_GROWTH };
  const importing: Importing = {
    ...job,
    options,
    // One line tells how far the source is, not what each of several at a time does.
    context: { ...job.context, progress: silentProgress },
    importer: importerOf(lone, definition.path, name, () => standIns),
  };
  const { target, rowOf } = openLoneTarget(importing, report.source, lone, real, left);
  const { packages, services } = target;
  const standIns = [...new Set([...packages, ...services])].toSorted();
  const startedAt = performance.now();
  const written = await job.alone.write(target, job.context.signal);
  if (written.status === "unanswered") return written;
  const row = rowIdOf(lone.acquired.repository, definition);
  const place = { source: report.source, path, name, line: lines.start, row };
  const record: SandboxedRecord = {
    format: "sandboxed/1",
    ...place,
    reason,
    packages: [...packages],
    services: [...services],
    ...written.found,
  };
  if (written.program !== undefined)
    return { status: "made", record, row: await tryRow(importing, rowOf(written.program)) };
  const { stage, complaint, failure } = written.found;
  const rejected: TriedRecord = {
    event: "target-tried",
    ...place,
    source: job.source,
    is_reached: false,
    statements: definition.facts.statements,
    is_core_shape: false,
    evaluations: 0,
    duration_ms: Math.round(performance.now() - startedAt),
    outcome: "rejected",
    reason: "not_sandboxed",
    detail: `${stage}: ${failure ?? complaint ?? "no slice of it can be made"}`,
  };
  return {
    status: "made",
    record,
    row: { id: row, record: () => rejected, [Symbol.dispose]: () => undefined },
  };
}

/** RepoST's importer for rows of a source that is at hand: repository and licences are its own. */
function importerOf(
  { acquired, licences }: LoneSource,
  path: string,
  name: string,
  standIns: () => readonly string[],
): Importer {
  const own = {
    expressionFor: () => licences.expressionFor(path),
    filesFor: () => licences.filesFor(path),
    findRefused: () => licences.findRefused(path),
    read: (file: string) => licences.read(file),
  };
  const { source, family, commit, version, date } = acquired.repository;
  return {
    prepare(row, language) {
      const prepared = repost.prepare(row, language);
      if (prepared.status === "rejected") return prepared;
      const repository = {
        ...prepared.repository,
        repository: { source, family, commit, version, date },
        licences: own,
        sandboxed: { path, name, stand_ins: [...standIns()] },
      };
      return { status: "prepared", repository };
    },
  };
}

/** A build that was stopped between two lines writes the first one again. */
function keepOnce(folder: RunFolder, record: SandboxedRecord): void {
  const isKept = folder.records(SANDBOXED).some((each) => sandboxedRecord.parse(each).row === record.row);
  if (!isKept) folder.append(SANDBOXED, record);
}
