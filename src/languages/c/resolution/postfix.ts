import { findLocal, type Body, type Value } from "./body.ts";
import { isCalledByName, readCall } from "./calls.ts";
import { endOfBracket, take, textAt } from "./cursor.ts";
import { readTypeName } from "./specifiers.ts";
import type { Token } from "./tokens.ts";
import { createValue, mergeValues, PLAIN_VALUE, UNKNOWN_VALUE } from "./values.ts";

/** Reads a name, a literal or a bracket and what is done with it: calls, items and fields. `first` is one that has been read. */
export function readPostfix(body: Body, first?: Value): Value {
  const { cursor } = body;
  const start = cursor.index;
  let value = first ?? readPrimary(body);
  for (;;) {
    const text = textAt(cursor);
    if (text === "(") value = readCall(body, value, start);
    else if (text === "[") value = readItem(body, value);
    else if (text === "." || text === "->") value = readField(body, value);
    else if (text === "++" || text === "--") cursor.index++;
    else return value;
  }
}

function readItem(body: Body, value: Value): Value {
  const end = endOfBracket(body.cursor, body.cursor.index);
  body.cursor.index++;
  if (body.cursor.index < end - 1) body.readers.expression(body);
  body.cursor.index = end;
  return { ...value, name: undefined };
}

function readField(body: Body, value: Value): Value {
  const { cursor, program, holders } = body;
  cursor.index++;
  const token = cursor.tokens[cursor.index];
  if (token?.kind !== "name") return UNKNOWN_VALUE;
  cursor.index++;
  const type = program.resolve(value.type);
  const struct = type.kind === "struct" ? type.struct : undefined;
  const field = struct && program.fieldOf(struct, token.text);
  body.findings.seeName?.(token, { kind: "field", struct: field && struct });
  if (struct === undefined || field === undefined) {
    const { load, store } = holders.unknownField(token.text);
    return createValue(UNKNOWN_VALUE.type, [load], [store]);
  }
  return createValue(field.type, holders.canHold(field.type) ? [holders.field(struct, token.text)] : []);
}

function readPrimary(body: Body): Value {
  const { cursor } = body;
  const token = cursor.tokens[cursor.index];
  if (token === undefined) return UNKNOWN_VALUE;
  if (token.text === "(") return readBracket(body);
  if (token.kind === "name" && token.text === "_Generic") return readGeneric(body);
  if (token.kind === "name") {
    cursor.index++;
    if (cursor.tokens[cursor.index]?.kind === "text") skipTexts(body);
    return readName(body, token);
  }
  if (token.kind === "text") {
    skipTexts(body);
    return PLAIN_VALUE;
  }
  if (token.kind === "number") cursor.index++;
  return token.kind === "number" ? PLAIN_VALUE : UNKNOWN_VALUE;
}

/** Texts in a row are one, also with names of macros between them. */
function skipTexts({ cursor }: Body): void {
  while (cursor.tokens[cursor.index]?.kind === "text" || isNameBetweenTexts(cursor.tokens, cursor.index))
    cursor.index++;
}

function isNameBetweenTexts(tokens: readonly Token[], index: number): boolean {
  return (
    tokens[index]?.kind === "name" && tokens[index - 1]?.kind === "text" && tokens[index + 1]?.text !== "("
  );
}

function readBracket(body: Body): Value {
  const { cursor } = body;
  const end = endOfBracket(cursor, cursor.index);
  cursor.index++;
  const isBlock = textAt(cursor) === "{";
  const value = isBlock ? body.readers.block(body) : body.readers.expression(body);
  while (cursor.index < end - 1) {
    const before = cursor.index;
    body.readers.expression(body);
    if (cursor.index === before) cursor.index++;
  }
  cursor.index = end;
  return value;
}

function readName(body: Body, token: Token): Value {
  const { program, holders, flow, unit, findings } = body;
  const local = findLocal(body, token.text);
  if (local !== undefined) {
    findings.seeName?.(token, { kind: "local" });
    return createValue(local.type, local.node === undefined ? [] : [local.node]);
  }
  const functions = program.functionsOf(token.text, unit);
  const variables = functions.length > 0 ? [] : program.variablesOf(token.text, unit);
  if (functions.length > 0) {
    findings.seeName?.(token, { kind: "entities", entities: functions });
    const isCall = textAt(body.cursor) === "(";
    const nodes = isCall ? [] : functions.map(({ id }) => flow.addressOf(id));
    const returns = functions[0]?.returns ?? UNKNOWN_VALUE.type;
    return { type: { kind: "function", returns }, nodes, stores: [], name: token };
  }
  if (variables.length > 0) findings.seeName?.(token, { kind: "entities", entities: variables });
  const type = variables[0]?.type ?? UNKNOWN_VALUE.type;
  const nodes = holders.canHold(type) ? variables.map((variable) => holders.variable(variable)) : [];
  return { type, nodes, stores: nodes, name: isCalledByName(body, token.text) ? token : undefined };
}

/** `_Generic (x, type: value, …)`: any of the values. */
function readGeneric(body: Body): Value {
  const { cursor } = body;
  cursor.index++;
  if (textAt(cursor) !== "(") return UNKNOWN_VALUE;
  const end = endOfBracket(cursor, cursor.index);
  cursor.index++;
  body.muted++;
  body.readers.assignment(body);
  body.muted--;
  const values: Value[] = [];
  while (cursor.index < end - 1 && take(cursor, ",")) {
    if (!take(cursor, "default")) readTypeName(cursor, "");
    take(cursor, ":");
    values.push(body.readers.assignment(body));
  }
  cursor.index = end;
  const named = values.find(({ name }) => name !== undefined);
  return { ...mergeValues(values), name: values.length === 1 ? named?.name : undefined };
}
