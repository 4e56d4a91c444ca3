import { applyEdits, lineOfByte, type Edit } from "../base/index.ts";
import type { Definition, LineRange } from "./definition.ts";

/** A file with edits made, and where a definition of it then stands: 1-based first and last line, decorators included. */
export function editDefinition(
  text: string,
  { spans: { whole } }: Pick<Definition, "spans">,
  edits: readonly Edit[],
): { readonly text: string; readonly lines: LineRange } {
  const edited = applyEdits(text, edits);
  const moved = (at: number, counts: (edit: Edit) => boolean): number =>
    edits
      .filter(counts)
      .reduce((sum, { start, end, text: own }) => sum + Buffer.byteLength(own) - (end - start), at);
  const start = moved(whole.start, ({ end }) => end <= whole.start);
  const end = moved(whole.end, (edit) => edit.start < whole.end);
  return {
    text: edited,
    lines: { start: lineOfByte(edited, start), end: lineOfByte(edited, Math.max(start, end - 1)) },
  };
}
