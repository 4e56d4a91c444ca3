import { mapInOrder, messageOf, throwIfInterrupted } from "../base/index.ts";
import { writeTask } from "../datasets/index.ts";
import type { RunFolder } from "../store/index.ts";
import type { BuildOptions, SourceReport, WorkContext } from "./curation.ts";
import { Journal, type TriedRecord } from "./journal.ts";
import { makeTask } from "./make-task.ts";
import { reportOnSource } from "./source-report.ts";
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

/** Builds the tasks of one source: acquire, environment, targets, observed calls, then each target in turn. */
export async function buildSource(job: SourceJob): Promise<SourceReport> {
  const { source, journal, context } = job;
  const finished = journal.findReport(source);
  if (finished !== undefined) return finished;
  const startedAt = performance.now();
  const survey = await surveySource(job);
  const report =
    survey.status === "failed"
      ? survey.report(performance.now() - startedAt)
      : reportOnSource(survey, [...(await tryTargets(job, survey)).values()], performance.now() - startedAt);
  journal.append({ event: "source-finished", report });
  context.progress.note(`${source}: ${report.accepted} tasks of ${report.tried} targets tried.`);
  return report;
}

async function tryTargets(job: SourceJob, survey: Survey): Promise<ReadonlyMap<string, TriedRecord>> {
  const { source, journal, workshop, options, context } = job;
  const settled = new Map(journal.tried(source));
  let left = (options.limit ?? Number.POSITIVE_INFINITY) - countAccepted(settled);
  if (left <= 0 || settled.size === survey.targets.length) return settled;
  using site = await openSite(survey, workshop);
  const open = site.targets.filter(({ definition }) => !settled.has(`${definition.path}:${definition.name}`));
  context.progress.begin(`${source}: proving targets`, survey.targets.length);
  for await (const [record, target] of mapInOrder(
    open,
    TARGETS_AT_A_TIME,
    (target) => tryTarget(job, site, target),
    TARGETS_AT_A_TIME,
  )) {
    throwIfInterrupted(context.signal);
    const tried =
      "draft" in record
        ? { ...record.record, digest: writeTask(job.folder.path, record.draft) }
        : record.record;
    journal.append(tried);
    settled.set(`${tried.path}:${tried.name}`, tried);
    if (tried.outcome === "accepted") left--;
    context.progress.advance(settled.size, `${countAccepted(settled)} accepted; ${target.definition.name}`);
    if (left <= 0) break;
  }
  return settled;
}

type Tried =
  | { readonly record: TriedRecord }
  | {
      readonly record: Extract<TriedRecord, { outcome: "accepted" }>;
      readonly draft: Parameters<typeof writeTask>[1];
    };

async function tryTarget(
  { source, options, context }: SourceJob,
  site: Site,
  target: SiteTarget,
): Promise<readonly [Tried, SiteTarget]> {
  const startedAt = performance.now();
  const { definition, isReached } = target;
  const outcome = await makeTask(site, target, options).catch((error: unknown) => {
    throwIfInterrupted(context.signal);
    if (error instanceof Error && "code" in error && error.code === "disk-full") throw error;
    context.logger("warn", "target-failed", {
      target: `${definition.path}:${definition.name}`,
      message: messageOf(error),
    });
    return {
      status: "rejected",
      reason: "infrastructure",
      detail: messageOf(error),
      evaluations: 0,
    } as const;
  });
  const common = {
    event: "target-tried",
    source,
    path: definition.path,
    name: definition.name,
    is_reached: isReached,
    statements: definition.facts.statements,
    evaluations: outcome.evaluations,
    duration_ms: Math.round(performance.now() - startedAt),
  } as const;
  if (outcome.status === "rejected") {
    return [
      { record: { ...common, outcome: "rejected", reason: outcome.reason, detail: outcome.detail } },
      target,
    ];
  }
  const { record } = outcome.draft;
  const { mutation, coverage } = record.evidence;
  return [
    {
      draft: outcome.draft,
      record: {
        ...common,
        outcome: "accepted",
        task_id: record.id,
        digest: "",
        tier: record.tier,
        mutation_score: mutation.score ?? 0,
        coverage: coverage.branch ?? coverage.line,
      },
    },
    target,
  ];
}

function countAccepted(settled: ReadonlyMap<string, TriedRecord>): number {
  return [...settled.values()].filter(({ outcome }) => outcome === "accepted").length;
}
