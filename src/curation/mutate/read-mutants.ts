import { z } from "zod";

import { readGivenLines, UsageError, type HostPath } from "../../base/index.ts";
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
  const lines = readGivenLines({
    file,
    what: "mutants",
    form: '{"id": text, "operator"?: text, "completion": text}',
    schema: line,
    codes: { file: "unreadable-mutants", line: "bad-mutant" },
  });
  for (const { number, value: mutant } of lines) {
    if (byId.has(mutant.id))
      throw new UsageError(
        "duplicate-mutant",
        `Cannot read line ${number} of ${file}: there is a mutant ${mutant.id} already.`,
      );
    byId.set(mutant.id, mutant);
  }
  return [...byId.values()];
}
