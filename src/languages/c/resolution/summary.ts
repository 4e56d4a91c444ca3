import { isRecord } from "../../../base/index.ts";

/** A source file without its comments, and what is needed to find its places again. */
export interface CodeSummary {
  /** The text with one space for each comment and with continued lines joined. */
  readonly code: string;
  /** For each stretch that is not in `code`: where it was in `code` (in code units), how many bytes and how many line ends it had more. */
  readonly gaps: readonly number[];
}

/** Takes comments and line continuations out of a text. Linear; what is not closed ends with the text or, for a quote, with its line. */
export function summariseCode(text: string): CodeSummary {
  const parts: string[] = [];
  const gaps: number[] = [];
  let length = 0;
  let kept = 0;
  const leaveOut = (start: number, end: number, replacement: string): void => {
    const piece = text.slice(kept, start) + replacement;
    const gone = text.slice(start, end);
    parts.push(piece);
    length += piece.length;
    gaps.push(length, Buffer.byteLength(gone) - replacement.length, countLineEnds(gone));
    kept = end;
  };
  const special = /["'\\/]/g;
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    const start = found.index;
    const end = endOfSpecial(text, start);
    const isQuote = text[start] === '"' || text[start] === "'";
    if (!isQuote && end > start + 1) leaveOut(start, end, text[start] === "/" ? " " : "");
    special.lastIndex = end;
  }
  parts.push(text.slice(kept));
  return { code: parts.join(""), gaps };
}

/** What `summariseCode` gave, after a way through JSON; an empty file for anything else. */
export function readSummary(summary: unknown): CodeSummary {
  if (!isRecord(summary) || typeof summary["code"] !== "string" || !Array.isArray(summary["gaps"])) {
    return { code: "", gaps: [] };
  }
  return { code: summary["code"], gaps: summary["gaps"].filter((gap) => typeof gap === "number") };
}

function endOfSpecial(text: string, start: number): number {
  const next = text[start + 1];
  switch (text[start]) {
    case "/":
      if (next === "*") return endAfter(text, text.indexOf("*/", start + 2), 2);
      return next === "/" ? endOfLineComment(text, start) : start + 1;
    case "\\":
      if (next === "\n") return start + 2;
      if (next === "\r") return start + (text[start + 2] === "\n" ? 3 : 2);
      return start + 1;
    default:
      return endOfQuote(text, start);
  }
}

function endAfter(text: string, found: number, length: number): number {
  return found < 0 ? text.length : found + length;
}

function endOfLineComment(text: string, start: number): number {
  let end = start;
  do end = endAfter(text, text.indexOf("\n", end + 1), 0);
  while (end < text.length && /\\\r?$/.test(text.slice(end - 2, end)));
  return text[end - 1] === "\r" ? end - 1 : end;
}

/** Behind the closing quote; behind the opening one where the line ends before. A prime between digits closes nothing. */
function endOfQuote(text: string, start: number): number {
  const quote = text[start];
  for (let index = start + 1; index < text.length; index++) {
    const character = text[index];
    if (character === quote) return index + 1;
    if (character === "\\") index += text[index + 1] === "\r" && text[index + 2] === "\n" ? 2 : 1;
    else if (character === "\n") break;
  }
  return start + 1;
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Bytes of the original file before places of `code`, which must be given in rising order. */
export function bytesAt({ code, gaps }: CodeSummary, places: readonly number[]): number[] {
  let gap = 0;
  let missing = 0;
  let last = 0;
  let bytes = 0;
  return places.map((place) => {
    for (; gap < gaps.length && (gaps[gap] ?? 0) <= place; gap += 3) missing += gaps[gap + 1] ?? 0;
    bytes += Buffer.byteLength(code.slice(last, place));
    last = place;
    return bytes + missing;
  });
}
