import type { ValueRecipe } from "../recipe.ts";
import type { LiteralCursor } from "./literal-cursor.ts";

const OPENING = /([rRuU]?|[bB][rR]?|[rR][bB])("""|'''|"|')/y;
const PIECES: Readonly<Record<string, RegExp>> = {
  "'": /([^'\\\n]*(?:\\[^][^'\\\n]*)*)'/y,
  '"': /([^"\\\n]*(?:\\[^][^"\\\n]*)*)"/y,
  "'''": /([^'\\]*(?:(?:\\[^]|'(?!''))[^'\\]*)*)'''/y,
  '"""': /([^"\\]*(?:(?:\\[^]|"(?!""))[^"\\]*)*)"""/y,
};

/** A text or bytes literal with those that follow it directly; undefined where there is none here. */
export function readText(cursor: LiteralCursor): ValueRecipe | undefined {
  const first = readPiece(cursor);
  if (first === undefined) return undefined;
  let { text } = first;
  for (;;) {
    cursor.skipSpace();
    const next = readPiece(cursor);
    if (next === undefined) break;
    if (next.isBytes !== first.isBytes) cursor.fail();
    text += next.text;
  }
  if (first.isBytes) return { bytes: text };
  return text.isWellFormed()
    ? text
    : { text: Array.from(text, (character) => character.codePointAt(0) ?? 0) };
}

interface Piece {
  readonly text: string;
  readonly isBytes: boolean;
}

function readPiece(cursor: LiteralCursor): Piece | undefined {
  const opening = cursor.take(OPENING);
  if (opening === undefined) return undefined;
  const [, prefix = "", quote = ""] = opening;
  const pattern = PIECES[quote];
  const content = (pattern && cursor.take(pattern))?.[1] ?? cursor.fail();
  const isBytes = /b/i.test(prefix);
  if (isBytes && !/^\p{ASCII}*$/u.test(content)) cursor.fail();
  const text = /r/i.test(prefix) ? content : unescape(content, isBytes, cursor);
  return { text, isBytes };
}

const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([^]))/gu;
const SIMPLE: Readonly<Record<string, string>> = {
  "\n": "",
  "\\": "\\",
  "'": "'",
  '"': '"',
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

function unescape(content: string, isBytes: boolean, cursor: LiteralCursor): string {
  return content.replace(
    ESCAPE,
    (whole, octal?: string, short?: string, four?: string, eight?: string, simple?: string) => {
      if (octal !== undefined)
        return String.fromCodePoint(Number.parseInt(octal, 8) & (isBytes ? 0xff : 0x1ff));
      if (short !== undefined) return String.fromCodePoint(Number.parseInt(short, 16));
      const wide = four ?? eight;
      if (isBytes && (wide !== undefined || simple === "N")) return whole;
      // A named character needs a table that is not here.
      if (simple === "N") return cursor.fail();
      if (wide === undefined) return SIMPLE[simple ?? ""] ?? whole;
      const point = Number.parseInt(wide, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : cursor.fail();
    },
  );
}
