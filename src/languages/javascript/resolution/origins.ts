import type ts from "typescript-api";

import { isOwn, valueOf, type Names } from "./callables.ts";
import { getCompiler } from "./compiler.ts";
import { isAccess, unwrap } from "./syntax.ts";

/** Values are traced back through this many names and calls. */
const MOST_STEPS = 12;

/**
 * Whether what a call calls comes from outside of the repository: from a module that it does not hold, from the language or its host, or out of
 * a call of such a thing. `unknown` where that cannot be told.
 */
export function originOf(call: ts.Node, expression: ts.Expression, names: Names): "outside" | "unknown" {
  const ts = getCompiler();
  const signature = ts.isCallLikeExpression(call) ? names.checker.getResolvedSignature(call) : undefined;
  if (signature?.declaration !== undefined && !isOwn(signature.declaration)) return "outside";
  return isForeign(expression, names, MOST_STEPS) ? "outside" : "unknown";
}

function isForeign(expression: ts.Expression, names: Names, steps: number): boolean {
  const ts = getCompiler();
  const node = unwrap(expression);
  if (steps <= 0) return false;
  if (isRequire(node)) return names.symbolOf(node.arguments[0] ?? node) === undefined;
  if (ts.isCallExpression(node) || ts.isNewExpression(node))
    return isForeign(node.expression, names, steps - 1);
  if (ts.isTaggedTemplateExpression(node)) return isForeign(node.tag, names, steps - 1);
  if (ts.isAwaitExpression(node)) return isForeign(node.expression, names, steps - 1);
  if (ts.isLiteralExpression(node) || ts.isTemplateExpression(node) || ts.isArrayLiteralExpression(node))
    return true;
  if (isAccess(node)) {
    const type = names.checker.getApparentType(names.checker.getTypeAtLocation(node.expression));
    return isForeignType(type) || isForeign(node.expression, names, steps - 1);
  }
  if (!ts.isIdentifier(node)) return false;
  const symbol = names.symbolOf(node);
  const declarations = symbol?.declarations ?? [];
  if (declarations.length === 0) return true;
  return declarations.some((each) => !isOwn(each) || isForeignDeclaration(each, names, steps - 1));
}

function isForeignDeclaration(node: ts.Declaration, names: Names, steps: number): boolean {
  const ts = getCompiler();
  if (ts.isBindingElement(node)) {
    const holder = node.parent.parent;
    if (ts.isBindingElement(holder)) return isForeignDeclaration(holder, names, steps);
    return ts.isVariableDeclaration(holder) && isForeignDeclaration(holder, names, steps);
  }
  const value = valueOf(node);
  return value !== undefined && isForeign(value, names, steps);
}

/** Types that only the language's declaration files know. */
function isForeignType(type: ts.Type): boolean {
  const declarations = type.symbol?.declarations ?? [];
  return declarations.length > 0 && !declarations.some(isOwn);
}

function isRequire(node: ts.Node): node is ts.CallExpression {
  const ts = getCompiler();
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "require";
}
