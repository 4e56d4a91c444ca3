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
  /** True where only white space stands before a code unit on its line. */
  startsLine(index: number): boolean;
  /** The line end that most lines of the text have. */
  readonly newline: "\n" | "\r\n";
}

/** Indexes a text once; every look-up is logarithmic at most. */
export function indexText(text: string): SourceText {
  const bytes = byteOffsets(text);
  const starts = lineStarts(text);
  const lineAt = (index: number): number => lastAtMost(starts, index) + 1;
  const lineStart = (index: number): number => starts[lineAt(index) - 1] ?? 0;
  return {
    text,
    byteAt: (index) => bytes?.[index] ?? index,
    indexAt: (byte) => (bytes === undefined ? byte : lastAtMost(bytes, byte)),
    lineAt,
    lineStart,
    indentationAt: (index) => leadingSpace(text.slice(lineStart(index), index)),
    startsLine: (index) => /^\uFEFF?[ \t\f]*$/.test(text.slice(lineStart(index), index)),
    newline: mostlyCarriageReturns(text, starts.length - 1) ? "\r\n" : "\n",
  };
}

/** White space at the start of a line of text; a byte order mark is not part of it. */
export function leadingSpace(line: string): string {
  return /^\uFEFF?([ \t\f]*)/.exec(line)?.[1] ?? "";
}

/** The column to which white space indents: tabs go to multiples of 8, a form feed starts again. */
export function columnOf(indentation: string): number {
  let column = 0;
  for (const character of indentation) {
    column = character === "\t" ? (Math.floor(column / 8) + 1) * 8 : character === "\f" ? 0 : column + 1;
  }
  return column;
}

/** `undefined` where every character is one byte. */
function byteOffsets(text: string): Uint32Array | undefined {
  if (Buffer.byteLength(text) === text.length) return undefined;
  const offsets = new Uint32Array(text.length + 1);
  let byte = 0;
  for (let index = 0; index < text.length; index++) {
    offsets[index] = byte;
    const code = text.charCodeAt(index);
    if ((text.codePointAt(index) ?? 0) > 0xffff) {
      byte += 4;
      offsets[++index] = byte;
    } else byte += code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
  }
  offsets[text.length] = byte;
  return offsets;
}

function lineStarts(text: string): Uint32Array {
  const starts = [0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10)) starts.push(index + 1);
  }
  return Uint32Array.from(starts);
}

function mostlyCarriageReturns(text: string, lines: number): boolean {
  return text.includes("\r\n") && (text.match(/\r\n/g)?.length ?? 0) * 2 > lines;
}

function lastAtMost(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
