import { endOfString } from "./joined-lines.ts";

interface Comment {
  readonly start: number;
  readonly end: number;
  /** What stands before it on its line. */
  readonly indentation: string;
  /** Whether it has its line for itself. */
  readonly isAlone: boolean;
  /** Whether it follows another one with nothing but blank lines between them. */
  readonly isJoined: boolean;
}

/**
 * The text with the inner lines of long comments blanked, position for position. The grammar reads a comment to its end at each of its
 * lines, so one of many lines would cost the square of its length; what decides where blocks end, a comment's
 * first and last line and those indented differently from their neighbours, stays.
 */
export function thinComments(text: string): string {
  const lines = findComments(text).filter(({ isAlone }) => isAlone);
  let output = "";
  let position = 0;
  for (const [at, line] of lines.entries()) {
    const [before, next] = [lines[at - 1], lines[at + 1]];
    if (!line.isJoined || before?.indentation !== line.indentation) continue;
    if (next?.isJoined !== true || next.indentation !== line.indentation) continue;
    output += text.slice(position, line.start) + " ".repeat(line.end - line.start);
    position = line.end;
  }
  return output + text.slice(position);
}

/** All comments, in order; what looks like one in a text literal is none. */
export function findComments(text: string): readonly Comment[] {
  const found: Comment[] = [];
  let lineStart = 0;
  let isJoined = false;
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? "";
    if (character === "\n" || character === "\r") lineStart = ++at;
    else if (character === "#") {
      const end = endOfLine(text, at);
      const indentation = text.slice(lineStart, at);
      const isAlone = /^[ \t\f]*$/.test(indentation);
      found.push({ start: at, end, indentation, isAlone, isJoined });
      isJoined = isAlone;
      at = end;
    } else if (character === " " || character === "\t" || character === "\f") at++;
    else {
      isJoined = false;
      at = character === '"' || character === "'" ? endOfString(text, at) : at + 1;
    }
  }
  return found;
}

function endOfLine(text: string, start: number): number {
  const lineEnd = /[\r\n]|$/g;
  lineEnd.lastIndex = start;
  return lineEnd.exec(text)?.index ?? text.length;
}
