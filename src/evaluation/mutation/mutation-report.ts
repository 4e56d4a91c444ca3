/** Mutants in the public schema of mutation testing reports (version 2), which reports, badges and editors of other tools read. */
import type { MutantResult, MutantStatus, MutationTestResult } from "mutation-testing-report-schema/api";

import type { JudgedMutant, MutantFate, MutationResult } from "../../proof/index.ts";

/** Scores, in percent, that reports colour green and red. */
const THRESHOLDS = { high: 80, low: 60 };

const STATUSES: Readonly<Record<MutantFate, MutantStatus>> = {
  killed: "Killed",
  timed_out: "Timeout",
  survived: "Survived",
  not_covered: "NoCoverage",
  duplicate: "Ignored",
  equivalent_bytecode: "Ignored",
  unobservable: "Ignored",
  not_built: "CompileError",
  not_judged: "RuntimeError",
};

/** The report of one mutated target. Equal results give equal reports: no times, no paths of this machine. */
export function createMutationReport(result: MutationResult, version: string): MutationTestResult {
  const { language, definition, originalText, judgedBy } = result;
  const text = Buffer.from(originalText);
  const mutants = result.mutants.map((mutant) => describeMutant(mutant, text, definition.spans.whole.start));
  return {
    schemaVersion: "2",
    thresholds: THRESHOLDS,
    framework: { name: "Diorama", version },
    files: { [definition.path]: { language, source: originalText, mutants } },
    ...(judgedBy === "tests" ? { testFiles: describeTests(result) } : {}),
  };
}

function describeMutant(mutant: JudgedMutant, text: Buffer, offset: number): MutantResult {
  const { id, operator, status, coveredBy, killedBy } = mutant;
  const { start, end, replacement } = widened(mutant, text, offset);
  const reason = reasonOf(mutant);
  return {
    id,
    mutatorName: operator,
    replacement,
    location: { start: positionOf(text, start), end: positionOf(text, end) },
    status: STATUSES[status],
    ...(reason === undefined ? {} : { statusReason: reason }),
    ...(coveredBy === undefined ? {} : { coveredBy: [...coveredBy] }),
    ...(killedBy === undefined ? {} : { killedBy: [...killedBy], testsCompleted: testsUntil(mutant) }),
  };
}

/** Where the file changes, in bytes. What is only put in takes a neighbouring character along: nothing cannot be marked. */
function widened(
  { start, end, replacement }: JudgedMutant,
  text: Buffer,
  offset: number,
): { readonly start: number; readonly end: number; readonly replacement: string } {
  const [from, to] = [offset + start, offset + end];
  if (from !== to) return { start: from, end: to, replacement };
  const [next = ""] = text.subarray(to).toString();
  return { start: from, end: to + Buffer.byteLength(next), replacement: replacement + next };
}

function positionOf(text: Buffer, byte: number): { line: number; column: number } {
  const lines = text.subarray(0, byte).toString().split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

function reasonOf({ status, detail }: JudgedMutant): string | undefined {
  switch (status) {
    case "duplicate":
      return `the same byte code as ${detail ?? "another mutant"}`;
    case "equivalent_bytecode":
      return "the same byte code as the original";
    case "unobservable":
      return `no comparison sees it: ${(detail ?? "").replaceAll("_", " ")}`;
    case "not_built":
      return "no valid program";
    case "not_covered":
      return "no test executes it";
    default:
      return detail;
  }
}

/** Tests that ran: up to the one that it failed. */
function testsUntil({ coveredBy = [], killedBy = [] }: JudgedMutant): number {
  return coveredBy.indexOf(killedBy[0] ?? "") + 1;
}

function describeTests({ judges }: MutationResult): NonNullable<MutationTestResult["testFiles"]> {
  const byFile = Map.groupBy(judges, (id) => id.split("::")[0] ?? "");
  return Object.fromEntries(
    [...byFile].map(([path, ids]) => [
      path,
      { tests: ids.map((id) => ({ id, name: id.split("::").slice(1).join("::") })) },
    ]),
  );
}
