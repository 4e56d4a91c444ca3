import type { Edit } from "../../base/index.ts";

/** The edits that turn a text with edits made back into the text; no two of `edits` may overlap. */
export function invertEdits(text: string, edits: readonly Edit[]): readonly Edit[] {
  const bytes = Buffer.from(text);
  let moved = 0;
  return edits
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end, text: inserted }) => {
      const from = start + moved;
      const length = Buffer.byteLength(inserted);
      moved += length - (end - start);
      return { start: from, end: from + length, text: bytes.toString("utf8", start, end) };
    });
}
