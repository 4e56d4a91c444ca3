import type ts from "typescript-api";

import type { Names } from "./callables.ts";
import { getCompiler } from "./compiler.ts";
import { isAccess, unwrap } from "./syntax.ts";

/** `super.f`, and members of what was just made. */
export function isExactReceiver(node: ts.Expression): boolean {
  const ts = getCompiler();
  if (!isAccess(node)) return true;
  const receiver = unwrap(node.expression);
  return receiver.kind === ts.SyntaxKind.SuperKeyword || ts.isNewExpression(receiver);
}

/** True where names and written types alone lead to what a callee means. */
export function isDeclared(callee: ts.Expression, names: Names): boolean {
  const ts = getCompiler();
  const node = unwrap(callee);
  if (ts.isIdentifier(node)) return true;
  if (node.kind === ts.SyntaxKind.ThisKeyword || node.kind === ts.SyntaxKind.SuperKeyword) return true;
  if (!isAccess(node)) return false;
  const receiver = unwrap(node.expression);
  if (receiver.kind === ts.SyntaxKind.ThisKeyword || receiver.kind === ts.SyntaxKind.SuperKeyword)
    return true;
  const symbol = ts.isIdentifier(receiver) || isAccess(receiver) ? names.symbolOf(receiver) : undefined;
  return (symbol?.declarations ?? []).some((each) => {
    if (ts.isClassLike(each) || ts.isModuleDeclaration(each) || ts.isSourceFile(each)) return true;
    return "type" in each && each.type !== undefined;
  });
}
