import { z } from "zod";

import { messageOf, UsageError, wordRecord, type HostPath } from "../../../base/index.ts";
import type { ForeignRow, ImportFormat } from "../format.ts";
import { readRowsText } from "../read-rows.ts";
import { parseR2EFunction } from "./records.ts";
import { splitRows, UnreadableRows, type RowText } from "./split-rows.ts";

/** Reads R2E's extracted functions and functions under test. */
export const r2eImport: ImportFormat = {
  summary: "R2E's extracted functions, or functions under test, a JSON array",
  read(file) {
    const rows = readRowTexts(file);
    if (rows.length === 0) throw new UsageError("no-rows", `Cannot import ${file}: its array holds no rows.`);
    const seen = new Map<string, number>();
    return rows.map(({ text, value }, index): ForeignRow => {
      const row = index + 1;
      const { record, id } = checkRow(file, row, value);
      const before = seen.get(id);
      if (before !== undefined)
        throw refusal(file, row, `it has the identifier of row ${before}, "${id}"; identifiers are distinct`);
      seen.set(id, row);
      return { id, record, text };
    });
  },
};

function readRowTexts(file: HostPath): RowText[] {
  const text = readRowsText(file);
  try {
    return splitRows(text);
  } catch (error) {
    if (error instanceof UnreadableRows) throw refusal(file, error.row, error.message);
    throw new UsageError("unreadable-rows", `Cannot read rows from ${file}: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

function checkRow(
  file: HostPath,
  row: number,
  value: unknown,
): { readonly record: Readonly<Record<string, unknown>>; readonly id: string } {
  const parsed = wordRecord(z.unknown()).safeParse(value);
  if (!parsed.success) throw refusal(file, row, "it is no JSON object");
  const record = parsed.data;
  if (record["function_id"] === undefined && record["method_id"] === undefined)
    throw refusal(file, row, `it has neither "function_id" nor "method_id"; each row has one of them`);
  try {
    const { identifier, repositoryId } = parseR2EFunction(record);
    return { record, id: `${repositoryId}:${identifier}` };
  } catch (error) {
    if (error instanceof z.ZodError) throw refusal(file, row, describeIssue(error), describeField(error));
    throw error;
  }
}

function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  const field = describeField(error);
  if (field.endsWith("exec_stats.diorama.format"))
    return `its field "${field}" names another version of what Diorama adds to R2E's records; this one reads its own version only`;
  return `its field "${field}" is not as R2E writes it: ${issue?.message ?? "unknown"}`;
}

/** The path of the first field that is wrong: `test_history.history[0].tests`. */
function describeField(error: z.ZodError): string {
  const path = error.issues[0]?.path ?? [];
  return path
    .map((part, index) =>
      typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${String(part)}`,
    )
    .join("");
}

function refusal(file: HostPath, row: number | undefined, found: string, field?: string): UsageError {
  const what = row === undefined ? file : `row ${row} of ${file}`;
  return new UsageError("unreadable-rows", `Cannot read ${what}: ${found}.`, {
    hint: "Rows are what R2E's write_functions and write_functions_under_test write: a JSON array of objects.",
    fields: { ...(row === undefined ? {} : { row }), ...(field === undefined ? {} : { field }) },
  });
}
