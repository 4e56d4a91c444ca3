/**
 * Python's notation of plain data, as `repr` writes it and people type it, read into `recipe/1`: literals and containers of them, and the
 * calls by which `repr` shows values of a few standard types. Text is only ever read as data: no name is looked up, nothing is evaluated.
 */
import type { ValueRecipe } from "../recipe.ts";
import { LiteralCursor, NoLiteral } from "./literal-cursor.ts";
import { readText } from "./literal-text.ts";
import { constructedValue, type CallArguments } from "./standard-calls.ts";

/** What stands between the brackets of a call. */
export interface ArgumentList {
  readonly positional: readonly ValueRecipe[];
  readonly keywords: Readonly<Record<string, ValueRecipe>>;
}

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

const NUMBER =
  /([+-]?)\s*(0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*\.?(?:\d[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?)([jJ]?)/y;
const SIGNED_WORD = /([+-]?)\s*(nan|inf)(j|)\b/y;

function readNumber(cursor: LiteralCursor): ValueRecipe | undefined {
  const real = readPart(cursor);
  if (real === undefined) return undefined;
  if (real.isImaginary) return { complex: ["0.0", real.float] };
  cursor.skipSpace();
  const sign = cursor.take(/(?=[+-])/y);
  if (sign === undefined) return real.value;
  const imaginary = readPart(cursor);
  return imaginary?.isImaginary === true ? { complex: [real.float, imaginary.float] } : cursor.fail();
}

interface NumberPart {
  readonly value: ValueRecipe;
  /** As Python's `repr` writes it as a float. */
  readonly float: string;
  readonly isImaginary: boolean;
}

function readPart(cursor: LiteralCursor): NumberPart | undefined {
  const word = cursor.take(SIGNED_WORD);
  if (word !== undefined) {
    const [, sign = "", name = "", imaginary] = word;
    const float = name === "nan" ? "nan" : `${sign.replace("+", "")}inf`;
    return { value: { float }, float, isImaginary: imaginary !== "" };
  }
  const match = cursor.take(NUMBER);
  if (match === undefined) return undefined;
  const [, sign = "", written = "", imaginary] = match;
  const isNegative = sign === "-";
  const digits = written.replaceAll("_", "");
  const isInteger = /^(?:0[xXoObB][\da-fA-F]+|\d+)$/.test(digits) && imaginary === "";
  // A decimal integer with a leading zero is none in Python.
  if (isInteger && /^0\d*[1-9]/.test(digits)) cursor.fail();
  const number = /^0[xXoObB]/.test(digits) ? Number(BigInt(digits.toLowerCase())) : Number(digits);
  const float = formatPythonFloat(isNegative ? -number : number);
  if (!isInteger) return { value: { float }, float, isImaginary: imaginary !== "" };
  const exact = isNegative ? -BigInt(digits.toLowerCase()) : BigInt(digits.toLowerCase());
  return { value: formatInteger(exact), float, isImaginary: false };
}

function formatInteger(value: bigint): ValueRecipe {
  const isSmall = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
  return isSmall ? Number(value) : { int: value.toString() };
}

/** Python's `repr` of a float. */
export function formatPythonFloat(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (Object.is(value, -0)) return "-0.0";
  const magnitude = Math.abs(value);
  if (magnitude !== 0 && (magnitude < 1e-4 || magnitude >= 1e16)) {
    const [mantissa = "", exponent = ""] = value.toExponential().split("e");
    const power = exponent.slice(1).padStart(2, "0");
    return `${mantissa}e${exponent.startsWith("-") ? "-" : "+"}${power}`;
  }
  const text = String(value);
  if (/e/.test(text)) return value.toFixed(1);
  return text.includes(".") ? text : `${text}.0`;
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
function readArguments(cursor: LiteralCursor, depth: number, end: string | undefined): CallArguments {
  const positional: ValueRecipe[] = [];
  const keywords: Record<string, ValueRecipe> = {};
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
    else
      Object.defineProperty(keywords, name, { value, enumerable: true, writable: true, configurable: true });
  }
  return { positional, keywords };
}
