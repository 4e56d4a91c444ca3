import { ownMember } from "../../../../base/index.ts";
import { findField, partsOf, type SyntaxNode } from "../syntax-node.ts";
import { replace, type MutationOperator } from "./operator.ts";

/** Functions for which the order of their arguments tells only between equals of different types. */
const UNORDERED = /^(?:min|max|(?:math\.)?(?:gcd|lcm|hypot))$/;

/** `f(a, b)` to `f(b, a)`, for each pair of neighbours. */
export const argumentSwap: MutationOperator = {
  name: "argument-swap",
  *mutate(node) {
    const all = argumentsOf(node);
    if (UNORDERED.test(findField(node, "function")?.text ?? "") && all.every(isPositional)) return;
    for (const [index, left] of all.entries()) {
      const right = all[index + 1];
      if (right === undefined || !isPositional(left) || !isPositional(right) || left.text === right.text)
        continue;
      const between = textBetween(node, left, right);
      if (between !== undefined) {
        yield { start: left.start, end: right.end, replacement: right.text + between + left.text };
      }
    }
  },
};

/** `f(x)` to `x`, and `x.method(…)` to `x`. */
export const callRemoval: MutationOperator = {
  name: "call-removal",
  *mutate(node) {
    if (node.type !== "call") return;
    const called = findField(node, "function");
    const all = argumentsOf(node);
    const only = all.length === 1 ? all[0] : undefined;
    if (only !== undefined && isPositional(only) && only.type !== "generator_expression") {
      const isObject = node.parent?.type === "attribute";
      yield replace(node, isObject && only.type === "integer" ? `(${only.text})` : inParentheses(only));
    }
    const object = called?.type === "attribute" ? findField(called, "object") : undefined;
    if (object !== undefined && object.text !== "super()") yield replace(node, object.text);
  },
};

/**
 * A call without one of its arguments by position, where it has others or can do without. Not `None` in the place of one: nearly always an
 * error that whatever runs the line shows, else what leaving it out shows.
 */
export const argumentRemoval: MutationOperator = {
  name: "argument-removal",
  *mutate(node) {
    const all = argumentsOf(node);
    const name = /(\w+)$/.exec(findField(node, "function")?.text ?? "")?.[1] ?? "";
    for (const argument of all) {
      if (argument.type === "keyword_argument" || argument.type === "generator_expression") continue;
      const isNeeded = all.length === 1 && isPositional(argument) && !OPTIONAL_ARGUMENT.has(name);
      if (!isNeeded) yield removal(argument);
    }
  },
};

/** Methods of the standard types whose only argument may be left out. */
const OPTIONAL_ARGUMENT = new Set([
  "strip",
  "lstrip",
  "rstrip",
  "split",
  "rsplit",
  "splitlines",
  "pop",
  "encode",
  "decode",
]);

/** A call without one of its keyword arguments. */
export const keywordRemoval: MutationOperator = {
  name: "keyword-removal",
  *mutate(node) {
    for (const argument of argumentsOf(node)) {
      if (argument.type === "keyword_argument") yield removal(argument);
    }
  },
};

const COUNTERPARTS: Readonly<Record<string, string>> = {
  min: "max",
  max: "min",
  any: "all",
  all: "any",
  sorted: "list",
  lower: "upper",
  upper: "lower",
  startswith: "endswith",
  endswith: "startswith",
  lstrip: "rstrip",
  rstrip: "lstrip",
  strip: "lstrip",
  find: "rfind",
  rfind: "find",
  index: "rindex",
  rindex: "index",
  partition: "rpartition",
  rpartition: "partition",
  append: "extend",
  union: "intersection",
  intersection: "union",
  ljust: "rjust",
  rjust: "ljust",
  removeprefix: "removesuffix",
  removesuffix: "removeprefix",
  islower: "isupper",
  isupper: "islower",
  floor: "ceil",
  ceil: "floor",
  keys: "values",
  values: "keys",
  deepcopy: "copy",
};

/** The same, where the number of splits is bounded: without a bound both sides give the same. */
const BOUNDED_COUNTERPARTS: Readonly<Record<string, string>> = { split: "rsplit", rsplit: "split" };

/** Functions and methods of the standard types to their counterparts: `min` to `max`, `startswith` to `endswith`. */
export const calledName: MutationOperator = {
  name: "called-name",
  *mutate(node) {
    const called = node.type === "call" ? findField(node, "function") : undefined;
    const name = called?.type === "attribute" ? findField(called, "attribute") : called;
    if (name?.type !== "identifier") return;
    const isBounded = argumentsOf(node).length === 2 || /\bmaxsplit\s*=/.test(node.text);
    const other =
      ownMember(COUNTERPARTS, name.text) ??
      (isBounded ? ownMember(BOUNDED_COUNTERPARTS, name.text) : undefined);
    if (other !== undefined) yield replace(name, other);
  },
};

/** `range(n)` with bounds moved by one. */
export const rangeBounds: MutationOperator = {
  name: "range-bounds",
  *mutate(node) {
    if (node.type !== "call" || findField(node, "function")?.text !== "range") return;
    const bounds = argumentsOf(node);
    if (!bounds.every(isPositional)) return;
    const [first, second] = bounds;
    if (first === undefined) return;
    if (second === undefined) yield { start: first.start, end: first.start, replacement: "1, " };
    for (const bound of second === undefined ? [first] : [first, second]) {
      yield replace(bound, `${inParentheses(bound)} + 1`);
      yield replace(bound, `${inParentheses(bound)} - 1`);
    }
  },
};

/** A list element, dictionary pair or argument taken out together with its comma. */
export function removal(node: SyntaxNode): { start: number; end: number; replacement: string } {
  const siblings = node.parent?.children ?? [];
  const at = siblings.indexOf(node);
  const next = siblings.slice(at + 1).find((sibling) => sibling.type !== "comment");
  if (next?.type === ",") return { start: node.start, end: next.end, replacement: "" };
  const previous = siblings.slice(0, at).findLast((sibling) => sibling.type !== "comment");
  const start = previous?.type === "," ? previous.start : node.start;
  return { start, end: node.end, replacement: "" };
}

function argumentsOf(node: SyntaxNode): readonly SyntaxNode[] {
  const list = node.type === "call" ? findField(node, "arguments") : undefined;
  if (list?.type === "generator_expression") return [list];
  return list === undefined ? [] : partsOf(list);
}

function isPositional(node: SyntaxNode): boolean {
  return !["keyword_argument", "list_splat", "dictionary_splat"].includes(node.type);
}

function textBetween(call: SyntaxNode, left: SyntaxNode, right: SyntaxNode): string | undefined {
  const between = call.text.slice(left.end - call.start, right.start - call.start);
  return between.includes("#") ? undefined : between;
}

/** As text that binds as closely as anything. */
export function inParentheses(node: SyntaxNode): string {
  const isClosed = ["identifier", "attribute", "call", "subscript", "string", "list", "integer"];
  return isClosed.includes(node.type) && !node.text.includes("\n") ? node.text : `(${node.text})`;
}
