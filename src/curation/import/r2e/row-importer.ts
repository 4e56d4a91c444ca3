import type { SourceFile } from "../../../analysis/index.ts";
import { DioramaError } from "../../../base/index.ts";
import { parseR2EFunction, type ForeignRow, type R2EFunction } from "../../../datasets/index.ts";
import type { Definition } from "../../../languages/index.ts";
import type { ImportedRow, RejectionReason } from "../../../spec/index.ts";
import type { ObservedCall } from "../../../testgen/index.ts";
import { tryTarget } from "../../try-target.ts";
import type { SourceReport } from "../../curation.ts";
import type { TriedFacts, TriedRecord } from "../../journal.ts";
import { openPreparedSource, type PreparedSource } from "../../prepared-source.ts";
import { analyseSource, type AnalysedSource } from "../../analysed-source.ts";
import { recordTried } from "../../record-tried.ts";
import { droppingFilters, measureOwnCalls, withRow } from "../imported-row.ts";
import type { RowImporter, RowImporterJob, TriedRow } from "../importer.ts";
import { chooseRepositoryId } from "./choose-repository.ts";
import { findDefinition, type FoundDefinition } from "./find-definition.ts";
import { givenCalls } from "./given-calls.ts";

/**
 * Tries R2E's rows in the repository that they are about: each is a target whose captured arguments are first inputs beside the calls that the
 * repository's own tests make. Without the repository no row can be tried.
 */
export async function openR2EImporter(job: RowImporterJob): Promise<RowImporter> {
  const { repository, rows } = job;
  const functions = new Map(rows.map(({ id, record }) => [id, parseR2EFunction(record)]));
  if (repository === undefined) {
    return {
      environmentReport: NO_ENVIRONMENT,
      commit: null,
      tryRow: async (row) =>
        rejected(
          job,
          row,
          "needs_repository",
          "the row's code runs inside its repository: give --repository SOURCE",
        ),
      [Symbol.dispose]: () => undefined,
    };
  }
  const { analysed, found, captured } = await analyseRepository(job, repository, functions);
  const prepared = await openPreparedSource(analysed, job.services);
  return {
    environmentReport: analysed.environmentReport,
    commit: analysed.acquired.repository.commit,
    tryRow: (row) => tryRow(job, prepared, row, found.get(row.id), captured),
    [Symbol.dispose]: () => prepared[Symbol.dispose](),
  };
}

const NO_ENVIRONMENT: SourceReport["environment"] = {
  status: "failed",
  tests: { passed: 0, failed: 0, skipped: 0 },
  failure: { category: "nothing_declared", message: "No repository was given." },
};

type Found = ReadonlyMap<string, FoundDefinition>;
/** By definition what its rows brought: calls, and how many that cannot be made again. */
type Captured = ReadonlyMap<
  Definition,
  { readonly calls: readonly ObservedCall[]; readonly refused: number }
>;

/** The repository with the rows' definitions as its targets, each with the calls that its row brings before those that were observed. */
async function analyseRepository(
  job: RowImporterJob,
  repository: string,
  functions: ReadonlyMap<string, R2EFunction>,
): Promise<{ readonly analysed: AnalysedSource; readonly found: Found; readonly captured: Captured }> {
  const { language } = job.services;
  const repositoryId = chooseRepositoryId(repository, functions.values());
  const found = new Map<string, FoundDefinition>();
  const choose = (files: readonly SourceFile[]) => {
    for (const [id, row] of functions)
      found.set(
        id,
        row.repositoryId === repositoryId ? findDefinition(row, files, language) : ofAnother(row, repository),
      );
    const targets = [...found.values()].flatMap((one) => (one.status === "found" ? [one.definition] : []));
    return { targets: [...new Set(targets)], found: targets.length, filtered: {} };
  };
  const analysed = await analyseSource({ ...job, source: repository, choose });
  if (analysed.status === "failed") {
    if (analysed.error !== undefined) throw analysed.error;
    const { category, message } = analysed.failure;
    throw new DioramaError(
      "environment-failed",
      `Cannot make the environment of ${repository}: ${category}: ${message}`,
    );
  }
  if (analysed.status === "unlicensed")
    throw new DioramaError("bug", `${repository} was refused by its licence, though all are taken.`);
  const rowsOf = new Map<Definition, R2EFunction[]>();
  for (const [id, one] of found) {
    const row = functions.get(id);
    if (one.status !== "found" || row === undefined) continue;
    rowsOf.set(one.definition, [...(rowsOf.get(one.definition) ?? []), row]);
  }
  const captured = new Map<
    Definition,
    { readonly calls: readonly ObservedCall[]; readonly refused: number }
  >();
  const targets = analysed.targets.map((target) => {
    const given = (rowsOf.get(target.definition) ?? []).map((row) =>
      givenCalls(row, target, language.present.values),
    );
    const calls = given.flatMap((one) => one.calls);
    const refused = given.reduce((sum, one) => sum + one.refused, 0);
    captured.set(target.definition, { calls, refused });
    return { ...target, calls: [...calls, ...target.calls] };
  });
  return { analysed: { ...analysed, targets }, found, captured };
}

function ofAnother({ repositoryId }: R2EFunction, repository: string): FoundDefinition {
  const detail = `the row is of ${repositoryId}, not of ${repository}`;
  return { status: "rejected", reason: "needs_repository", detail };
}

async function tryRow(
  job: RowImporterJob,
  prepared: PreparedSource,
  row: ForeignRow,
  found: FoundDefinition | undefined,
  captured: Captured,
): Promise<TriedRow> {
  if (found?.status !== "found")
    return rejected(job, row, found?.reason ?? "not_found", found?.detail ?? "it was not looked for");
  const target = prepared.targets.find(({ definition }) => definition === found.definition);
  if (target === undefined) throw new DioramaError("bug", `The source has no target for row ${row.id}.`);
  const { calls, refused } = captured.get(found.definition) ?? { calls: [], refused: 0 };
  const own = await tryTarget(job, prepared, target);
  const { id, record, text } = row;
  const imported: ImportedRow = {
    format: "imported/1",
    from: { format: "r2e", row: id },
    record,
    ...(text === undefined ? {} : { text }),
    changes: [],
    filters: droppingFilters(target.definition),
    own_coverage:
      own.outcome?.status === "accepted"
        ? await measureOwnCalls(prepared.openTarget(target).proofTarget, calls)
        : null,
  };
  const facts = { ...own.facts, row: id, captured: { calls: calls.length, refused } };
  const tried = { ...own, facts, outcome: withRow(own.outcome, imported) };
  return {
    id: row.id,
    record: () => recordTried(job, tried),
    [Symbol.dispose]: () => undefined,
  };
}

function rejected(
  { source }: RowImporterJob,
  { id, record }: ForeignRow,
  reason: RejectionReason,
  detail: string,
): TriedRow {
  const { identifier, module } = parseR2EFunction(record);
  const facts: TriedFacts = {
    event: "target-tried",
    source,
    path: module,
    name: identifier.slice(module.length + 1),
    line: 0,
    row: id,
    is_reached: false,
    statements: 0,
    is_core_shape: false,
    evaluations: 0,
    duration_ms: 0,
  };
  const rejected: TriedRecord = { ...facts, outcome: "rejected", reason, detail };
  return { id, record: () => rejected, [Symbol.dispose]: () => undefined };
}
