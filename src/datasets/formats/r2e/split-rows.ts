/** The elements of a JSON array with their texts: what is given back later is what was read, byte for byte, whatever its numbers and spaces are. */

/** An element of the array. */
export interface RowText {
  /** As it stands in the file, without the white space around it. */
  readonly text: string;
  readonly value: unknown;
}

/** What is wrong with a text; `row` counts from 1 and is undefined where it is about the whole. */
export class UnreadableRows extends Error {
  readonly row: number | undefined;

  constructor(row: number | undefined, found: string) {
    super(found);
    this.row = row;
  }
}

/** Splits a JSON array. Throws `UnreadableRows`. */
export function splitRows(text: string): RowText[] {
  const content = text.replace(/^\uFEFF/u, "");
  const opening = /^\s*\[/u.exec(content);
  if (opening === null) throw new UnreadableRows(undefined, describeNoArray(content));
  const rows: RowText[] = [];
  let at = skipSpace(content, opening[0].length);
  while (content[at] !== "]") {
    const end = endOfValue(content, at, rows.length + 1);
    rows.push(readRow(content.slice(at, end), rows.length + 1));
    at = skipSpace(content, end);
    if (content[at] === ",") at = skipSpace(content, at + 1);
    else if (content[at] !== "]")
      throw new UnreadableRows(
        undefined,
        `after row ${rows.length} neither "," nor "]" follows; it may be cut off`,
      );
  }
  const rest = content.slice(at + 1).trim();
  if (rest !== "")
    throw new UnreadableRows(undefined, `something follows the end of its array: ${excerpt(rest)}`);
  return rows;
}

function describeNoArray(content: string): string {
  const start = content.trim();
  if (start === "") return "it is empty";
  const versions = /^\{\s*"(?:fut_versions|fut_paths|test_versions)"/u.test(start);
  if (versions)
    return "it is the state of R2E's newer test server, which is another format than rows of functions";
  return `it is no JSON array: it begins with ${excerpt(start)}`;
}

function readRow(text: string, row: number): RowText {
  try {
    return { text, value: JSON.parse(withoutOddNumbers(text)) as unknown };
  } catch (error) {
    throw new UnreadableRows(row, `it is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Python writes floats that JSON has no number for as words; they become texts that Python's notation of values reads. */
function withoutOddNumbers(text: string): string {
  return text.replaceAll(/"[^"\\]*(?:\\[^][^"\\]*)*"|NaN|-?Infinity/gu, (found) =>
    found.startsWith('"') ? found : `"${found.replace("NaN", "nan").replace("Infinity", "inf")}"`,
  );
}

/** The index behind the value that begins at `start`. */
function endOfValue(content: string, start: number, row: number): number {
  const tokens = /"[^"\\]*(?:\\[^][^"\\]*)*"|[[\]{},]/gu;
  tokens.lastIndex = start;
  let depth = 0;
  for (let match = tokens.exec(content); match !== null; match = tokens.exec(content)) {
    const [sign] = match;
    if (sign === "[" || sign === "{") depth++;
    else if ((sign === "]" || sign === ",") && depth === 0) return trimEnd(content, start, match.index, row);
    else if (sign === "]" || sign === "}") depth--;
    if (depth === 0 && (sign === "]" || sign === "}")) return tokens.lastIndex;
  }
  throw new UnreadableRows(row, "it is cut off: the file ends within it");
}

function trimEnd(content: string, start: number, end: number, row: number): number {
  const length = content.slice(start, end).trimEnd().length;
  if (length === 0) throw new UnreadableRows(row, "there is nothing between two commas");
  return start + length;
}

function skipSpace(content: string, from: number): number {
  const space = /\s*/uy;
  space.lastIndex = from;
  space.exec(content);
  return space.lastIndex;
}

function excerpt(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
