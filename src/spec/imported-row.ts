import { z } from "zod";

import { wordRecord } from "../base/index.ts";

/** Where an imported task comes from: part of a task's public record. */
export const importedFrom = z.object({
  /** Name of the format. */
  format: z.string(),
  /** Id of the row in its file. */
  row: z.string(),
  /** Of a target that cannot be a task in its repository: where it stands there, and modules that stand-ins take the place of. */
  sandboxed: z.object({ path: z.string(), name: z.string(), stand_ins: z.array(z.string()) }).optional(),
});

/** `imported/1`: what a task was made of, for the judge only (it holds the reference): `tests/judge/imported.json`. */
export const importedRow = z.object({
  format: z.literal("imported/1"),
  from: importedFrom,
  /** The row as it was read. */
  record: wordRecord(z.unknown()),
  /** Its text in the file, of formats that give it back byte for byte. */
  text: z.string().optional(),
  /** What of the row runs in another form: `scratch_folder` (a folder of its scripts is a temporary one), `stand_ins` (classes of its test have a file of their own). */
  changes: z.array(z.string()),
  /** Filters of a build that would have dropped the target. */
  filters: z.array(z.string()),
  /** What of the reference the recorded calls of the row's own test execute, `[0, 1]`; `branch` is null where there is none. Null: nothing was recorded. */
  own_coverage: z.object({ calls: z.int(), branch: z.number().nullable(), line: z.number() }).nullable(),
});
export type ImportedRow = z.infer<typeof importedRow>;
