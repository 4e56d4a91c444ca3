import type { ValueRecipe } from "../../../spec/index.ts";
import { unescapePythonBytes, unescapePythonText } from "./escapes.ts";
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
  if (/r/i.test(prefix)) return { text: content, isBytes };
  const text = isBytes ? unescapePythonBytes(content) : unescapePythonText(content, () => cursor.fail());
  return { text, isBytes };
}
