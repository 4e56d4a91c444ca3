import {
  endOfBracket,
  isAtEnd,
  isNameAt,
  MAX_READ_DEPTH,
  skipAttributes,
  skipBracket,
  take,
  textAt,
  type Cursor,
} from "./cursor.ts";
import { readDeclarator } from "./declarators.ts";
import { ANY, PLAIN, type CType, type Named, type StructEntity } from "./entities.ts";
import type { Token } from "./tokens.ts";

/** What stands before the declarators of a declaration. */
export interface Specifiers {
  readonly type: CType;
  /** False where nothing but qualifiers was found. */
  readonly hasType: boolean;
  /** Storage classes: `static`, `extern`, `typedef`, `inline`. */
  readonly storage: ReadonlySet<string>;
}

const STORAGE = new Set(["static", "extern", "typedef", "inline", "__inline", "__inline__"]);
const QUALIFIERS = new Set(
  (
    "const volatile restrict register auto _Noreturn noreturn _Thread_local thread_local __thread __const __const__ __volatile__ __volatile " +
    "__restrict __restrict__ constexpr __signed__ __forceinline"
  ).split(" "),
);
const NUMBERS = new Set(
  "char short int long float double signed unsigned _Bool bool _Complex __int128 __int64 __float128 __complex__ _Float16 _Float128 __builtin_va_list va_list".split(
    " ",
  ),
);
const STRUCTS = new Set(["struct", "union", "enum"]);
const TYPE_OF = new Set(["typeof", "__typeof__", "__typeof", "typeof_unqual"]);

/** True for a word that only a declaration can begin with. */
export function beginsDeclaration(word: string): boolean {
  return (
    STORAGE.has(word) ||
    QUALIFIERS.has(word) ||
    NUMBERS.has(word) ||
    STRUCTS.has(word) ||
    TYPE_OF.has(word) ||
    word === "void" ||
    word === "_Atomic" ||
    word === "__auto_type"
  );
}

/** Reads storage classes, qualifiers and the type that declarators follow. `isParameter`: a name alone is a type. */
export function readSpecifiers(cursor: Cursor, isParameter = false): Specifiers {
  const storage = new Set<string>();
  let type: CType | undefined;
  for (;;) {
    skipAttributes(cursor);
    const text = textAt(cursor);
    if (STORAGE.has(text)) {
      storage.add(text.startsWith("__") ? "inline" : text);
      cursor.index++;
    } else if (QUALIFIERS.has(text)) cursor.index++;
    else if (NUMBERS.has(text)) {
      type = PLAIN;
      cursor.index++;
    } else if (text === "void" || text === "__auto_type") {
      type ??= ANY;
      cursor.index++;
    } else if (text === "_Atomic") {
      cursor.index++;
      if (take(cursor, "(")) type = readTypeName(cursor, ")");
    } else if (STRUCTS.has(text)) type = readStruct(cursor);
    else if (TYPE_OF.has(text)) type = readTypeOf(cursor);
    else if (isNameAt(cursor)) {
      const end = endOfUnknownWord(cursor);
      if (end !== undefined) {
        cursor.index = end;
        continue;
      }
      const named = readTypeWord(cursor, type !== undefined, isParameter);
      if (named === undefined) break;
      type ??= named;
    } else break;
  }
  return { type: type ?? ANY, hasType: type !== undefined, storage };
}

/** A word that nobody knows before a type, alone or with a bracket: a macro of somebody else's. Behind it if there is one. */
function endOfUnknownWord(cursor: Cursor): number | undefined {
  const { tokens, index } = cursor;
  if (cursor.isType(textAt(cursor)) === true) return undefined;
  const isBeforeType = isNameAt(cursor, 1) && textAt(cursor, 2) === "*" && /^[*\w]/.test(textAt(cursor, 3));
  if (isBeforeType) return index + 1;
  const end = textAt(cursor, 1) === "(" ? endOfBracket(cursor, index + 1) : index + 1;
  return beginsDeclaration(tokens[end]?.text ?? "") && !isOldStyle(cursor, end) ? end : undefined;
}

/** `f (a) int a; {`: a function of the old style, whose parameters are declared behind the bracket. */
function isOldStyle({ tokens, index }: Cursor, end: number): boolean {
  if (end === index + 1) return false;
  const inside = tokens.slice(index + 2, end - 1);
  if (inside.length === 0 || inside.length > 100) return false;
  return inside.every(({ kind, text }, place) => (place % 2 === 0 ? kind === "name" : text === ","));
}

/** A name of a type or, behind a type, of a macro that nobody knows; undefined where the declarator begins. */
function readTypeWord(cursor: Cursor, hasType: boolean, isParameter: boolean): CType | undefined {
  const token = cursor.tokens[cursor.index];
  if (token === undefined) return undefined;
  const next = textAt(cursor, 1);
  if (next === "(") return readBracketedWord(cursor, token, hasType);
  if (hasType) {
    if (!isNameAt(cursor, 1) || cursor.isType(token.text) === false) return undefined;
    cursor.index++;
    return ANY;
  }
  if (!isNameAt(cursor, 1) && next !== "*" && !isParameter && cursor.isType(token.text) !== true)
    return undefined;
  cursor.index++;
  return seeAlias(cursor, token);
}

/** `NAME (…)` before a name or star is a macro that gives a type or an attribute; `name (*x) (` is a type with a declarator. */
function readBracketedWord(cursor: Cursor, token: Token, hasType: boolean): CType | undefined {
  const end = endOfBracket(cursor, cursor.index + 1);
  const following = cursor.tokens[end];
  if (!hasType && /^[(*]$/.test(textAt(cursor, 2)) && following?.text === "(") {
    cursor.index++;
    return seeAlias(cursor, token);
  }
  const behind = cursor.tokens[end + 1];
  if (hasType && isOldStyle(cursor, end)) return undefined;
  const isWord = following?.kind === "name" && !beginsDeclaration(following.text);
  const isName = isWord && (behind?.kind === "name" || /^[[(;=,*]$/.test(behind?.text ?? ""));
  if (following?.text !== "*" && !isName) return undefined;
  cursor.index = end;
  return ANY;
}

function seeAlias(cursor: Cursor, token: Token): CType {
  const type: CType = { kind: "alias", name: token.text, unit: cursor.unit };
  cursor.seeType(token, type);
  return type;
}

function readTypeOf(cursor: Cursor): CType {
  cursor.index++;
  if (textAt(cursor) !== "(") return ANY;
  const end = endOfBracket(cursor, cursor.index);
  cursor.index++;
  const type = cursor.typeOf();
  cursor.index = end;
  return type;
}

/** A type as it stands in casts, up to a closing bracket or comma, which is taken if it is `end`. */
export function readTypeName(cursor: Cursor, end: string): CType {
  const { type } = readSpecifiers(cursor, true);
  const declared = readDeclarator(cursor, type, true);
  take(cursor, end);
  return declared.type;
}

function readStruct(cursor: Cursor): CType {
  const isEnum = textAt(cursor) === "enum";
  const isUnion = textAt(cursor) === "union";
  const { line = 1 } = cursor.tokens[cursor.index] ?? {};
  cursor.index++;
  skipAttributes(cursor);
  const tag = isNameAt(cursor) ? cursor.tokens[cursor.index++] : undefined;
  skipAttributes(cursor);
  if (isEnum) {
    if (take(cursor, ":")) readSpecifiers(cursor, true);
    if (textAt(cursor) === "{") readEnumerators(cursor);
    return PLAIN;
  }
  if (textAt(cursor) === "{") {
    const fields = readFields(cursor);
    const struct = cursor.addStruct({ tag, isUnion, unit: cursor.unit, line: tag?.line ?? line, fields });
    return { kind: "struct", struct };
  }
  if (tag === undefined) return ANY;
  const type: CType = { kind: "tag", tag: tag.text, unit: cursor.unit };
  cursor.seeType(tag, type);
  return type;
}

function readEnumerators(cursor: Cursor): void {
  const end = endOfBracket(cursor, cursor.index);
  for (let index = cursor.index + 1; index < end - 1; index++) {
    const before = cursor.tokens[index - 1]?.text;
    const token = cursor.tokens[index];
    if (token?.kind === "name" && (before === "{" || before === ",")) cursor.addEnumerator(token);
  }
  cursor.index = end;
}

function readFields(cursor: Cursor): Named[] {
  const end = endOfBracket(cursor, cursor.index);
  if (cursor.depth > MAX_READ_DEPTH) {
    cursor.index = end;
    return [];
  }
  cursor.depth++;
  cursor.index++;
  const fields: Named[] = [];
  while (cursor.index < end - 1 && !isAtEnd(cursor)) {
    const start = cursor.index;
    const { type } = readSpecifiers(cursor);
    if (textAt(cursor) === ";" && type.kind === "struct") fields.push(...anonymousFields(type.struct));
    while (cursor.index < end - 1 && textAt(cursor) !== ";") {
      const before = cursor.index;
      const field = readDeclarator(cursor, type, false);
      if (field.name !== undefined && field.name.isActive) fields.push(field);
      if (take(cursor, ":")) while (cursor.index < end - 1 && !/^[,;]$/.test(textAt(cursor))) cursor.index++;
      skipAttributes(cursor);
      if (!take(cursor, ",") && textAt(cursor) !== ";") skipField(cursor, end);
      if (cursor.index === before) cursor.index++;
    }
    take(cursor, ";");
    if (cursor.index === start) cursor.index++;
  }
  cursor.index = end;
  cursor.depth--;
  return fields;
}

function anonymousFields({ tag, fields }: StructEntity): readonly Named[] {
  if (tag !== undefined) return [];
  return fields;
}

/** Over what is no field, up to the end of its line of thought. */
function skipField(cursor: Cursor, end: number): void {
  while (cursor.index < end - 1 && textAt(cursor) !== ";") {
    if (/^[([{]$/.test(textAt(cursor))) skipBracket(cursor);
    else cursor.index++;
  }
}
