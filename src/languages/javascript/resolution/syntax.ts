import type ts from "typescript-api";

import { getCompiler } from "./compiler.ts";
import { isWrapping } from "./definitions.ts";

/** A function, accessor, method or constructor in whatever form. */
export type FunctionNode = ts.SignatureDeclaration;

/** What can be called or instantiated. */
export type CallableNode = FunctionNode | ts.ClassLikeDeclaration;

/** An expression without the brackets and type assertions around it. */
export function unwrap(node: ts.Expression): ts.Expression {
  let inner = node;
  while (isWrapping(inner)) inner = inner.expression;
  return inner;
}

/** A function or class that is written as an expression; undefined for all else. */
export function findFunctionValue(
  node: ts.Expression | undefined,
): ts.FunctionExpression | ts.ArrowFunction | ts.ClassExpression | undefined {
  const ts = getCompiler();
  const value = node && unwrap(node);
  if (value === undefined) return undefined;
  return ts.isFunctionExpression(value) || ts.isArrowFunction(value) || ts.isClassExpression(value)
    ? value
    : undefined;
}

/** The name in a property access, or in an index that is a text; undefined for other indexes. */
export function findMemberName(node: ts.AccessExpression): ts.MemberName | ts.StringLiteralLike | undefined {
  const ts = getCompiler();
  if (ts.isPropertyAccessExpression(node)) return node.name;
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression : undefined;
}

/** True for `a.b` and `a[b]`. */
export function isAccess(node: ts.Node): node is ts.AccessExpression {
  const ts = getCompiler();
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
}

/** `left = right` in the form of each assignment that can store a function. */
export function isStore(node: ts.Node): node is ts.BinaryExpression {
  const ts = getCompiler();
  if (!ts.isBinaryExpression(node)) return false;
  const { SyntaxKind } = ts;
  const { kind } = node.operatorToken;
  return (
    kind === SyntaxKind.EqualsToken ||
    kind === SyntaxKind.BarBarEqualsToken ||
    kind === SyntaxKind.QuestionQuestionEqualsToken
  );
}

/** True for functions that have code of their own. */
export function hasBody(node: ts.Node): boolean {
  return "body" in node && node.body !== undefined;
}

/** Calls back for a node and all below it. */
export function visitAll(node: ts.Node, see: (node: ts.Node) => void): void {
  const ts = getCompiler();
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    see(next);
    const children: ts.Node[] = [];
    ts.forEachChild(next, (child) => {
      children.push(child);
    });
    open.push(...children.reverse());
  }
}

/** True for a tree with more levels than these. */
export function isDeeperThan(tree: ts.Node, levels: number): boolean {
  const ts = getCompiler();
  let level: readonly ts.Node[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    const below: ts.Node[] = [];
    for (const node of level)
      ts.forEachChild(node, (child) => {
        below.push(child);
      });
    level = below;
  }
  return false;
}

/** What calls: `new` and tagged templates too. */
export type CallLike = ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression;

/** True for nodes of files without types of their own. */
export function isScript(node: ts.Node): boolean {
  return /\.[mc]?jsx?$/u.test(node.getSourceFile().fileName);
}

/** The function that a node stands in, but for those that are passed over. */
export function findFunctionAround(
  node: ts.Node,
  isPassed: (node: FunctionNode) => boolean = () => false,
): FunctionNode | undefined {
  const ts = getCompiler();
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    if (ts.isFunctionLike(outer) && !isPassed(outer)) return outer;
  }
  return undefined;
}

/** What `require("…")` and `import("…")` name. */
export function findRequired(node: ts.Expression): ts.Expression | undefined {
  const ts = getCompiler();
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  const isRequire = ts.isIdentifier(expression) && expression.text === "require";
  return isRequire || expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments[0] : undefined;
}
