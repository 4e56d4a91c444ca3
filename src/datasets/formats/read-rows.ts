import { readFileSync } from "node:fs";

import { z } from "zod";

import { messageOf, UsageError, type HostPath } from "../../base/index.ts";

/** The objects of a file that holds one JSON array. Throws `UsageError` `unreadable-rows`. */
export function readJsonArray(file: HostPath): Readonly<Record<string, unknown>>[] {
  try {
    return z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const found = error instanceof z.ZodError ? "it is no JSON array of objects" : messageOf(error);
    throw new UsageError("unreadable-rows", `Cannot read rows from ${file}: ${found}.`, { cause: error });
  }
}
