import type { Observation } from "../../../spec/index.ts";
import { arrayOf, plainOf } from "../values/comparison.ts";

/** What a reference was seen to end with. */
export interface SeenOutcomes {
  /** Values that it returned, as source text of literals. */
  readonly literals: readonly string[];
  /** Simple names of the exception classes that it raised. */
  readonly exceptions: readonly string[];
}

/** What a reference ended with: a few distinct values that are short enough to write down, and the classes it raised. */
export function seenOutcomes(observations: readonly Observation[]): SeenOutcomes {
  const exceptions = new Set<string>();
  for (const observation of observations) {
    if (observation.status === "raised") exceptions.add(observation.exception.class.replace(/^.*[.:]/, ""));
  }
  return {
    literals: returnedLiterals(observations, MOST_LITERALS),
    exceptions: [...exceptions].slice(0, MOST_LITERALS),
  };
}

/** Values, and exception classes, that are tried as a constant outcome. */
const MOST_LITERALS = 12;

function returnedLiterals(observations: readonly Observation[], most: number): string[] {
  const literals = new Set<string>();
  for (const observation of observations) {
    if (observation.status !== "returned") continue;
    const literal = literalOf(observation.value, 0);
    if (literal !== undefined && literal.length <= 200) literals.add(literal);
    if (literals.size >= most) break;
  }
  return [...literals];
}

function literalOf(value: unknown, depth: number): string | undefined {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || depth > 3) return undefined;
  if (Array.isArray(value)) return wrap("[", value, "]", depth);
  const [tag, content] = Object.entries(value)[0] ?? ["", undefined];
  if (tag === "value") return libraryLiteral(value, depth);
  if (tag === "float") return `float(${JSON.stringify(String(content))})`;
  if (tag === "int") return String(content);
  if (tag === "bytes") return latin1Literal(String(content));
  if (tag === "tuple" && Array.isArray(content))
    return content.length === 1 ? wrap("(", content, ",)", depth) : wrap("(", content, ")", depth);
  if (tag === "dict" && Array.isArray(content)) return dictLiteral(content, depth);
  if (tag === "set" && Array.isArray(content))
    return content.length === 0 ? "set()" : wrap("{", content, "}", depth);
  return undefined;
}

/** An array whose type and items are plain, and a library's number as the language's own, which does the same. */
function libraryLiteral(value: unknown, depth: number): string | undefined {
  const array = arrayOf(value);
  if (array === undefined) return literalOf(plainOf(value)?.value, depth);
  if (typeof array.type !== "string" || array.shape.includes(0)) return undefined;
  const items = literalOf(array.items, depth);
  return items === undefined ? undefined : `__import__("numpy").array(${items}, dtype="${array.type}")`;
}

function wrap(open: string, items: readonly unknown[], close: string, depth: number): string | undefined {
  const parts = items.map((item) => literalOf(item, depth + 1));
  return parts.includes(undefined) ? undefined : `${open}${parts.join(", ")}${close}`;
}

function dictLiteral(pairs: readonly unknown[], depth: number): string | undefined {
  const parts = pairs.map((pair) =>
    Array.isArray(pair) ? pair.map((item) => literalOf(item, depth + 1)) : [undefined],
  );
  return parts.some((pair) => pair.includes(undefined))
    ? undefined
    : `{${parts.map((pair) => pair.join(": ")).join(", ")}}`;
}

function latin1Literal(text: string): string {
  const escapes = Array.from(
    Buffer.from(text, "latin1"),
    (byte) => `\\x${byte.toString(16).padStart(2, "0")}`,
  );
  return `b"${escapes.join("")}"`;
}
