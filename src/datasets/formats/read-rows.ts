import { z } from "zod";

import { messageOf, readGivenText, UsageError, wordRecord, type HostPath } from "../../base/index.ts";

/** The text of a file with rows. Throws `UsageError` `unreadable-rows`. */
export function readRowsText(file: HostPath): string {
  return readGivenText({ file, what: "rows", codes: { file: "unreadable-rows", line: "unreadable-rows" } });
}

/** The objects of a file that holds one JSON array. Throws `UsageError` `unreadable-rows`. */
export function readJsonArray(file: HostPath): Readonly<Record<string, unknown>>[] {
  const text = readRowsText(file);
  try {
    return z.array(wordRecord(z.unknown())).parse(JSON.parse(text));
  } catch (error) {
    const found = error instanceof z.ZodError ? "it is no JSON array of objects" : messageOf(error);
    throw new UsageError("unreadable-rows", `Cannot read rows from ${file}: ${found}.`, { cause: error });
  }
}
