import { readFileSync } from "node:fs";

import { z } from "zod";

import { isSystemError, UsageError, type HostPath } from "../../base/index.ts";
import type { GivenMutant } from "../../proof/index.ts";

const line = z.object({
  id: z.string().min(1),
  operator: z.string().min(1).default("given"),
  completion: z.string(),
});

/**
 * Reads the mutants of another tool: JSON Lines of `{"id", "operator"?, "completion"}`. Throws `UsageError`: `unreadable-mutants`,
 * `bad-mutant` (with the line), `duplicate-mutant`.
 */
export function readMutants(file: HostPath): readonly GivenMutant[] {
  const byId = new Map<string, GivenMutant>();
  for (const [index, text] of readText(file).split("\n").entries()) {
    if (text.trim() === "") continue;
    const mutant = parseLine(text, index + 1, file);
    if (byId.has(mutant.id))
      throw new UsageError(
        "duplicate-mutant",
        `Cannot read line ${index + 1} of ${file}: there is a mutant ${mutant.id} already.`,
      );
    byId.set(mutant.id, mutant);
  }
  return [...byId.values()];
}

function readText(file: HostPath): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!isSystemError(error, "ENOENT", "EACCES", "EISDIR")) throw error;
    throw new UsageError("unreadable-mutants", `Cannot read mutants from ${file}: ${error.message}.`, {
      cause: error,
    });
  }
}

function parseLine(text: string, number: number, file: HostPath): GivenMutant {
  try {
    return line.parse(JSON.parse(text));
  } catch (error) {
    throw new UsageError(
      "bad-mutant",
      `Cannot read line ${number} of ${file}: it is no {"id": text, "operator"?: text, "completion": text}.`,
      { cause: error },
    );
  }
}
