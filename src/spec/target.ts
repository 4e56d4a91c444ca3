import { z } from "zod";

import { applyEdits } from "../base/index.ts";

/** What sort of callable a target is. */
export const targetKind = z.enum([
  "function",
  "method",
  "static_method",
  "class_method",
  "getter",
  "setter",
  "deleter",
]);
export type TargetKind = z.infer<typeof targetKind>;

/**
 * A function whose body a task hides. `name` is qualified (`Class.method`); `signature` is the header as it
 * stands in the file, from `def` (or `async def`) to the colon, decorators not included.
 */
export const targetRecord = z.object({
  path: z.string(),
  name: z.string(),
  kind: targetKind,
  signature: z.string(),
  parameters: z.array(z.string()),
  is_method: z.boolean(),
  is_async: z.boolean(),
  is_generator: z.boolean(),
  class_name: z.string().nullable(),
  return_annotation: z.string().nullable(),
});
export type TargetRecord = z.infer<typeof targetRecord>;

/** `[start, end)` in bytes of the file's UTF-8 text. */
export const byteSpan = z.object({ start: z.int().nonnegative(), end: z.int().nonnegative() });
export type ByteSpan = z.infer<typeof byteSpan>;

/**
 * One place that a task hides: `span` is replaced by `placeholder` in the candidate's tree. Everything
 * outside the span is the original, byte for byte.
 */
export const editRecord = z.object({ path: z.string(), span: byteSpan, placeholder: z.string() });
export type EditRecord = z.infer<typeof editRecord>;

/** A file with what edits of it hide replaced by their placeholders. */
export function maskSpans(text: string, edits: readonly EditRecord[]): string {
  return applyEdits(
    text,
    edits.map(({ span, placeholder }) => ({ ...span, text: placeholder })),
  );
}
