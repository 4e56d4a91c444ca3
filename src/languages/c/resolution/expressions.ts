import { isTypeName, type Body, type Value } from "./body.ts";
import { endOfBracket, isAtEnd, MAX_READ_DEPTH, take, textAt } from "./cursor.ts";
import type { CType } from "./entities.ts";
import { readPostfix } from "./postfix.ts";
import { beginsDeclaration, readTypeName } from "./specifiers.ts";
import { createValue, mergeValues, PLAIN_VALUE, UNKNOWN_VALUE } from "./values.ts";

/** Reads an expression with all its commas; the last one is its value. */
export function readExpression(body: Body): Value {
  let value = readAssignment(body);
  while (take(body.cursor, ",")) value = readAssignment(body);
  return value;
}

const ASSIGNMENTS = /^(?:[+\-*/%&|^]|<<|>>)=$/;

/** Reads an expression up to a comma; functions that it assigns flow on. */
export function readAssignment(body: Body): Value {
  const { cursor } = body;
  if (cursor.depth > MAX_READ_DEPTH) {
    skipDeep(body);
    return UNKNOWN_VALUE;
  }
  cursor.depth++;
  const target = readConditional(body);
  let value = target;
  if (take(cursor, "=")) {
    value = readAssignment(body);
    for (const node of value.nodes) for (const store of target.stores) body.flow.addFlow(node, store);
    value = { ...value, type: target.type, name: undefined };
  } else if (ASSIGNMENTS.test(textAt(cursor))) {
    cursor.index++;
    readAssignment(body);
  }
  cursor.depth--;
  return value;
}

/** Over what is nested too deep to be read, to the end of its bracket or statement. */
function skipDeep({ cursor }: Body): void {
  while (!isAtEnd(cursor) && !/^[;,)\]}]$/.test(textAt(cursor))) {
    const isOpener = /^[([{]$/.test(textAt(cursor));
    cursor.index = isOpener ? endOfBracket(cursor, cursor.index) : cursor.index + 1;
  }
}

function readConditional(body: Body): Value {
  const condition = readBinary(body);
  if (!take(body.cursor, "?")) return condition;
  const yes = textAt(body.cursor) === ":" ? condition : readExpression(body);
  if (!take(body.cursor, ":")) return yes;
  return mergeValues([yes, readConditionalBelow(body)]);
}

function readConditionalBelow(body: Body): Value {
  const { cursor } = body;
  if (cursor.depth > MAX_READ_DEPTH) return UNKNOWN_VALUE;
  cursor.depth++;
  const value = readConditional(body);
  cursor.depth--;
  return value;
}

const BINARY = /^(?:[+\-*/%&|^<>]|<<|>>|[=!<>]=|&&|\|\|)$/;

/** Operands in a row. Sums of pointers keep what they point to; all else is a number. */
function readBinary(body: Body): Value {
  const { cursor } = body;
  let value = readUnary(body);
  for (let sign = textAt(cursor); BINARY.test(sign); sign = textAt(cursor)) {
    cursor.index++;
    const right = readUnary(body);
    const isSum = sign === "+" || sign === "-";
    value = isSum ? mergeValues(right.nodes.length > 0 ? [value, right] : [value]) : PLAIN_VALUE;
  }
  return value;
}

const PREFIXES = new Set([
  "&",
  "*",
  "+",
  "-",
  "!",
  "~",
  "++",
  "--",
  "__extension__",
  "&&",
  "__real__",
  "__imag__",
]);
const SIZES = new Set(["sizeof", "_Alignof", "__alignof__", "alignof", "__alignof"]);

function readUnary(body: Body): Value {
  const { cursor } = body;
  const prefixes: string[] = [];
  for (; PREFIXES.has(textAt(cursor)); cursor.index++) prefixes.push(textAt(cursor));
  const value = readOperand(body);
  return prefixes.some((prefix) => /^[!~]|&&$/.test(prefix)) ? PLAIN_VALUE : value;
}

function readOperand(body: Body): Value {
  const { cursor } = body;
  const text = textAt(cursor);
  if (SIZES.has(text)) return readSize(body);
  if (text !== "(" || !isCast(body)) return readPostfix(body);
  cursor.index++;
  const type = readTypeName(cursor, ")");
  if (textAt(cursor) === "{") return readPostfix(body, readCompoundLiteral(body, type));
  if (cursor.depth > MAX_READ_DEPTH) return UNKNOWN_VALUE;
  cursor.depth++;
  const inner = readUnary(body);
  cursor.depth--;
  return body.program.resolve(type).kind === "any"
    ? { ...inner, name: undefined }
    : { ...inner, type, name: undefined };
}

/** `sizeof` and its like: nothing of it is called. */
function readSize(body: Body): Value {
  const { cursor } = body;
  cursor.index++;
  body.muted++;
  if (textAt(cursor) === "(" && isType(body, cursor.index + 1)) {
    cursor.index++;
    readTypeName(cursor, ")");
  } else if (cursor.depth <= MAX_READ_DEPTH) {
    cursor.depth++;
    readUnary(body);
    cursor.depth--;
  }
  body.muted--;
  return PLAIN_VALUE;
}

function readCompoundLiteral(body: Body, type: CType): Value {
  const node = body.flow.createNode();
  body.readers.initialiser(body, { type, dimensions: 1, stores: [node] });
  return createValue(type, [node]);
}

/** True where a type begins at a token. */
export function isType(body: Body, index: number): boolean {
  const { cursor } = body;
  const token = cursor.tokens[index];
  if (token?.kind !== "name") return false;
  return (
    beginsDeclaration(token.text) || isTypeName(body, token.text) === true || token.text === "__attribute__"
  );
}

/** True where the bracket that comes holds a type: one that is known, or stars, or an unknown name before an operand. */
function isCast(body: Body): boolean {
  const { cursor } = body;
  const { index, tokens } = cursor;
  const name = tokens[index + 1];
  if (name?.kind !== "name") return false;
  if (isType(body, index + 1))
    return tokens[index + 2]?.text !== "(" || beginsDeclaration(name.text) || isAbstract(body);
  if (isTypeName(body, name.text) === false) return false;
  let end = index + 2;
  while (tokens[end]?.text === "*" || tokens[end]?.text === "const") end++;
  if (tokens[end]?.text !== ")") return false;
  if (end > index + 2) return true;
  const next = tokens[end + 1];
  return (
    next !== undefined &&
    (next.kind === "name" || next.kind === "number" || next.kind === "text" || /^[({]$/.test(next.text))
  );
}

function isAbstract({ cursor }: Body): boolean {
  return /^[*^]$/.test(textAt(cursor, 3));
}
