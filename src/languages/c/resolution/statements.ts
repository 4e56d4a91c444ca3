import { declareLocal, findLocal, isTypeName, type Body, type Value } from "./body.ts";
import {
  endOfBracket,
  isAtEnd,
  isNameAt,
  MAX_READ_DEPTH,
  skipAttributes,
  skipBracket,
  take,
  textAt,
} from "./cursor.ts";
import { readDeclarator } from "./declarators.ts";
import { beginsDeclaration, readSpecifiers } from "./specifiers.ts";
import { PLAIN_VALUE } from "./values.ts";

/** Reads `{ … }` with a scope of its own; gives the value of its last statement. */
export function readBlock(body: Body): Value {
  const { cursor } = body;
  const end = endOfBracket(cursor, cursor.index);
  if (cursor.depth > MAX_READ_DEPTH) {
    cursor.index = end;
    return PLAIN_VALUE;
  }
  cursor.depth++;
  cursor.index++;
  body.scopes.push(new Map());
  const value = readStatements(body, end - 1);
  body.scopes.pop();
  cursor.depth--;
  cursor.index = end;
  return value;
}

/** Reads statements up to a place; always gets there. */
export function readStatements(body: Body, end: number): Value {
  const { cursor } = body;
  let value = PLAIN_VALUE;
  while (cursor.index < end && !isAtEnd(cursor)) {
    const before = cursor.index;
    value = readStatement(body);
    if (cursor.index === before) cursor.index++;
    body.readers.asides(body);
  }
  return value;
}

/** Words with nothing behind them that matters, or with an expression in brackets and a statement. */
const PLAIN_WORDS = new Set([
  "else",
  "do",
  "if",
  "while",
  "for",
  "switch",
  "return",
  "case",
  "default",
  "break",
  "continue",
]);

function readStatement(body: Body): Value {
  const { cursor } = body;
  const text = textAt(cursor);
  if (text === "{") return readBlock(body);
  if (PLAIN_WORDS.has(text) && isNameAt(cursor)) return readWord(body, text);
  if (text === "goto") {
    cursor.index++;
    if (textAt(cursor) === "*") readExpressionStatement(body);
    else cursor.index++;
    return PLAIN_VALUE;
  }
  if (isAssembly(body)) return readAssembly(body);
  if (text === "_Static_assert" || text === "static_assert") {
    cursor.index++;
    if (textAt(cursor) === "(") skipBracket(cursor);
    return PLAIN_VALUE;
  }
  if (isNameAt(cursor) && textAt(cursor, 1) === ":" && textAt(cursor, 2) !== ":") {
    cursor.index += 2;
    skipAttributes(cursor);
    return PLAIN_VALUE;
  }
  if (isDeclaration(body)) {
    readLocals(body);
    return PLAIN_VALUE;
  }
  return readExpressionStatement(body);
}

function readExpressionStatement(body: Body): Value {
  const value = body.readers.expression(body);
  take(body.cursor, ";");
  return value;
}

function readWord(body: Body, word: string): Value {
  const { cursor } = body;
  cursor.index++;
  if (word === "for") readLoopHead(body);
  else if (word === "return") readReturn(body);
  else if (word === "case") {
    body.readers.expression(body);
    if (textAt(cursor) === ".") while (take(cursor, ".")) continue;
    if (take(cursor, "...")) body.readers.expression(body);
    take(cursor, ":");
  } else if (word === "default") take(cursor, ":");
  else if (textAt(cursor) === "(" && word !== "else" && word !== "do") {
    const end = endOfBracket(cursor, cursor.index);
    const isNever = word === "if" && end === cursor.index + 3 && textAt(cursor, 1) === "0";
    cursor.index++;
    readUpTo(body, end - 1);
    cursor.index = end;
    if (isNever) skipStatement(body);
  }
  return PLAIN_VALUE;
}

/** What stands below `if (0)` is never compiled. */
function skipStatement(body: Body): void {
  if (body.cursor.depth > MAX_READ_DEPTH) return;
  body.cursor.depth++;
  body.muted++;
  readStatement(body);
  body.muted--;
  body.cursor.depth--;
}

/** Expressions and declarations up to a place, whatever stands between them. */
function readUpTo(body: Body, end: number): void {
  const { cursor } = body;
  while (cursor.index < end) {
    const before = cursor.index;
    if (isDeclaration(body)) readLocals(body);
    else readExpressionStatement(body);
    if (cursor.index === before) cursor.index++;
  }
}

/** What `for (…)` declares is known up to the end of the block around it. */
function readLoopHead(body: Body): void {
  const { cursor } = body;
  if (textAt(cursor) !== "(") return;
  const end = endOfBracket(cursor, cursor.index);
  cursor.index++;
  readUpTo(body, end - 1);
  cursor.index = end;
}

function readReturn(body: Body): void {
  const { caller, cursor, flow, holders } = body;
  if (take(cursor, ";")) return;
  const { nodes } = readExpressionStatement(body);
  if (caller === undefined || !holders.canHold(caller.returns)) return;
  for (const node of nodes) flow.addFlow(node, holders.result(caller));
}

function isAssembly({ cursor }: Body): boolean {
  return /^(?:asm|__asm__|__asm)$/.test(textAt(cursor)) && /^(?:[({]|\w+)$/.test(textAt(cursor, 1));
}

/** Operands of assembly are expressions in brackets, each behind a text. */
function readAssembly(body: Body): Value {
  const { cursor } = body;
  while (isNameAt(cursor)) cursor.index++;
  const end = endOfBracket(cursor, cursor.index);
  cursor.index++;
  while (cursor.index < end - 1) {
    if (textAt(cursor) === "(" && cursor.tokens[cursor.index - 1]?.kind === "text")
      body.readers.expression(body);
    else cursor.index++;
  }
  cursor.index = end;
  return PLAIN_VALUE;
}

/** True where a declaration begins: a word of one, a known type, or two names in a row with stars between them at most. */
function isDeclaration(body: Body): boolean {
  const { cursor } = body;
  const token = cursor.tokens[cursor.index];
  if (token?.kind !== "name") return false;
  if (token.text === "__extension__" || token.text === "__attribute__") return isNameAt(cursor, 1);
  if (beginsDeclaration(token.text)) return true;
  const known = isTypeName(body, token.text);
  const next = textAt(cursor, 1);
  if (known === false)
    return isNameAt(cursor, 1) && findLocal(body, token.text) === undefined && isDeclaredAt(body, 1);
  if (known === true)
    return isNameAt(cursor, 1) || next === "*" || (next === "(" && /^[*(]$/.test(textAt(cursor, 2)));
  let at = 1;
  while (textAt(cursor, at) === "*" || textAt(cursor, at) === "const") at++;
  return isDeclaredAt(body, at);
}

/** `name =`, `name;`, `name [`, … at an offset. */
function isDeclaredAt({ cursor }: Body, offset: number): boolean {
  return isNameAt(cursor, offset) && /^(?:[=;,[(]|__attribute__)$/.test(textAt(cursor, offset + 1));
}

function readLocals(body: Body): void {
  const { cursor } = body;
  const { type, storage } = readSpecifiers(cursor);
  if (take(cursor, ";")) return;
  for (;;) {
    const declared = readDeclarator(cursor, type, false);
    skipAttributes(cursor);
    if (declared.name === undefined) break;
    if (!declared.isFunction && !storage.has("extern")) {
      const isTypedef = storage.has("typedef");
      const local = declareLocal(body, declared.name, { ...declared, isTypedef });
      const stores = local.node === undefined ? [] : [local.node];
      if (take(cursor, "=")) body.readers.initialiser(body, { ...declared, stores });
    }
    if (!take(cursor, ",")) break;
  }
  take(cursor, ";");
}
