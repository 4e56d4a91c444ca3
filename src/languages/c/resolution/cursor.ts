import type { CType, StructEntity } from "./entities.ts";
import type { Token } from "./tokens.ts";

/** What a reader of tokens meets on its way. */
export interface ReaderEvents {
  /** A struct or union with its fields has been read; it gets its number here. */
  addStruct(struct: Omit<StructEntity, "id">): StructEntity;
  addEnumerator(name: Token): void;
  /** A name that means a type or a tag has been read. */
  seeType(token: Token, type: CType): void;
  /** True for a name of a type, undefined where nothing is known. */
  isType(name: string): boolean | undefined;
  /** The type of what stands in `typeof (…)`; the cursor is behind the bracket and is put back afterwards. */
  typeOf(): CType;
}

/** A place in expanded tokens, without asides. Reading past the end gives empty texts. */
export interface Cursor extends ReaderEvents {
  readonly tokens: readonly Token[];
  /** As `matchBrackets` gives them. */
  readonly ends: Int32Array;
  index: number;
  readonly unit: number;
  /** How deep readers are inside of each other; they give up at `MAX_READ_DEPTH`. */
  depth: number;
}

/** Brackets deeper than this are skipped, not read. */
export const MAX_READ_DEPTH = 150;

/** The text of the token that comes, or of one behind it; empty at the end. */
export function textAt(cursor: Cursor, offset = 0): string {
  return cursor.tokens[cursor.index + offset]?.text ?? "";
}

/** True where a name comes, or stands behind what comes. */
export function isNameAt(cursor: Cursor, offset = 0): boolean {
  return cursor.tokens[cursor.index + offset]?.kind === "name";
}

/** Goes over the next token if it is this one. */
export function take(cursor: Cursor, text: string): boolean {
  if (textAt(cursor) !== text) return false;
  cursor.index++;
  return true;
}

/** True at the end of the tokens. */
export function isAtEnd(cursor: Cursor): boolean {
  return cursor.index >= cursor.tokens.length;
}

/** For each token behind which token its bracket is closed; 0 where it is none or never closed. Braces close what is open inside of them. */
export function matchBrackets(tokens: readonly Token[]): Int32Array {
  const ends = new Int32Array(tokens.length);
  const open: number[] = [];
  let braces = 0;
  tokens.forEach(({ text }, index) => {
    if (text === "(" || text === "[" || text === "{") {
      open.push(index);
      if (text === "{") braces++;
    } else if (text === "}" && braces > 0) {
      while (tokens[open.at(-1) ?? 0]?.text !== "{") open.pop();
      ends[open.pop() ?? 0] = index + 1;
      braces--;
    } else if (text === ")" || text === "]") {
      const opener = text === ")" ? "(" : "[";
      if (tokens[open.at(-1) ?? -1]?.text === opener) ends[open.pop() ?? 0] = index + 1;
    }
  });
  return ends;
}

/** Behind the bracket that closes the one at `start`; the end of the tokens where nothing does. */
export function endOfBracket({ ends, tokens }: Cursor, start: number): number {
  return (ends[start] ?? 0) === 0 ? tokens.length : (ends[start] ?? 0);
}

/** Goes behind the bracket that closes the one that comes. */
export function skipBracket(cursor: Cursor): void {
  cursor.index = endOfBracket(cursor, cursor.index);
}

/** Takes attributes, `asm` names and the like, wherever they stand. */
export function skipAttributes(cursor: Cursor): void {
  for (;;) {
    const text = textAt(cursor);
    if (ATTRIBUTES.has(text)) {
      cursor.index++;
      if (textAt(cursor) === "(") skipBracket(cursor);
    } else if (text === "[" && textAt(cursor, 1) === "[") skipBracket(cursor);
    else return;
  }
}

const ATTRIBUTES = new Set([
  "__attribute__",
  "__attribute",
  "__declspec",
  "_Alignas",
  "alignas",
  "asm",
  "__asm__",
  "__asm",
  "__extension__",
]);
