/** RepoST's final records: one JSON array; each row holds a script with the original function and a test that compares a rival with it. */
import { z } from "zod";

import { UsageError } from "../../base/index.ts";
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
  rowOf: () => ({ status: "left_out", reason: "not_imported" }),
  render: (rows) => `${JSON.stringify(rows, undefined, 2)}\n`,
};
