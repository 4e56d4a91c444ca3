import type ts from "typescript-api";

import { getCompiler } from "./compiler.ts";
import { isAccess, unwrap, type CallLike } from "./syntax.ts";

/** Functions of the language that call an argument before they return, and which. */
const CALLING = new Map([
  ["forEach", 0],
  ["map", 0],
  ["filter", 0],
  ["some", 0],
  ["every", 0],
  ["find", 0],
  ["findIndex", 0],
  ["findLast", 0],
  ["findLastIndex", 0],
  ["flatMap", 0],
  ["reduce", 0],
  ["reduceRight", 0],
  ["sort", 0],
  ["toSorted", 0],
  ["from", 1],
  ["replace", 1],
  ["replaceAll", 1],
  ["parse", 1],
  ["stringify", 1],
]);

/** The argument that a call of the language's own functions calls at once; undefined where none is known to be. */
export function findCallback(node: CallLike): ts.Expression | undefined {
  const ts = getCompiler();
  if (ts.isTaggedTemplateExpression(node)) return undefined;
  const callee = unwrap(node.expression);
  if (ts.isNewExpression(node)) {
    return ts.isIdentifier(callee) && callee.text === "Promise" ? node.arguments?.[0] : undefined;
  }
  const index = ts.isPropertyAccessExpression(callee) ? CALLING.get(callee.name.text) : undefined;
  return index === undefined ? undefined : node.arguments[index];
}

/** `f` of `f.call(…)`, `f.apply(…)` and `f.bind(…)`; undefined for other calls. */
export function findIndirectCallee(
  node: CallLike,
): { readonly callee: ts.Expression; readonly by: "call" | "apply" | "bind" } | undefined {
  const ts = getCompiler();
  if (!ts.isCallExpression(node)) return undefined;
  const access = unwrap(node.expression);
  if (!isAccess(access) || !ts.isPropertyAccessExpression(access)) return undefined;
  const by = access.name.text;
  return by === "call" || by === "apply" || by === "bind" ? { callee: access.expression, by } : undefined;
}

/** Functions by whose names one object gets the members of others: `Object.assign`, `util.inherits`, `mixin` of many libraries. */
const MIXING = /assign|extend|inherit|mixin|merge|setPrototypeOf|defaults/iu;

/** What a call of a function from outside makes have the members of what. */
export function inheritanceBy(
  node: ts.CallExpression,
): readonly { readonly to: ts.Expression; readonly from: ts.Expression }[] {
  const ts = getCompiler();
  const callee = unwrap(node.expression);
  const name = ts.isPropertyAccessExpression(callee)
    ? callee.name.text
    : ts.isIdentifier(callee)
      ? callee.text
      : "";
  const [first, ...others] = node.arguments;
  if (first === undefined) return [];
  if (name === "create") return [{ to: node, from: first }];
  return MIXING.test(name) ? others.map((from) => ({ to: first, from })) : [];
}
