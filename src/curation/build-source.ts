import type { RepositoryFacts, SourceFile, TargetSelection } from "../analysis/index.ts";
import { isDiskFull, mapInOrder, messageOf, throwIfInterrupted, type DioramaError } from "../base/index.ts";
import { splitOf } from "../datasets/index.ts";
import type { Definition } from "../languages/index.ts";
import type { RunFolder } from "../store/index.ts";
import type { BuildOptions, SourceReport } from "./curation.ts";
import type { WorkContext } from "./work-context.ts";
import { expectedSteps } from "./expected-steps.ts";
import { Journal, targetKey, type TriedFacts, type TriedRecord } from "./journal.ts";
import type { TaskOutcome } from "./kinds/kind.ts";
import { DEFAULT_KIND } from "./kinds/registry.ts";
import type { CapRequest, CapBook } from "./cap-book.ts";
import { recordTried, type Tried } from "./record-tried.ts";
import { reportOnFailure, reportOnSource } from "./source-report.ts";
import { openPreparedSource, type PreparedSource, type PreparedTarget } from "./prepared-source.ts";
import { analyseSource, type AnalysedSource } from "./analysed-source.ts";
import { rejectUnlicensed } from "./unlicensed.ts";
import type { Services } from "./services.ts";
import { withHarvestedCalls } from "./harvested-calls.ts";
import { withAdversaries, type AttackedTarget } from "./adversaries.ts";
import { writeFor, type Writer } from "./written-tests.ts";

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
}

/** Builds the tasks of one source: acquire, environment, targets, observed calls, then each target in turn. */
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
  const tried = await tryTargets(job, analysed);
  const { commit } = analysed.acquired.repository;
  const reported = { ...analysed, commit, selected: analysed.targets.length };
  const durationMs = performance.now() - startedAt + (before?.duration_ms ?? 0);
  const report = reportOnSource(reported, [...tried.values()], durationMs);
  journal.append({ event: "source-finished", report });
  context.progress.note(`${source}: ${report.accepted} tasks of ${report.tried} targets tried.`);
  return { report, isFinished: true };
}

async function tryTargets(
  job: SourceJob,
  analysed: AnalysedSource,
): Promise<ReadonlyMap<string, TriedRecord>> {
  const { source, journal, services, options, context } = job;
  const tried = new Map(journal.tried(source));
  let left = job.most - journal.accepted().length;
  if (left <= 0 || tried.size === analysed.targets.length) return tried;
  const harvested = await withHarvestedCalls(job, analysed);
  using prepared = await openPreparedSource(harvested, services);
  const open = prepared.targets.filter(({ definition }) => !tried.has(keyOf(definition)));
  context.progress.begin(`${source}: proving targets`, analysed.targets.length);
  const results = mapInOrder(
    open,
    TARGETS_AT_A_TIME,
    (target) => tryTarget(job, prepared, target, harvested),
    options.limit === undefined ? TARGETS_AHEAD : TARGETS_AT_A_TIME,
  );
  for await (const each of results) {
    throwIfInterrupted(context.signal);
    const record = recordTried(job, each);
    journal.append(record);
    tried.set(targetKey(record), record);
    if (record.outcome === "accepted") left--;
    const [done, accepted] = [tried.size, countAccepted(tried)];
    const expected = expectedSteps({ done, accepted, left, total: analysed.targets.length });
    context.progress.advance(done, `${accepted} accepted; ${record.name}`, expected);
    if (left <= 0) break;
  }
  return tried;
}

/** What trying one target takes of a source's job; the rest where a model writes for it. */
type TargetJob = Pick<SourceJob, "source" | "caps" | "options" | "context"> &
  Partial<Pick<SourceJob, "writer" | "folder" | "services">>;

/** Grows a suite for one target of a prepared source and proves it. What fails for no reason of the target's own is a rejection as well; throws only when interrupted or where the disk is full. */
export async function tryTarget(
  job: TargetJob,
  prepared: PreparedSource,
  target: PreparedTarget,
  analysed?: AnalysedSource,
): Promise<Tried> {
  const { source, caps, options } = job;
  const startedAt = performance.now();
  const { definition, isReached } = target;
  const screened = await attempt(job, definition, async () => DEFAULT_KIND.screen(prepared, target, options));
  const request: CapRequest = {
    source,
    path: definition.path,
    class_name: definition.className ?? null,
    is_script: prepared.isScript(definition.path),
    split: splitOf(prepared.repository.family),
    signature: prepared.signatureOf(target),
  };
  const isWorthwhile = screened === undefined && caps.admit(request).status === "free";
  const outcome = isWorthwhile
    ? await attempt(job, definition, async () => {
        const ready = await addWritten(job, prepared, target, analysed);
        const made = await DEFAULT_KIND.make(prepared, ready.target, options);
        keepAdversaries(job, ready);
        return made;
      })
    : undefined;
  const facts: TriedFacts = {
    event: "target-tried",
    source,
    path: definition.path,
    name: definition.name,
    line: definition.lines.start,
    is_reached: isReached,
    statements: definition.facts.statements,
    is_core_shape: DEFAULT_KIND.findSimplicity(prepared, definition) === undefined,
    evaluations: outcome?.evaluations ?? 0,
    duration_ms: Math.round(performance.now() - startedAt),
  };
  return { facts, screened, request, outcome };
}

/** A target with what a model wrote for it, and with the wrong implementations of it that were given. */
async function addWritten(
  job: TargetJob,
  prepared: PreparedSource,
  target: PreparedTarget,
  analysed: AnalysedSource | undefined,
): Promise<AttackedTarget> {
  const { writer, folder, services, source, context, options } = job;
  const isWritten = writer !== undefined && analysed !== undefined && folder !== undefined;
  const written =
    isWritten && services !== undefined
      ? await writeFor({ writer, folder, source, analysed, prepared, services, context }, target)
      : { target, adversaries: [] };
  const { path, name } = target.definition;
  const given = (options.adversaries ?? []).filter((one) => one.path === path && one.name === name);
  const language = prepared.openTarget(target).proofTarget.language;
  return withAdversaries({ language }, written.target, [...given, ...written.adversaries]);
}

/** Records of what became of wrong implementations, in a build's folder. */
export const ADVERSARIES = "adversaries";

function keepAdversaries({ folder, source }: TargetJob, attacked: AttackedTarget): void {
  const record = attacked.record(source);
  if (record.tried.length > 0) folder?.append(ADVERSARIES, record);
}

/** One target that fails for no reason of its own is a record, not the end of the build. */
async function attempt<T>(
  { context }: Pick<SourceJob, "context">,
  { path, name }: Definition,
  work: () => Promise<T>,
): Promise<T | Failure> {
  try {
    return await work();
  } catch (error) {
    throwIfInterrupted(context.signal);
    if (isDiskFull(error)) throw error;
    const detail = messageOf(error);
    context.logger("warn", "target-failed", { target: `${path}:${name}`, message: detail });
    return { status: "rejected", reason: "infrastructure", detail, evaluations: 0 };
  }
}

type Failure = Extract<TaskOutcome, { readonly status: "rejected" }>;

function keyOf({ path, name, lines }: Definition): string {
  return targetKey({ path, name, line: lines.start });
}

function countAccepted(tried: ReadonlyMap<string, TriedRecord>): number {
  return [...tried.values()].filter(({ outcome }) => outcome === "accepted").length;
}
