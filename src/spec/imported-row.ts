import { z } from "zod";

/** `tests/judge/row.json`: the row of a file of others that a task was made of, as it was read; it may hold the reference. */
export const importedRow = z.object({
  format: z.literal("imported-row/1"),
  /** Name of the row's format, as `import` takes it. */
  from: z.string(),
  /** What tells it from the other rows of its file. */
  id: z.string(),
  /** Its text in the file, byte for byte. */
  text: z.string(),
});
export type ImportedRow = z.infer<typeof importedRow>;
