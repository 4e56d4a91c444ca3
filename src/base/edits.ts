/** A stretch of a text, `[start, end)` in bytes of its UTF-8, and what stands there instead. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A text with edits made, no two of which overlap. What is inserted at one place keeps its order, and stands before what replaces something there. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const bytes = Buffer.from(text);
  const parts: Uint8Array[] = [];
  let position = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(bytes.subarray(position, edit.start), Buffer.from(edit.text));
    position = edit.end;
  }
  return Buffer.concat([...parts, bytes.subarray(position)]).toString();
}

/** The 1-based line of a byte; `\r\n`, `\n` and `\r` end lines. */
export function lineOfByte(text: string, at: number): number {
  return Buffer.from(text)
    .toString("utf8", 0, at)
    .split(/\r\n|\n|\r/u).length;
}
