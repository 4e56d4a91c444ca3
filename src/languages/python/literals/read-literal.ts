/**
 * Python's notation of plain data, as `repr` writes it and people type it, read into `recipe/1`: literals and containers of them, and the
 * calls by which `repr` shows values of a few standard types. Text is only ever read as data: no name is looked up, nothing is evaluated.
 */
import { createWordRecord } from "../../../base/index.ts";
import type { ArgumentList, ValueRecipe } from "../../../spec/index.ts";
import { LiteralCursor, NoLiteral } from "./literal-cursor.ts";
import { readNumber } from "./literal-number.ts";
import { readText } from "./literal-text.ts";
import { constructedValue } from "./standard-calls.ts";

/** Values nested deeper are not read. */
const DEEPEST = 100;
/** Longer texts are not read. */
const LONGEST = 4_000_000;

/** The value that a text stands for; undefined where it is no notation of plain data (an object's `<… at 0x…>`, a name, an expression). */
export function readPythonLiteral(text: string): ValueRecipe | undefined {
  return attempt(text, (cursor) => readValue(cursor, 0));
}

/** The arguments that a text lists as a call does: `1, [2, 3], limit=4`; the brackets may be there. Undefined as for `readPythonLiteral`. */
export function readPythonArguments(text: string): ArgumentList | undefined {
  const list = attempt(text, (cursor) => readArguments(cursor, 0, undefined));
  return list ?? attempt(text, (cursor) => (cursor.expectSign("("), readArguments(cursor, 0, ")")));
}

function attempt<T>(text: string, read: (cursor: LiteralCursor) => T): T | undefined {
  if (text.length > LONGEST) return undefined;
  const cursor = new LiteralCursor(text);
  try {
    const value = read(cursor);
    return cursor.isAtEnd ? value : undefined;
  } catch (error) {
    if (error instanceof NoLiteral) return undefined;
    throw error;
  }
}

function readValue(cursor: LiteralCursor, depth: number): ValueRecipe {
  if (depth > DEEPEST) cursor.fail();
  cursor.skipSpace();
  const text = readText(cursor);
  if (text !== undefined) return text;
  if (cursor.takeSign("[")) return readItems(cursor, "]", depth).items;
  if (cursor.takeSign("(")) return readParenthesised(cursor, depth);
  if (cursor.takeSign("{")) return readBraces(cursor, depth);
  return readNumber(cursor) ?? readNamed(cursor, depth);
}

function readItems(
  cursor: LiteralCursor,
  end: string,
  depth: number,
): { readonly items: ValueRecipe[]; readonly hasComma: boolean } {
  const items: ValueRecipe[] = [];
  let hasComma = false;
  while (!cursor.takeSign(end)) {
    if (items.length > 0 && !hasComma) cursor.fail();
    items.push(readValue(cursor, depth + 1));
    hasComma = cursor.takeSign(",");
  }
  return { items, hasComma };
}

function readParenthesised(cursor: LiteralCursor, depth: number): ValueRecipe {
  const { items, hasComma } = readItems(cursor, ")", depth);
  const [only] = items;
  return items.length === 1 && !hasComma && only !== undefined ? only : { tuple: items };
}

function readBraces(cursor: LiteralCursor, depth: number): ValueRecipe {
  if (cursor.takeSign("}")) return { dict: [] };
  const first = readValue(cursor, depth + 1);
  if (!cursor.takeSign(":")) {
    const hasMore = cursor.takeSign(",");
    if (!hasMore) cursor.expectSign("}");
    return { set: [first, ...(hasMore ? readItems(cursor, "}", depth).items : [])] };
  }
  const pairs: ValueRecipe[][] = [[first, readValue(cursor, depth + 1)]];
  for (let hasComma = cursor.takeSign(","); !cursor.takeSign("}"); hasComma = cursor.takeSign(",")) {
    if (!hasComma) cursor.fail();
    const key = readValue(cursor, depth + 1);
    cursor.expectSign(":");
    pairs.push([key, readValue(cursor, depth + 1)]);
  }
  return { dict: withoutRepeatedKeys(pairs) };
}

/** As Python builds it: a key that comes again keeps its first place and takes its last value. */
function withoutRepeatedKeys(pairs: readonly ValueRecipe[][]): ValueRecipe[][] {
  const places = new Map<string, ValueRecipe[]>();
  for (const pair of pairs) {
    const name = JSON.stringify(pair[0]);
    const known = places.get(name);
    if (known === undefined) places.set(name, [...pair]);
    else known[1] = pair[1] ?? null;
  }
  return [...places.values()];
}

const CONSTANTS: Readonly<Record<string, ValueRecipe>> = {
  None: null,
  True: true,
  False: false,
  Ellipsis: { special: "Ellipsis" },
  NotImplemented: { special: "NotImplemented" },
  "datetime.timezone.utc": {
    value: ["datetime.timezone", { value: ["datetime.timedelta", 0, 0, 0] }],
  },
};

function readNamed(cursor: LiteralCursor, depth: number): ValueRecipe {
  if (cursor.takeSign("...")) return { special: "Ellipsis" };
  const name = cursor.take(/[A-Za-z_][\w.]*/y)?.[0] ?? cursor.fail();
  if (Object.hasOwn(CONSTANTS, name)) return CONSTANTS[name] ?? null;
  cursor.expectSign("(");
  return constructedValue(name, readArguments(cursor, depth + 1, ")")) ?? cursor.fail();
}

/** Arguments up to `end`, or to the end of the text. */
function readArguments(cursor: LiteralCursor, depth: number, end: string | undefined): ArgumentList {
  const positional: ValueRecipe[] = [];
  const keywords = createWordRecord<ValueRecipe>();
  let isFirst = true;
  for (;;) {
    if (end === undefined ? cursor.isAtEnd : cursor.takeSign(end)) break;
    if (!isFirst) cursor.expectSign(",");
    if (!isFirst && (end === undefined ? cursor.isAtEnd : cursor.takeSign(end))) break;
    isFirst = false;
    cursor.skipSpace();
    const name = cursor.take(/([A-Za-z_]\w*)\s*=(?!=)/y)?.[1];
    const value = readValue(cursor, depth + 1);
    if (name === undefined && Object.keys(keywords).length > 0) cursor.fail();
    if (name === undefined) positional.push(value);
    else if (Object.hasOwn(keywords, name)) cursor.fail();
    else keywords[name] = value;
  }
  return { positional, keywords };
}
