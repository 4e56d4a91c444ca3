import type { RepositoryFacts, SourceFile, TargetSelection } from "../analysis/index.ts";
import { mapInOrder, throwIfInterrupted, type DioramaError } from "../base/index.ts";
import type { Definition } from "../languages/index.ts";
import { isOfAllRequests, throwIfForGood, type ModelFailure } from "../models/index.ts";
import type { RunFolder } from "../store/index.ts";
import type { BuildOptions, SourceReport } from "./curation.ts";
import type { WorkContext } from "./work-context.ts";
import { expectedSteps } from "./expected-steps.ts";
import { Journal, targetKey, type TriedRecord } from "./journal.ts";
import { DEFAULT_KIND } from "./kinds/registry.ts";
import type { CapBook } from "./cap-book.ts";
import { recordTried } from "./record-tried.ts";
import { reportOnFailure, reportOnSource } from "./source-report.ts";
import { openPreparedSource } from "./prepared-source.ts";
import { analyseSource, type AnalysedSource } from "./analysed-source.ts";
import { rejectUnlicensed } from "./unlicensed.ts";
import type { Services } from "./services.ts";
import { withHarvestedCalls } from "./harvested-calls.ts";
import { tryTarget } from "./try-target.ts";
import { writeInRounds } from "./write-in-rounds.ts";
import type { Writer } from "./writer.ts";

/** What building one source takes. */
export interface SourceJob {
  readonly source: string;
  /** Accepted tasks of the whole set at which this source's targets are left untried. */
  readonly most: number;
  /** Of a source that is gone on with because others left something of the limit. */
  readonly before?: SourceReport;
  readonly folder: RunFolder;
  readonly journal: Journal;
  readonly caps: CapBook;
  readonly services: Services;
  readonly options: BuildOptions;
  readonly context: WorkContext;
  /** Absent: nothing is written. */
  readonly writer?: Writer | undefined;
}

/** Targets under way at a time: while one waits for a lone observation of its reference, the others keep the workers busy. */
const TARGETS_AT_A_TIME = 3;

/**
 * Targets begun ahead of the one whose turn it is to be written down: a slow one does not keep the others waiting. Where a set is limited, what
 * was begun too much would be lost.
 */
const TARGETS_AHEAD = 12;

/** What became of a source. One that was not finished is tried again when the build is gone on with. */
export interface SourceResult {
  readonly report: SourceReport;
  readonly isFinished: boolean;
  /** Why it could not be brought here. */
  readonly error?: DioramaError;
  /** Why a model gave no answer for some of its targets, in their order. Absent: it gave all that was asked for. */
  readonly unanswered?: readonly ModelFailure[];
}

/** Builds the tasks of one source: acquire, environment, targets, observed calls, then each target in turn. Throws the failures of a model that every target would meet. */
export async function buildSource(job: SourceJob): Promise<SourceResult> {
  const { source, journal, options, context, before } = job;
  const finished = journal.findReport(source);
  if (finished !== undefined && before === undefined) return { report: finished, isFinished: true };
  const startedAt = performance.now();
  const choose = (files: readonly SourceFile[], facts: RepositoryFacts): TargetSelection =>
    DEFAULT_KIND.select(
      files.map(({ parsed }) => parsed),
      options,
      facts,
    );
  const analysed = await analyseSource({ ...job, choose });
  if (analysed.status === "failed") {
    const { failure, commit, error } = analysed;
    const report = reportOnFailure(source, commit, analysed, performance.now() - startedAt);
    if (options.sources.length > 1 && error !== undefined)
      context.progress.note(`${source}: ${failure.category}: ${failure.message.trimEnd()}`);
    if (before !== undefined) return { report: before, isFinished: false };
    if (error !== undefined) return { report, isFinished: false, error };
    const isFinished = failure.category !== "registry_unreachable";
    journal.append(
      isFinished ? { event: "source-finished", report } : { event: "source-failed", source, ...failure },
    );
    return { report, isFinished };
  }
  if (analysed.status === "unlicensed") {
    const rejected = rejectUnlicensed(analysed, journal);
    const environmentReport = { status: "not_built", tests: { passed: 0, failed: 0, skipped: 0 } };
    const reported = { ...analysed, environmentReport, selected: analysed.targets.length };
    const report = reportOnSource(reported, [...rejected.values()], performance.now() - startedAt);
    journal.append({ event: "source-finished", report });
    return { report, isFinished: true };
  }
  const { tried, unanswered } = await tryTargets(job, analysed);
  const isFinished = unanswered.length === 0;
  const { commit } = analysed.acquired.repository;
  const reported = { ...analysed, commit, selected: analysed.targets.length, isFinished };
  const durationMs = performance.now() - startedAt + (before?.duration_ms ?? 0);
  const report = reportOnSource(reported, [...tried.values()], durationMs);
  context.progress.note(`${source}: ${report.accepted} tasks of ${report.tried} targets tried.`);
  if (!isFinished) return { report, isFinished, unanswered };
  journal.append({ event: "source-finished", report });
  return { report, isFinished };
}

/** Targets that were tried, and why others have no answer of a model; none of these where no more tasks are wanted. */
interface TriedTargets {
  readonly tried: ReadonlyMap<string, TriedRecord>;
  readonly unanswered: readonly ModelFailure[];
}

/**
 * Tries what was not tried before. Where the model fails for everybody, it ends at that target, so that a build that is gone on with decides in the same order as one
 * that was never stopped; a target that fails alone is left open, and others have their turn.
 */
async function tryTargets(job: SourceJob, analysed: AnalysedSource): Promise<TriedTargets> {
  const { source, journal, services, options, context, writer, folder } = job;
  const tried = new Map(journal.tried(source));
  let left = job.most - journal.accepted().length;
  if (left <= 0 || tried.size === analysed.targets.length) return { tried, unanswered: [] };
  const harvested = await withHarvestedCalls(job, analysed);
  using prepared = await openPreparedSource(harvested, services);
  const open = prepared.targets.filter(({ definition }) => !tried.has(keyOf(definition)));
  const asking = writer && { writer, folder, source, analysed: harvested, prepared, services, context };
  const share = options.writing?.share;
  const begun =
    asking === undefined || share === undefined
      ? undefined
      : await writeInRounds(asking, prepared.targets, { share, options });
  const writing = asking && { ...asking, begun };
  context.progress.begin(`${source}: proving targets`, analysed.targets.length);
  const unanswered: ModelFailure[] = [];
  const results = mapInOrder(
    open,
    TARGETS_AT_A_TIME,
    (target) => tryTarget(job, prepared, target, writing),
    options.limit === undefined ? TARGETS_AHEAD : TARGETS_AT_A_TIME,
  );
  for await (const each of results) {
    throwIfInterrupted(context.signal);
    if (each.unanswered !== undefined) {
      throwIfForGood(each.unanswered);
      unanswered.push(each.unanswered);
      if (isOfAllRequests(each.unanswered)) break;
      continue;
    }
    const record = recordTried(job, each);
    journal.append(record);
    tried.set(targetKey(record), record);
    if (record.outcome === "accepted") left--;
    const [done, accepted] = [tried.size, countAccepted(tried)];
    const expected = expectedSteps({ done, accepted, left, total: analysed.targets.length });
    context.progress.advance(done, `${accepted} accepted; ${record.name}`, expected);
    if (left <= 0) return { tried, unanswered: [] };
  }
  return { tried, unanswered };
}

function keyOf({ path, name, lines }: Definition): string {
  return targetKey({ path, name, line: lines.start });
}

function countAccepted(tried: ReadonlyMap<string, TriedRecord>): number {
  return [...tried.values()].filter(({ outcome }) => outcome === "accepted").length;
}
