import { byteOffsets, lastAtMost, lineStarts } from "./text-offsets.ts";

/** Positions in one text: code units, UTF-8 bytes, lines and columns. */
export interface SourceText {
  readonly text: string;
  /** Bytes before a code unit. */
  byteAt(index: number): number;
  /** The code unit that starts at a byte. */
  indexAt(byte: number): number;
  /** 1-based line of a code unit; `\r\n`, `\n` and `\r` end lines, as they do for Python. */
  lineAt(index: number): number;
  /** Where the line of a code unit starts. */
  lineStart(index: number): number;
  /** White space at the start of the line of a code unit. */
  indentationAt(index: number): string;
  /** The columns to which that white space indents. */
  columnsAt(index: number): Columns;
  /** True where only white space stands before a code unit on its line. */
  startsLine(index: number): boolean;
  /** The line end that most lines of the text have. */
  readonly newline: "\n" | "\r\n";
}

/** Columns of an indentation: with tabs that go to multiples of 8, and with tabs as wide as spaces. Python demands the same order of both. */
export interface Columns {
  readonly wide: number;
  readonly narrow: number;
}

/** Indexes a text once; every look-up is logarithmic at most, but for the first that asks of the indentation of a line. */
export function indexText(text: string): SourceText {
  const bytes = byteOffsets(text);
  const starts = lineStarts(text);
  const lineAt = (index: number): number => lastAtMost(starts, index) + 1;
  const lineStart = (index: number): number => starts[lineAt(index) - 1] ?? 0;
  const marginOf = rememberByNumber((start) => readMargin(text, start));
  const columnsOfLine = rememberByNumber((start) => columnsOf(marginOf(start).space));
  const indentationAt = (index: number): string => {
    const { space, end } = marginOf(lineStart(index));
    return index >= end ? space : space.slice(0, Math.max(0, space.length - (end - index)));
  };
  return {
    text,
    byteAt: (index) => bytes?.[index] ?? index,
    indexAt: (byte) => (bytes === undefined ? byte : lastAtMost(bytes, byte)),
    lineAt,
    lineStart,
    indentationAt,
    columnsAt: (index) => {
      const start = lineStart(index);
      return index >= marginOf(start).end ? columnsOfLine(start) : columnsOf(indentationAt(index));
    },
    startsLine: (index) => index <= marginOf(lineStart(index)).end,
    newline: mostlyCarriageReturns(text, starts.length - 1) ? "\r\n" : "\n",
  };
}

/** White space at the start of a line of text; a byte order mark is not part of it. */
export function leadingSpace(line: string): string {
  return /^\uFEFF?([ \t\f]*)/.exec(line)?.[1] ?? "";
}

/** The columns to which white space indents; a form feed starts again. */
export function columnsOf(indentation: string): Columns {
  let wide = 0;
  let narrow = 0;
  for (const character of indentation) {
    wide = character === "\t" ? (Math.floor(wide / 8) + 1) * 8 : character === "\f" ? 0 : wide + 1;
    narrow = character === "\f" ? 0 : narrow + 1;
  }
  return { wide, narrow };
}

/** The white space that a line begins with, and where it ends; a byte order mark before it is passed over. */
function readMargin(text: string, start: number): { readonly space: string; readonly end: number } {
  const margin = /\uFEFF?([ \t\f]*)/y;
  margin.lastIndex = start;
  const space = margin.exec(text)?.[1] ?? "";
  return { space, end: margin.lastIndex };
}

function rememberByNumber<T>(find: (key: number) => T): (key: number) => T {
  const known = new Map<number, T>();
  return (key) => {
    const found = known.get(key) ?? find(key);
    known.set(key, found);
    return found;
  };
}

function mostlyCarriageReturns(text: string, lines: number): boolean {
  return text.includes("\r\n") && (text.match(/\r\n/g)?.length ?? 0) * 2 > lines;
}
