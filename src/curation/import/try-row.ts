import { filterNames, filters } from "../../analysis/index.ts";
import { DioramaError } from "../../base/index.ts";
import type { ForeignRow } from "../../datasets/index.ts";
import { measureCoverage, type ProgramOutcome } from "../../judge/index.ts";
import type { Definition } from "../../languages/index.ts";
import { observeReference, referenceLines, type Specimen } from "../../proof/index.ts";
import type { EvidenceSummary, ImportedRow, RejectionReason } from "../../spec/index.ts";
import { tryTarget } from "../build-source.ts";
import type { TriedFacts, TriedRecord } from "../journal.ts";
import type { TaskOutcome } from "../make-task.ts";
import { settleTarget, type Tried } from "../settle-target.ts";
import { openSite, type Site, type SiteTarget } from "../site.ts";
import type { Importing } from "./importing.ts";
import type { RowRepository } from "./importer.ts";
import { SetStrength } from "./set-strength.ts";
import { surveyRow } from "./survey-row.ts";

/** A row that was tried, before its task is written. Dispose it afterwards: its tree lies on disk. */
export interface TriedRow extends Disposable {
  readonly id: string;
  /** Of a task that joins only where the others make up for it: its mutation score. Such tasks are settled last, the strongest first. */
  readonly weakScore: number | undefined;
  /** Writes the task where the row gave one. To be called in the order of the rows. */
  settle(): TriedRecord;
}

/** CPU time of a row's own program, in seconds: RepoST's time limit. */
const PROGRAM_SECONDS = 10;

/** Prepares, runs, observes and proves one row. Throws only when interrupted or where this machine fails. */
export async function tryRow(importing: Importing, row: ForeignRow): Promise<TriedRow> {
  const startedAt = performance.now();
  const rejectedFacts = (): TriedFacts => ({
    event: "target-tried",
    source: importing.source,
    ...placeOf(row),
    row: row.id,
    is_reached: false,
    statements: 0,
    is_core_shape: false,
    evaluations: 0,
    duration_ms: Math.round(performance.now() - startedAt),
  });
  const reject = (reason: RejectionReason, detail: string): TriedRow => {
    const record: TriedRecord = { ...rejectedFacts(), outcome: "rejected", reason, detail };
    return { id: row.id, weakScore: undefined, settle: () => record, [Symbol.dispose]: () => undefined };
  };
  const prepared = importing.importer.prepare(row, importing.workshop.language);
  if (prepared.status === "rejected") return reject(prepared.reason, prepared.detail);
  const { repository } = prepared;
  const refused = await runOriginal(importing, repository);
  if (refused !== undefined) return reject("reference_fails", refused);
  const survey = await surveyRow(importing, row.id, repository);
  const [target] = survey?.targets ?? [];
  if (survey === undefined || target === undefined)
    return reject("unreadable_row", `its script does not define ${repository.target.name}`);
  return tryOnSite(importing, row, repository, await openSite(survey, importing.workshop));
}

async function tryOnSite(
  importing: Importing,
  row: ForeignRow,
  { changes }: RowRepository,
  site: Site,
): Promise<TriedRow> {
  const { id, record } = row;
  try {
    const [target] = site.targets;
    if (target === undefined) throw new DioramaError("bug", `The site of row ${id} has no target.`);
    const tried = await tryTarget(importing, site, target);
    const imported: ImportedRow = {
      format: "imported/1",
      from: { format: importing.format, row: id },
      record,
      changes: [...changes],
      filters: droppingFilters(target.definition),
      own_coverage:
        tried.outcome?.status === "accepted"
          ? await measureOwnTest(site.openBench(target).specimen, target)
          : null,
    };
    const facts = { ...tried.facts, row: id };
    const mutation = mutationOf(tried);
    return {
      id,
      weakScore: mutation !== undefined && SetStrength.isWeak(mutation) ? (mutation.score ?? 0) : undefined,
      settle: () => settleRow(importing, { ...tried, facts, outcome: withRow(tried.outcome, imported) }),
      [Symbol.dispose]: () => site[Symbol.dispose](),
    };
  } catch (error) {
    site[Symbol.dispose]();
    throw error;
  }
}

function mutationOf({ outcome }: Tried): EvidenceSummary["mutation"] | undefined {
  return outcome?.status === "accepted" ? outcome.draft.record.evidence.mutation : undefined;
}

function settleRow(importing: Importing, tried: Tried): TriedRecord {
  const { strength } = importing;
  const mutation = mutationOf(tried);
  const weakness = mutation && strength.findWeakness(mutation);
  if (weakness !== undefined)
    return { ...tried.facts, outcome: "rejected", reason: "weak_mutation_score", detail: weakness };
  const record = settleTarget(importing, tried);
  if (mutation !== undefined && record.outcome === "accepted") strength.take(mutation);
  return record;
}

/** An accepted task that says which row it was made of. */
function withRow(outcome: TaskOutcome | undefined, imported: ImportedRow): TaskOutcome | undefined {
  if (outcome?.status !== "accepted") return outcome;
  const { draft } = outcome;
  const provenance = { ...draft.record.provenance, imported: imported.from };
  return { ...outcome, draft: { ...draft, record: { ...draft.record, provenance }, imported } };
}

/** Names of the filters, those that a build leaves off included, that would have dropped a target. */
function droppingFilters(definition: Definition): string[] {
  return filterNames.filter((name) => filters[name](definition));
}

/** What of the reference the recorded calls of the row's own test execute; null where there are none that can be made again. */
async function measureOwnTest(
  specimen: Specimen,
  { calls }: SiteTarget,
): Promise<ImportedRow["own_coverage"]> {
  const cases = calls.map(({ recipe, origin }, index) => ({ id: `call-${index + 1}`, origin, recipe }));
  if (cases.length === 0) return null;
  const { evaluator, workbench, originalText } = specimen;
  const { results } = await observeReference(specimen, cases, { traceArcs: true });
  const possible = await evaluator.findPossibleArcs(workbench, originalText, referenceLines(specimen));
  const { branch, line } = measureCoverage(
    possible,
    results.flatMap(({ arcs = [] }) => arcs),
  );
  return results.length === 0 ? null : { calls: results.length, branch, line };
}

/** What is wrong with a row whose own check does not take the original; undefined where it does, or has none. */
async function runOriginal(importing: Importing, { check }: RowRepository): Promise<string | undefined> {
  if (check === undefined) return undefined;
  const outcome = await runCheck(importing, check.original);
  return outcome === undefined || isPassed(outcome) ? undefined : describeEnd(outcome);
}

/** Runs a row's program; undefined where there is none. */
export async function runCheck(
  { workshop, programs, context }: Pick<Importing, "workshop" | "programs" | "context">,
  text: string | undefined,
  cpuSeconds: number = PROGRAM_SECONDS,
): Promise<ProgramOutcome | undefined> {
  if (text === undefined) return undefined;
  const limits = {
    caseCpuSeconds: cpuSeconds,
    importSeconds: cpuSeconds,
    memoryBytes: 2 ** 30,
    outputBytes: 2 ** 20,
  };
  const job = { workbench: programs, text, preload: [], limits, trust: "own" as const };
  return workshop.evaluator.runProgram(job, context.signal);
}

/** What the row's authors take for success. */
export function isPassed(outcome: ProgramOutcome): boolean {
  return outcome.status === "exited" && outcome.exitCode === 0;
}

function describeEnd(outcome: ProgramOutcome): string {
  return outcome.status === "exited"
    ? `its program ends with ${outcome.exitCode}: ${outcome.message}`
    : `its program ended with ${outcome.status.replaceAll("-", "_")}`;
}

function placeOf({ record, id }: ForeignRow): Pick<TriedFacts, "path" | "name" | "line"> {
  const { func_path: path, func_name: name } = record;
  return { path: typeof path === "string" ? path : id, name: typeof name === "string" ? name : id, line: 0 };
}
