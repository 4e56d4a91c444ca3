/** RepoST's final records: one JSON array; each row holds a script with the original function and a test that compares a rival with it. */
import { z } from "zod";

import { UsageError } from "../../base/index.ts";
import type { ImportedRow } from "../../spec/index.ts";
import type { LoadedTask } from "../loaded-task.ts";
import type { ExportFormat, ForeignRow, ImportFormat } from "./format.ts";
import { readJsonArray } from "./read-rows.ts";

const answer = z.looseObject({ answer: z.string() });

/** A row; more fields are kept as they are. */
export const repostRow = z.looseObject({
  /** `name`, or `Class.method`. */
  func_name: z.string(),
  idx: z.string(),
  /** `owner___repository`. */
  repo_name: z.string(),
  commit_id: z.string(),
  func_path: z.string(),
  orig_func: z.string(),
  orig_context: z.string(),
  /** The program: the original, what it needs, a test that compares both, and a call of it. */
  eval_script: z.string(),
  /** Of the original's branches, in `[0, 1]`. */
  coverage_rate: z.number(),
  coverage_report: z.string(),
  sandbox_ast_check: z.boolean(),
  sandbox_functionality_check: answer,
  test_correctness_check: answer,
});
export type RepostRow = z.infer<typeof repostRow>;

/** Reads RepoST's data sets. */
export const repostImport: ImportFormat = {
  summary: "RepoST's final records, a JSON array",
  read(file) {
    const seen = new Set<string>();
    return readJsonArray(file).map((record, index): ForeignRow => {
      const { idx } = record;
      const id = typeof idx === "string" || typeof idx === "number" ? String(idx) : undefined;
      if (id === undefined)
        throw new UsageError("unreadable-rows", `Cannot read row ${index + 1} of ${file}: it has no "idx".`);
      if (seen.has(id))
        throw new UsageError("unreadable-rows", `Cannot read ${file}: two rows have the idx "${id}".`);
      seen.add(id);
      return { id, record };
    });
  },
};

/** Gives imported rows back, with what was measured of them. */
export const repostExport: ExportFormat = {
  summary: "RepoST's final records, a JSON array",
  ending: ".json",
  rowOf(task) {
    const imported = task.imported();
    if (imported?.from.format !== "repost") return { status: "left_out", reason: "not_imported" };
    return {
      status: "written",
      row: { ...imported.record, ...coverageOf(imported), diorama: evidenceOf(task, imported) },
    };
  },
  render: (rows) => `${JSON.stringify(rows, undefined, 2)}\n`,
};

/** RepoST's two fields, measured: of the original, while the row's own test runs. What was not measured is -1, as RepoST writes it. */
function coverageOf({
  own_coverage: own,
}: ImportedRow): Pick<RepostRow, "coverage_rate" | "coverage_report"> {
  if (own === null)
    return {
      coverage_rate: -1,
      coverage_report: "Not measured: none of the test's calls could be recorded.",
    };
  const branches = own.branch === null ? "there are no branches" : `branches ${percent(own.branch)}`;
  return {
    coverage_rate: own.branch ?? own.line,
    coverage_report: `${branches}, lines ${percent(own.line)}, in the ${own.calls} calls of the test that were recorded.`,
  };
}

/** What is known of the task beyond RepoST's fields. */
function evidenceOf(
  { record, digest, retiredCases }: LoadedTask,
  { changes, filters, own_coverage: own }: ImportedRow,
) {
  const { id, tier, evidence, hidden_cases: hidden, visible_examples: shown, difficulty } = record;
  return {
    task_id: id,
    task_digest: digest,
    tier,
    changes,
    filters,
    own_coverage: own,
    hidden_cases: hidden.count,
    visible_examples: shown.length,
    retired_cases: Array.from(retiredCases.values(), ({ case_id, reason }) => ({ id: case_id, reason })),
    difficulty,
    evidence,
  };
}

function percent(share: number): string {
  return `${Math.floor(100 * share)} %`;
}
