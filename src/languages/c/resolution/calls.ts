import { findLocal, type Body, type CallPlace, type Value } from "./body.ts";
import { endOfBracket, textAt } from "./cursor.ts";
import type { CType, FunctionEntity } from "./entities.ts";
import type { FlowNode } from "./flow.ts";
import { wireCall } from "./holders.ts";
import { readTypeName } from "./specifiers.ts";
import type { Token } from "./tokens.ts";
import { createValue, mergeValues, UNKNOWN_VALUE } from "./values.ts";

/** Functions of the C library and POSIX that call what they are given before they return or, like `pthread_create`, by themselves. */
const CALLING_FUNCTIONS =
  /^(?:qsort(?:_r|_s)?|bsearch(?:_s)?|l(?:find|search)|t(?:search|find|delete|walk(?:_r)?|destroy)|n?ftw(?:64)?|scandir(?:64)?|glob|pthread_(?:once|create|atfork)|call_once|thrd_create|dl_iterate_phdr|(?:heap|merge)sort|hsearch|on_exit|at(?:_quick_)?exit)$/;

/** What is written between the brackets of a call. */
interface Arguments {
  readonly values: readonly Value[];
  readonly types: readonly CType[];
}

/** Reads the arguments of a call whose callee has been read, from `start` on, and tells what is called. */
export function readCall(body: Body, callee: Value, start: number): Value {
  const before = body.cursor.tokens[body.cursor.index - 1];
  const place: CallPlace = {
    caller: body.caller,
    unit: body.unit,
    line: callee.name?.line ?? before?.line ?? 1,
    written: writtenCallee(body, start),
    isAside: body.isAside,
    isActive: before?.isActive ?? true,
  };
  const given = readArguments(body);
  const { name } = callee;
  if (name !== undefined) {
    const special = readSpecial(body, name.text, given);
    if (special !== undefined) return special;
    const functions = body.program.functionsOf(name.text, body.unit);
    return functions.length > 0
      ? callDirectly(body, place, { functions, given })
      : callOutside(body, place, { name, given });
  }
  return callIndirectly(body, place, { callee, given });
}

function readArguments(body: Body): Arguments {
  const { cursor } = body;
  const end = endOfBracket(cursor, cursor.index);
  const values: Value[] = [];
  const types: CType[] = [];
  cursor.index++;
  while (cursor.index < end - 1) {
    const start = cursor.index;
    if (body.readers.isType(body, start)) types.push(readTypeName(cursor, ""));
    else values.push(body.readers.assignment(body));
    while (cursor.index < end - 1 && textAt(cursor) !== ",") {
      const before = cursor.index;
      if (before > start) cursor.index++;
      if (textAt(cursor) === "," || cursor.index >= end - 1) break;
      body.readers.assignment(body);
      if (cursor.index === before) cursor.index++;
    }
    if (cursor.index < end - 1) cursor.index++;
  }
  cursor.index = end;
  return { values, types };
}

/** Names that mean something to the compiler itself. */
function readSpecial(body: Body, name: string, { values, types }: Arguments): Value | undefined {
  switch (name) {
    case "va_arg":
    case "__builtin_va_arg":
      return createValue(
        types[0] ?? UNKNOWN_VALUE.type,
        body.caller === undefined ? [] : [body.holders.rest(body.caller)],
      );
    case "__builtin_expect":
      return values[0] ?? UNKNOWN_VALUE;
    case "__builtin_choose_expr":
      return mergeValues(values.slice(1));
    case "offsetof":
    case "defined":
      return UNKNOWN_VALUE;
    default:
      return name.startsWith("__builtin_") ? UNKNOWN_VALUE : undefined;
  }
}

function callDirectly(
  body: Body,
  place: CallPlace,
  { functions, given }: { readonly functions: readonly FunctionEntity[]; readonly given: Arguments },
): Value {
  const passed = given.values.map((value) => value.nodes);
  const results: FlowNode[] = [];
  for (const callee of functions) {
    if (body.muted === 0) wireCall(body, callee, { arguments: passed, result: undefined });
    if (body.holders.canHold(callee.returns)) results.push(body.holders.result(callee));
  }
  if (body.muted === 0) body.findings.addDirectCall(place, functions);
  return createValue(functions[0]?.returns ?? UNKNOWN_VALUE.type, results, []);
}

function callOutside(
  body: Body,
  place: CallPlace,
  { name, given }: { readonly name: Token; readonly given: Arguments },
): Value {
  const prototype = body.program.prototypeOf(name.text, body.unit);
  if (body.muted === 0) {
    if (prototype === undefined) body.findings.addOutsideCall(place);
    else body.findings.addPrototypeCall(place, prototype);
    const callee = CALLING_FUNCTIONS.test(name.text) ? given.values.flatMap(({ nodes }) => nodes) : [];
    const result = body.flow.createNode();
    if (callee.length > 0)
      body.findings.addIndirectCall(place, { callee, arguments: [], result, isByOutside: true });
  }
  return createValue(prototype?.returns ?? UNKNOWN_VALUE.type, []);
}

function callIndirectly(
  body: Body,
  place: CallPlace,
  { callee, given }: { readonly callee: Value; readonly given: Arguments },
): Value {
  const resolved = body.program.resolve(callee.type);
  const type = resolved.kind === "function" ? resolved.returns : UNKNOWN_VALUE.type;
  const result = body.flow.createNode();
  if (body.muted > 0) return createValue(type, [result], []);
  const passed = given.values.map((value) => value.nodes);
  body.findings.addIndirectCall(place, {
    callee: callee.nodes,
    arguments: passed,
    result,
    isByOutside: false,
  });
  return createValue(type, body.holders.canHold(type) ? [result] : [], []);
}

/** The text of a callee, without more than a line's worth of it. */
function writtenCallee({ cursor }: Body, start: number): string {
  const texts = cursor.tokens.slice(Math.max(start, cursor.index - MAX_WRITTEN_TOKENS), cursor.index);
  return texts.map(({ text }) => text).join("");
}

const MAX_WRITTEN_TOKENS = 24;

/** True where a name is one of a function, or of nothing that is known: then a call of it is one by name. */
export function isCalledByName(body: Body, name: string): boolean {
  if (findLocal(body, name) !== undefined) return false;
  if (body.program.functionsOf(name, body.unit).length > 0) return true;
  return body.program.variablesOf(name, body.unit).length === 0;
}
