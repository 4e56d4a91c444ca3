import { DioramaError, mapInOrder, messageOf, throwIfInterrupted } from "../base/index.ts";
import { splitOf, writeTask } from "../datasets/index.ts";
import type { Definition } from "../languages/index.ts";
import { isDiskFull, withDiskFull, type RunFolder } from "../store/index.ts";
import type { BuildOptions, SourceReport, WorkContext } from "./curation.ts";
import { Journal, targetKey, type AcceptedRecord, type TriedFacts, type TriedRecord } from "./journal.ts";
import { makeTask, type TaskOutcome } from "./make-task.ts";
import { clusterLedBy, type Applicant, type Quotas } from "./quotas.ts";
import { screenTarget, type Rejection } from "./screen-target.ts";
import { reportOnFailure, reportOnSource } from "./source-report.ts";
import { openSite, type Site, type SiteTarget } from "./site.ts";
import { surveySource, type Survey } from "./survey.ts";
import type { Workshop } from "./workshop.ts";

/** What building one source takes. */
interface SourceJob {
  readonly source: string;
  readonly folder: RunFolder;
  readonly journal: Journal;
  readonly quotas: Quotas;
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

/** A target that was tried, before its task is written. What comes first decides: screening, room in the set, the proof. */
interface Tried {
  readonly facts: TriedFacts;
  readonly screened: Rejection | undefined;
  readonly applicant: Applicant;
  /** Absent where nothing was run, for the target was screened out, or there was no room for it. */
  readonly outcome: TaskOutcome | undefined;
}

async function tryTarget(job: SourceJob, site: Site, target: SiteTarget): Promise<Tried> {
  const { source, quotas, options } = job;
  const startedAt = performance.now();
  const { definition, isReached } = target;
  const screened = screenTarget(site, target, options);
  const applicant: Applicant = {
    source,
    path: definition.path,
    class_name: definition.className ?? null,
    split: splitOf(site.repository.family),
    signature: site.signatureOf(target),
  };
  const isWorthwhile = screened === undefined && quotas.admit(applicant).status === "free";
  const outcome = isWorthwhile ? await proveTarget(job, site, target) : undefined;
  const facts: TriedFacts = {
    event: "target-tried",
    source,
    path: definition.path,
    name: definition.name,
    line: definition.lines.start,
    is_reached: isReached,
    statements: definition.facts.statements,
    evaluations: outcome?.evaluations ?? 0,
    duration_ms: Math.round(performance.now() - startedAt),
  };
  return { facts, screened, applicant, outcome };
}

async function proveTarget(
  { options, context }: SourceJob,
  site: Site,
  target: SiteTarget,
): Promise<TaskOutcome> {
  try {
    return await makeTask(site, target, options);
  } catch (error) {
    throwIfInterrupted(context.signal);
    if (isDiskFull(error)) throw error;
    const { definition } = target;
    const [name, message] = [`${definition.path}:${definition.name}`, messageOf(error)];
    context.logger("warn", "target-failed", { target: name, message });
    return { status: "rejected", reason: "infrastructure", detail: message, evaluations: 0 };
  }
}

/** Writes an accepted task, unless the set has no room for it or another target already gave the very same one. */
function settle({ folder, journal, quotas }: SourceJob, tried: Tried): TriedRecord {
  const { facts, screened, applicant, outcome } = tried;
  const reject = ({ reason, detail }: Rejection): TriedRecord => ({
    ...facts,
    outcome: "rejected",
    reason,
    detail,
  });
  if (screened !== undefined) return reject(screened);
  const admission = quotas.admit(applicant);
  if (admission.status === "full") return reject(admission);
  if (outcome === undefined)
    throw new DioramaError("bug", `${facts.path}:${facts.name} was not proven, though there is room for it.`);
  if (outcome.status === "rejected") return reject(outcome);
  const { draft } = outcome;
  const { id, tier, evidence } = draft.record;
  const twin = journal.findTask(id);
  if (twin !== undefined) {
    const detail = `the same task as ${twin.path}:${twin.name} of ${twin.source}`;
    return reject({ reason: "duplicate", detail });
  }
  const cluster = admission.cluster ?? clusterLedBy(id);
  const clustered = { ...draft, record: { ...draft.record, cluster } };
  const { mutation, coverage } = evidence;
  const accepted: AcceptedRecord = {
    ...facts,
    ...applicant,
    outcome: "accepted",
    task_id: id,
    digest: withDiskFull(folder.path, () => writeTask(folder.path, clustered)),
    tier,
    cluster,
    mutation_score: mutation.score ?? 0,
    coverage: coverage.branch ?? coverage.line,
  };
  quotas.take(accepted);
  return accepted;
}

function keyOf({ path, name, lines }: Definition): string {
  return targetKey({ path, name, line: lines.start });
}

function countAccepted(settled: ReadonlyMap<string, TriedRecord>): number {
  return [...settled.values()].filter(({ outcome }) => outcome === "accepted").length;
}
