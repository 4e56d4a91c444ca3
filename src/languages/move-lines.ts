import { columnsOf, leadingSpace } from "./source-text.ts";

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Lines of a text, `[start, end)` in code units; `start` is the start of a line. */
export interface MovedLines extends Stretch {
  readonly text: string;
  /** Texts that go over several lines, in order: lines that begin inside one stay as they are. */
  fixed(): readonly Stretch[];
}

/**
 * Lines moved from one indentation to another. Blank lines stay as they are, and so do lines indented less than `from` (comments, and continued
 * lines inside brackets).
 */
export function moveLines(
  lines: MovedLines,
  indentation: { readonly from: string; readonly to: string },
): string {
  const { start, end } = lines;
  const text = lines.text.slice(start, end);
  if (indentation.from === indentation.to) return text;
  const texts = lines.fixed();
  const fromColumn = columnsOf(indentation.from).wide;
  let position = start;
  let next = firstEndingAfter(texts, start);
  let output = "";
  for (const line of text.split(/(?<=\r\n|\n|\r(?!\n))/)) {
    while ((texts[next]?.end ?? Infinity) <= position) next++;
    const isInText = (texts[next]?.start ?? Infinity) < position;
    output += isInText || line.trim() === "" ? line : moveLine(line, { ...indentation, fromColumn });
    position += line.length;
  }
  return output;
}

function firstEndingAfter(stretches: readonly Stretch[], position: number): number {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.end ?? Infinity) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Move {
  readonly from: string;
  readonly fromColumn: number;
  readonly to: string;
}

function moveLine(line: string, { from, fromColumn, to }: Move): string {
  const before = leadingSpace(line);
  const rest = line.slice(before.length);
  // What stands before a form feed does not indent.
  const space = before.slice(before.lastIndexOf("\f") + 1);
  if (space.startsWith(from)) return to + space.slice(from.length) + rest;
  const deeper = columnsOf(space).wide - fromColumn;
  return deeper < 0 ? line : to + " ".repeat(deeper) + rest;
}
