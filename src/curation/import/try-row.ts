import { DioramaError } from "../../base/index.ts";
import type { ForeignRow } from "../../datasets/index.ts";
import type { ProgramOutcome } from "../../judge/index.ts";
import type { ImportedRow, RejectionReason } from "../../spec/index.ts";
import { tryTarget } from "../try-target.ts";
import type { TriedFacts, TriedRecord } from "../journal.ts";
import { openPreparedSource, type PreparedSource } from "../prepared-source.ts";
import { recordTried } from "../record-tried.ts";
import { droppingFilters, measureOwnCalls, withRow } from "./imported-row.ts";
import type { Importing } from "./importing.ts";
import type { RowImporter, RowRepository, TriedRow } from "./importer.ts";
import { analyseRow } from "./analyse-row.ts";

/** An importer for rows that are small repositories of their own. */
export function importerOfRepositories(importing: Importing): RowImporter {
  return {
    environmentReport: importing.environmentReport,
    commit: null,
    tryRow: (row) => tryRow(importing, row),
    [Symbol.dispose]: () => undefined,
  };
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
    return { id: row.id, record: () => record, [Symbol.dispose]: () => undefined };
  };
  const prepared = importing.importer.prepare(row, importing.services.language);
  if (prepared.status === "rejected") return reject(prepared.reason, prepared.detail);
  const { repository } = prepared;
  const refused = await runOriginal(importing, repository);
  if (refused !== undefined) return reject("reference_fails", refused);
  const analysed = await analyseRow(importing, row.id, repository);
  const [target] = analysed?.targets ?? [];
  if (analysed === undefined || target === undefined)
    return reject("unreadable_row", `its script does not define ${repository.target.name}`);
  return tryOnSite(importing, row, repository, await openPreparedSource(analysed, importing.services));
}

async function tryOnSite(
  importing: Importing,
  row: ForeignRow,
  { changes, sandboxed }: RowRepository,
  prepared: PreparedSource,
): Promise<TriedRow> {
  const { id, record } = row;
  try {
    const [target] = prepared.targets;
    if (target === undefined) throw new DioramaError("bug", `The source of row ${id} has no target.`);
    const tried = await tryTarget(importing, prepared, target);
    const imported: ImportedRow = {
      format: "imported/1",
      from: { format: importing.format, row: id, ...(sandboxed === undefined ? {} : { sandboxed }) },
      record,
      changes: [...changes],
      filters: droppingFilters(target.definition),
      own_coverage:
        tried.outcome?.status === "accepted"
          ? await measureOwnCalls(prepared.openTarget(target).proofTarget, target.calls)
          : null,
    };
    const facts = { ...tried.facts, row: id };
    return {
      id,
      record: () => recordTried(importing, { ...tried, facts, outcome: withRow(tried.outcome, imported) }),
      [Symbol.dispose]: () => prepared[Symbol.dispose](),
    };
  } catch (error) {
    prepared[Symbol.dispose]();
    throw error;
  }
}

/** What is wrong with a row whose own check does not take the original; undefined where it does, or has none. */
async function runOriginal(importing: Importing, { check }: RowRepository): Promise<string | undefined> {
  if (check === undefined) return undefined;
  const outcome = await runCheck(importing, check.original);
  return outcome === undefined || isPassed(outcome) ? undefined : describeEnd(outcome);
}

/** Runs a row's program; undefined where there is none. */
export async function runCheck(
  { services, programs, context }: Pick<Importing, "services" | "programs" | "context">,
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
  const job = { editableTree: programs, text, preload: [], limits, trust: "own" as const };
  return services.evaluator.runProgram(job, context.signal);
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
