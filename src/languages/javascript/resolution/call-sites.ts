import type ts from "typescript-api";

import { getCompiler } from "./compiler.ts";
import { isAccess, isStore, type CallLike } from "./syntax.ts";

/** A place where code of another definition may start to run. */
export type CallSite =
  /** `f()`, `new C()`, `` f`…` ``, `super()`. */
  | { readonly kind: "call"; readonly node: CallLike; readonly callee: ts.Expression }
  /** `<C />`. */
  | { readonly kind: "element"; readonly node: ts.Node; readonly callee: ts.Expression }
  /** `@f` without arguments of its own, and the function that `@f()` gives. */
  | { readonly kind: "decorator"; readonly node: ts.Decorator; readonly callee: ts.Expression }
  /** A member that is read, written, or both. */
  | {
      readonly kind: "access";
      readonly node: ts.AccessExpression;
      readonly reads: boolean;
      readonly writes: boolean;
    }
  /** Something whose items are taken: `for … of`, `...x`, `[a, b] = x`, `yield*`. */
  | { readonly kind: "iteration"; readonly node: ts.Expression; readonly isAsync: boolean };

/** The call sites that a node itself makes. */
export function callSitesAt(node: ts.Node): readonly CallSite[] {
  const ts = getCompiler();
  if (ts.isCallExpression(node)) {
    return isImporting(node.expression) ? [] : [{ kind: "call", node, callee: node.expression }];
  }
  if (ts.isNewExpression(node)) return [{ kind: "call", node, callee: node.expression }];
  if (ts.isTaggedTemplateExpression(node)) return [{ kind: "call", node, callee: node.tag }];
  if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) return elementAt(node);
  if (ts.isDecorator(node)) return [{ kind: "decorator", node, callee: node.expression }];
  if (isAccess(node)) return [{ kind: "access", node, ...accessOf(node) }];
  const iterated = iteratedBy(node);
  return iterated === undefined ? [] : [iterated];
}

/** `import("…")`, `import.defer("…")`, of which the checker knows no callee. */
function isImporting(callee: ts.Expression): boolean {
  const ts = getCompiler();
  const isPhase = ts.isMetaProperty(callee) && callee.keywordToken === ts.SyntaxKind.ImportKeyword;
  return isPhase || callee.kind === ts.SyntaxKind.ImportKeyword;
}

/** Elements in small letters are the host's own. */
function elementAt(node: ts.JsxOpeningLikeElement): readonly CallSite[] {
  const ts = getCompiler();
  const { tagName } = node;
  if (ts.isJsxNamespacedName(tagName)) return [];
  if (ts.isIdentifier(tagName) && /^[a-z]/u.test(tagName.text)) return [];
  return [{ kind: "element", node, callee: tagName }];
}

function accessOf(node: ts.AccessExpression): { readonly reads: boolean; readonly writes: boolean } {
  const ts = getCompiler();
  const { parent } = node;
  if (ts.isBinaryExpression(parent) && parent.left === node) {
    const kind = parent.operatorToken.kind;
    const writes = kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    return { reads: kind !== ts.SyntaxKind.EqualsToken, writes };
  }
  const isStep =
    (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) &&
    (parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken);
  return { reads: true, writes: isStep };
}

function iteratedBy(node: ts.Node): CallSite | undefined {
  const ts = getCompiler();
  if (ts.isForOfStatement(node)) {
    return { kind: "iteration", node: node.expression, isAsync: node.awaitModifier !== undefined };
  }
  if (ts.isSpreadElement(node)) return { kind: "iteration", node: node.expression, isAsync: false };
  if (ts.isYieldExpression(node) && node.asteriskToken !== undefined && node.expression !== undefined) {
    return { kind: "iteration", node: node.expression, isAsync: false };
  }
  if (
    ts.isVariableDeclaration(node) &&
    ts.isArrayBindingPattern(node.name) &&
    node.initializer !== undefined
  ) {
    return { kind: "iteration", node: node.initializer, isAsync: false };
  }
  if (isStore(node) && ts.isArrayLiteralExpression(node.left)) {
    return { kind: "iteration", node: node.right, isAsync: false };
  }
  return undefined;
}
