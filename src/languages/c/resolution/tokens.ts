import type { CodeSummary } from "./summary.ts";

/** Names of macros that a token came out of, which it is not expanded by again. */
export interface Hidden {
  readonly name: string;
  /** True for a macro that was used without brackets. */
  readonly isBare: boolean;
  readonly next: Hidden | undefined;
}

/** A token, as written or out of a macro. */
export interface Token {
  /** `aside` stands for tokens that are read apart: another branch of a condition, another definition of a macro. */
  readonly kind: "name" | "number" | "text" | "sign" | "aside";
  readonly text: string;
  /** Where it is written: file by number, code unit of its summary's code; -1 for what `##` made. */
  readonly file: number;
  readonly at: number;
  /** 1-based line; of what came out of a macro's body the line where the macro is used. */
  readonly line: number;
  /** True at the left margin. */
  readonly startsLine: boolean;
  /** False below a condition that does not hold where nothing is configured. */
  isActive: boolean;
  readonly hidden: Hidden | undefined;
  readonly aside: readonly Token[] | undefined;
}

/** A directive with what follows its name, or a run of other tokens. */
export interface Piece {
  /** `define`, `if`, …; undefined for a run of tokens. */
  readonly directive: string | undefined;
  readonly line: number;
  readonly tokens: Token[];
}

const TOKEN =
  /([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)|(\.?\d(?:[eEpP][+-]|[\w.])*)|(\r\n?|\n)|[ \t\f\v]+|(->|\+\+|--|##|\.\.\.|<<=?|>>=?|[=!<>+\-*/%&|^]=|&&|\|\||[^])/y;

/** Makes a token that stands in no macro. */
export function makeToken(
  kind: Token["kind"],
  text: string,
  place: Pick<Token, "file" | "at" | "line">,
): Token {
  const { file, at, line } = place;
  return {
    kind,
    text,
    file,
    at,
    line,
    startsLine: false,
    isActive: true,
    hidden: undefined,
    aside: undefined,
  };
}

/** The same token on another line, not to be expanded by the hidden names. */
export function hideFrom(token: Token, line: number, hidden: Hidden): Token {
  const { kind, text, file, at, isActive, aside } = token;
  return { kind, text, file, at, line, startsLine: false, isActive, hidden, aside };
}

/** A name as it stands in the source: one that came out of a macro without brackets is written as that macro's name. */
export function writtenName({ text, hidden }: Token): string {
  let first = hidden;
  while (first?.next !== undefined) first = first.next;
  return first?.isBare === true ? first.name : text;
}

/** The pieces of a file from top to bottom. */
export function tokenise({ code, gaps }: CodeSummary, file: number): Piece[] {
  const pieces: Piece[] = [];
  let run: Token[] | undefined;
  let line = 1;
  let gap = 0;
  let lineStart = 0;
  let isLineFresh = true;
  let isDirective = false;
  const finishLine = (end: number): void => {
    line++;
    lineStart = end;
    isLineFresh = true;
    if (isDirective) run = undefined;
    isDirective = false;
  };
  for (let at = 0; at < code.length; ) {
    for (; gap < gaps.length && (gaps[gap] ?? 0) <= at; gap += 3) line += gaps[gap + 2] ?? 0;
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(code);
    let [text = "", name, number, lineEnd, sign] = found ?? [code[at]];
    const start = at;
    at += text.length;
    if (lineEnd !== undefined) finishLine(at);
    if (name === undefined && number === undefined && sign === undefined) continue;
    if (sign === "#" && isLineFresh) {
      run = [];
      isDirective = true;
      isLineFresh = false;
      pieces.push({ directive: "", line, tokens: run });
      continue;
    }
    const startsLine = start === lineStart;
    isLineFresh = false;
    if (sign === '"' || sign === "'") {
      at = endOfText(code, start);
      text = code.slice(start, at);
    }
    const tokenLine = line;
    if (text.length > 1 && sign !== undefined) line += text.split("\n").length - 1;
    const kind = kindOf(text, name, number);
    if (run === undefined) pieces.push({ directive: undefined, line, tokens: (run = []) });
    run.push({
      kind,
      text,
      file,
      at: start,
      line: tokenLine,
      startsLine,
      isActive: true,
      hidden: undefined,
      aside: undefined,
    });
  }
  return pieces.map(nameDirective);
}

function kindOf(text: string, name: string | undefined, number: string | undefined): Token["kind"] {
  if (name !== undefined) return "name";
  if (number !== undefined) return "number";
  return text.length > 1 && (text[0] === '"' || text[0] === "'") ? "text" : "sign";
}

function nameDirective(piece: Piece): Piece {
  if (piece.directive === undefined) return piece;
  const [first, ...tokens] = piece.tokens;
  return { directive: first?.text ?? "", line: piece.line, tokens };
}

function endOfText(code: string, start: number): number {
  const quote = code[start];
  for (let index = start + 1; index < code.length; index++) {
    const character = code[index];
    if (character === quote) return index + 1;
    if (character === "\\") index++;
    else if (character === "\n") break;
  }
  return start + 1;
}
