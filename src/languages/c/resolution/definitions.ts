import {
  endOfBracket,
  isAtEnd,
  isNameAt,
  skipAttributes,
  skipBracket,
  take,
  textAt,
  type Cursor,
} from "./cursor.ts";
import { readDeclarator, type Declared } from "./declarators.ts";
import { ANY, PLAIN, type FileDeclarations, type Named } from "./entities.ts";
import { beginsDeclaration, readSpecifiers, type Specifiers } from "./specifiers.ts";
import type { Token } from "./tokens.ts";

/** What gets its number where all files are known. */
export interface Numbers {
  functions: number;
  variables: number;
}

/** Reads all that stands outside of function bodies, from the top of an expanded file to its end. Never throws; goes over what it cannot understand. */
export function readDefinitions(cursor: Cursor, into: FileDeclarations, numbers: Numbers): void {
  while (!isAtEnd(cursor)) {
    const start = cursor.index;
    if (!skipOutside(cursor)) readDeclaration(cursor, into, numbers);
    if (cursor.index === start) cursor.index++;
  }
}

/** Over what declares nothing. */
function skipOutside(cursor: Cursor): boolean {
  const text = textAt(cursor);
  if (text === ";" || text === "}") cursor.index++;
  else if (text === "extern" && cursor.tokens[cursor.index + 1]?.kind === "text") {
    cursor.index += 2;
    take(cursor, "{");
  } else if (text === "_Static_assert" || text === "static_assert") {
    cursor.index++;
    skipBracket(cursor);
  } else if (text === "{") skipBracket(cursor);
  else return false;
  return true;
}

function readDeclaration(cursor: Cursor, into: FileDeclarations, numbers: Numbers): void {
  const start = cursor.index;
  const specifiers = readSpecifiers(cursor);
  if (take(cursor, ";")) return;
  for (;;) {
    const declared = readDeclarator(cursor, specifiers.type, false);
    skipAttributes(cursor);
    if (declared.name === undefined) return;
    if (declared.isFunction) {
      if (isInvocation(cursor, start, specifiers)) return;
      const body = findBody(cursor);
      if (body !== undefined) {
        addFunction(cursor, { declared, specifiers, body }, { into, numbers });
        return;
      }
    }
    addDeclared(cursor, { declared, specifiers }, { into, numbers });
    if (!take(cursor, ",")) break;
  }
  if (!take(cursor, ";")) recover(cursor, start);
}

/** `NAME (…)` without a type, a body or an end: a macro that nobody knows. */
function isInvocation(cursor: Cursor, start: number, { hasType, storage }: Specifiers): boolean {
  if (hasType || storage.size > 0 || textAt(cursor) === "{") return false;
  if (textAt(cursor) === ";" || textAt(cursor) === "," || textAt(cursor) === "=")
    return textAt(cursor) !== ",";
  if (cursor.index <= start + 3) return true;
  return !hasOldParameters(cursor);
}

/** Declarations of old-style parameters: each ends with `;`, the last before `{`. */
function hasOldParameters(cursor: Cursor): boolean {
  return endOfOldParameters(cursor) !== undefined;
}

/** So many tokens may declare the parameters of an old-style function. */
const MAX_OLD_PARAMETERS = 600;

function endOfOldParameters(cursor: Cursor): number | undefined {
  const { tokens, index } = cursor;
  const first = tokens[index];
  if (first?.kind !== "name") return undefined;
  const limit = Math.min(tokens.length, index + MAX_OLD_PARAMETERS);
  for (let at = index; at < limit; at++) {
    const text = tokens[at]?.text ?? "";
    if (text === "{") return tokens[at - 1]?.text === ";" ? at : undefined;
    if (text === "=" || text === "}") return undefined;
    if (text === "(") at = endOfBracket(cursor, at) - 1;
  }
  return undefined;
}

/** Where a function's body begins and ends; undefined for a declaration alone. */
function findBody(cursor: Cursor): readonly [number, number] | undefined {
  while (isNameAt(cursor) && textAt(cursor, 1) === "{") cursor.index++;
  if (textAt(cursor) !== "{") {
    const start = endOfOldParameters(cursor);
    if (start === undefined) return undefined;
    cursor.index = start;
  }
  return [cursor.index, endOfBody(cursor)];
}

/** Behind the bracket that closes a body. Where none does, a closing bracket at the margin is taken for it. */
function endOfBody({ tokens, ends, index: start }: Cursor): number {
  const end = ends[start] ?? 0;
  if (end > 0 && !cutsThroughMargin(tokens, start, end)) return end;
  for (let index = start + 1; index < tokens.length; index++) {
    const token = tokens[index];
    if (token?.text === "}" && token.startsLine) return index + 1;
  }
  return tokens.length;
}

/** True where another function seems to begin at the margin inside of a body: a bracket is missing. */
function cutsThroughMargin(tokens: Cursor["tokens"], start: number, end: number): boolean {
  for (let index = start + 1; index < end - 1; index++) {
    const token = tokens[index];
    if (token?.text !== "}" || !token.startsLine) continue;
    const next = tokens[index + 1];
    if (next?.startsLine === true && next.kind === "name" && beginsDeclaration(next.text)) return true;
  }
  return false;
}

type Found = { readonly declared: Declared; readonly specifiers: Specifiers };
type Target = { readonly into: FileDeclarations; readonly numbers: Numbers };

/** True for a name in a part that is left out, where a macro has another in its place: it is declared only where the macro is not. */
function isMacroElsewhere({ hidden, isActive }: Token): boolean {
  return hidden !== undefined && !isActive;
}

function addFunction(
  cursor: Cursor,
  { declared, specifiers, body }: Found & { readonly body: readonly [number, number] },
  { into, numbers }: Target,
): void {
  const { name: token, returns } = declared;
  cursor.index = body[1];
  if (token === undefined || isMacroElsewhere(token)) return;
  into.functions.push({
    kind: "function",
    id: numbers.functions++,
    name: token.text,
    unit: cursor.unit,
    token,
    line: token.line,
    isStatic: specifiers.storage.has("static"),
    isInline: specifiers.storage.has("inline"),
    isActive: token.isActive,
    parameters: readParameters(cursor, declared.parameters ?? [0, 0], body[0]),
    returns,
    body,
  });
}

function addDeclared(cursor: Cursor, { declared, specifiers }: Found, { into, numbers }: Target): void {
  const { name: token, type, dimensions, returns } = declared;
  if (token === undefined || isMacroElsewhere(token)) return;
  const common = { name: token.text, unit: cursor.unit, token, line: token.line };
  const isStatic = specifiers.storage.has("static");
  if (specifiers.storage.has("typedef")) into.typedefs.push({ ...common, kind: "typedef", type });
  else if (declared.isFunction) into.prototypes.push({ ...common, kind: "prototype", isStatic, returns });
  else {
    const initialiser = take(cursor, "=") ? readInitialiserRange(cursor) : undefined;
    const isExtern = specifiers.storage.has("extern") && initialiser === undefined;
    const id = numbers.variables++;
    into.variables.push({
      ...common,
      kind: "variable",
      id,
      isStatic,
      isExtern,
      type,
      dimensions,
      initialiser,
    });
  }
}

/** Goes to the `,` or `;` behind an initial value. */
function readInitialiserRange(cursor: Cursor): readonly [number, number] {
  const start = cursor.index;
  while (!isAtEnd(cursor) && !/^[,;]$/.test(textAt(cursor))) {
    if (/^[([{]$/.test(textAt(cursor))) skipBracket(cursor);
    else cursor.index++;
  }
  return [start, cursor.index];
}

/** Parameters by their order; those of old style by the declarations behind the bracket. */
export function readParameters(
  cursor: Cursor,
  [start, end]: readonly [number, number],
  body: number,
): Named[] {
  const back = cursor.index;
  const parameters: Named[] = [];
  cursor.index = start + 1;
  while (cursor.index < end - 1) {
    const before = cursor.index;
    if (textAt(cursor) === "...") break;
    const { type } = readSpecifiers(cursor, true);
    parameters.push(readDeclarator(cursor, type, true));
    while (cursor.index < end - 1 && textAt(cursor) !== ",") cursor.index++;
    if (cursor.index < end - 1) cursor.index++;
    if (cursor.index === before) cursor.index++;
  }
  if (body > end) readOldTypes(cursor, parameters, [end, body]);
  cursor.index = back;
  return parameters;
}

/** In `f (a, b) int a; char *b; {` the names in the bracket were taken for types. */
function readOldTypes(cursor: Cursor, parameters: Named[], [start, end]: readonly [number, number]): void {
  const places = new Map(
    parameters.map(({ type }, place) => [type.kind === "alias" ? type.name : "", place]),
  );
  parameters.forEach((_, place) => (parameters[place] = { name: undefined, type: PLAIN, dimensions: 0 }));
  cursor.index = start;
  while (cursor.index < end) {
    const before = cursor.index;
    const { type } = readSpecifiers(cursor);
    for (;;) {
      const declared = readDeclarator(cursor, type, false);
      const place = places.get(declared.name?.text ?? "");
      if (place !== undefined) parameters[place] = declared;
      if (!take(cursor, ",") || cursor.index >= end) break;
    }
    take(cursor, ";");
    if (cursor.index === before) cursor.index++;
  }
  for (const [name, place] of places) {
    if (parameters[place]?.name !== undefined || name === "") continue;
    const token = cursor.tokens.find((each) => each.text === name);
    parameters[place] = { name: token, type: ANY, dimensions: 0 };
  }
}

/** To the end of what could not be read: behind the next `;` or body, or before what begins at the margin. */
function recover(cursor: Cursor, start: number): void {
  if (cursor.index === start) cursor.index++;
  while (!isAtEnd(cursor)) {
    const text = textAt(cursor);
    if (text === ";" || text === "}") {
      cursor.index++;
      return;
    }
    if (cursor.tokens[cursor.index]?.startsLine === true && isNameAt(cursor)) return;
    if (text === "{") {
      skipBracket(cursor);
      return;
    }
    if (text === "(" || text === "[") skipBracket(cursor);
    else cursor.index++;
  }
}
