/** A piece of C. Comments and white space are none. */
export interface Token {
  readonly kind: "directive" | "word" | "literal" | "mark";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const PIECE =
  /(?<space>\s+|\\\r?\n|\/\*[^]*?(?:\*\/|(?![^]))|\/\/(?:[^\n\\]|\\\r?\n|\\)*)|(?<directive>(?<=^[ \t]*)#(?:[^\n\\/]|\\\r?\n|\\|\/(?!\*)|\/\*[^]*?(?:\*\/|(?![^])))*)|(?<word>[A-Za-z_$][\w$]*)|(?<literal>\d[\w.]*|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?)|(?<mark>[^])/gmy;

/** The pieces of a text, in order: a directive is one, with its continuations. */
export function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < text.length) {
    const start = PIECE.lastIndex;
    const groups = PIECE.exec(text)?.groups;
    if (groups === undefined) break;
    const kind = KINDS.find((one) => groups[one] !== undefined);
    if (kind !== undefined)
      tokens.push({ kind, text: text.slice(start, PIECE.lastIndex), start, end: PIECE.lastIndex });
  }
  return tokens;
}

const KINDS = ["directive", "word", "literal", "mark"] as const;

/** How far a mark opens brackets. */
export function opening({ kind, text }: Token): number {
  if (kind !== "mark") return 0;
  return text === "{" || text === "(" || text === "["
    ? 1
    : text === "}" || text === ")" || text === "]"
      ? -1
      : 0;
}
