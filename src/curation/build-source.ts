import { isCoreShape } from "../analysis/index.ts";
import { mapInOrder, messageOf, throwIfInterrupted, type DioramaError } from "../base/index.ts";
import { writeTask } from "../datasets/index.ts";
import type { Definition } from "../languages/index.ts";
import { isDiskFull, withDiskFull, type RunFolder } from "../store/index.ts";
import type { BuildOptions, SourceReport, WorkContext } from "./curation.ts";
import { Journal, targetKey, type TriedFacts, type TriedRecord } from "./journal.ts";
import { makeTask, type TaskOutcome } from "./make-task.ts";
import { reportOnFailure, reportOnSource } from "./source-report.ts";
import { openSite, type Site, type SiteTarget } from "./site.ts";
import { surveySource, type Survey } from "./survey.ts";
import type { Workshop } from "./workshop.ts";

/** What building one source takes. */
interface SourceJob {
  readonly source: string;
  readonly folder: RunFolder;
  readonly journal: Journal;
  readonly workshop: Workshop;
  readonly options: BuildOptions;
  readonly context: WorkContext;
}

/** Targets under way at a time: while one waits for a lone observation of its reference, the other keeps the workers busy. */
const TARGETS_AT_A_TIME = 2;

/** What became of a source. One that is not settled is tried again when the build is gone on with. */
export interface SourceResult {
  readonly report: SourceReport;
  readonly isSettled: boolean;
  /** Why it could not be brought here. */
  readonly error?: DioramaError;
}

/** Builds the tasks of one source: acquire, environment, targets, observed calls, then each target in turn. */
export async function buildSource(job: SourceJob): Promise<SourceResult> {
  const { source, journal, options, context } = job;
  const finished = journal.findReport(source);
  if (finished !== undefined) return { report: finished, isSettled: true };
  const startedAt = performance.now();
  const survey = await surveySource(job);
  if (survey.status === "failed") {
    const { failure, commit, error } = survey;
    const report = reportOnFailure(source, commit, failure, performance.now() - startedAt);
    if (options.sources.length > 1)
      context.progress.note(`${source}: ${failure.category}: ${failure.message.trimEnd()}`);
    if (error !== undefined) return { report, isSettled: false, error };
    const isSettled = failure.category !== "registry_unreachable";
    journal.append(
      isSettled ? { event: "source-finished", report } : { event: "source-failed", source, ...failure },
    );
    return { report, isSettled };
  }
  const tried = await tryTargets(job, survey);
  const report = reportOnSource(survey, [...tried.values()], performance.now() - startedAt);
  journal.append({ event: "source-finished", report });
  context.progress.note(`${source}: ${report.accepted} tasks of ${report.tried} targets tried.`);
  return { report, isSettled: true };
}

async function tryTargets(job: SourceJob, survey: Survey): Promise<ReadonlyMap<string, TriedRecord>> {
  const { source, journal, workshop, options, context } = job;
  const settled = new Map(journal.tried(source));
  let left = (options.limit ?? Number.POSITIVE_INFINITY) - journal.accepted().length;
  if (left <= 0 || settled.size === survey.targets.length) return settled;
  using site = await openSite(survey, workshop);
  const open = site.targets.filter(({ definition }) => !settled.has(keyOf(definition)));
  context.progress.begin(`${source}: proving targets`, survey.targets.length);
  const tried = mapInOrder(
    open,
    TARGETS_AT_A_TIME,
    (target) => tryTarget(job, site, target),
    TARGETS_AT_A_TIME,
  );
  for await (const each of tried) {
    throwIfInterrupted(context.signal);
    const record = settle(job, each);
    journal.append(record);
    settled.set(targetKey(record), record);
    if (record.outcome === "accepted") left--;
    context.progress.advance(settled.size, `${countAccepted(settled)} accepted; ${record.name}`);
    if (left <= 0) break;
  }
  return settled;
}

/** A target that was tried, before its task is written. */
interface Tried {
  readonly facts: TriedFacts;
  readonly outcome: TaskOutcome;
}

async function tryTarget(
  { source, options, context }: SourceJob,
  site: Site,
  target: SiteTarget,
): Promise<Tried> {
  const startedAt = performance.now();
  const { definition, isReached } = target;
  const outcome = await makeTask(site, target, options).catch((error: unknown): TaskOutcome => {
    throwIfInterrupted(context.signal);
    if (isDiskFull(error)) throw error;
    const [name, message] = [`${definition.path}:${definition.name}`, messageOf(error)];
    context.logger("warn", "target-failed", { target: name, message });
    return { status: "rejected", reason: "infrastructure", detail: message, evaluations: 0 };
  });
  const facts: TriedFacts = {
    event: "target-tried",
    source,
    path: definition.path,
    name: definition.name,
    line: definition.lines.start,
    is_reached: isReached,
    statements: definition.facts.statements,
    is_core_shape: isCoreShape(definition, site.definedNames),
    evaluations: outcome.evaluations,
    duration_ms: Math.round(performance.now() - startedAt),
  };
  return { facts, outcome };
}

/** Writes an accepted task, unless another target already gave the very same one. */
function settle({ folder, journal }: SourceJob, { facts, outcome }: Tried): TriedRecord {
  if (outcome.status === "rejected")
    return { ...facts, outcome: "rejected", reason: outcome.reason, detail: outcome.detail };
  const { id, tier, evidence } = outcome.draft.record;
  const twin = journal.findTask(id);
  if (twin !== undefined) {
    const detail = `the same task as ${twin.path}:${twin.name} of ${twin.source}`;
    return { ...facts, outcome: "rejected", reason: "duplicate", detail };
  }
  const { mutation, coverage } = evidence;
  return {
    ...facts,
    outcome: "accepted",
    task_id: id,
    digest: withDiskFull(folder.path, () => writeTask(folder.path, outcome.draft)),
    tier,
    mutation_score: mutation.score ?? 0,
    coverage: coverage.branch ?? coverage.line,
  };
}

function keyOf({ path, name, lines }: Definition): string {
  return targetKey({ path, name, line: lines.start });
}

function countAccepted(settled: ReadonlyMap<string, TriedRecord>): number {
  return [...settled.values()].filter(({ outcome }) => outcome === "accepted").length;
}
