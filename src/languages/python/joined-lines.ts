import type { LexicalForm } from "../completion-text.ts";

/**
 * The text with line ends and comments inside brackets blanked, position for position. To Python both say the same. The
 * grammar needs it where a line inside brackets is indented less than the statement it belongs to:
 * it takes such a line for the end of the block. Line ends in strings stay.
 */
export function joinBracketedLines(text: string): string {
  let output = "";
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? "";
    const end = character === '"' || character === "'" ? endOfString(text, at) : at + 1;
    if (character === "#") {
      const comment = text.slice(at, endOfLine(text, at));
      output += depth > 0 ? " ".repeat(comment.length) : comment;
      at += comment.length;
      continue;
    }
    if ("([{".includes(character)) depth++;
    else if (")]}".includes(character)) depth = Math.max(0, depth - 1);
    output += depth > 0 && (character === "\n" || character === "\r") ? " " : text.slice(at, end);
    at = end;
  }
  return output;
}

function endOfLine(text: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  return end;
}

/** Where the string that begins at `start` ends. One of one line that does not close ends with its line. */
export function endOfString(text: string, start: number): number {
  const quote = text[start] ?? "";
  const close = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  for (let at = start + close.length; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text.startsWith(close, at)) return at + close.length;
    else if (close.length === 1 && (text[at] === "\n" || text[at] === "\r")) return at;
  }
  return text.length;
}

/** Comments and texts of Python. */
export const PYTHON_FORM: LexicalForm = {
  lineComment: "#",
  hasDots: true,
  quotes: "\"'",
  endOfText: endOfString,
};
