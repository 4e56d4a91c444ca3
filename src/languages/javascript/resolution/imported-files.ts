import type ts from "typescript-api";

import { getCompiler } from "./compiler.ts";
import { visitAll } from "./syntax.ts";

/** The files that a file imports, exports from, requires or loads. */
export function importedFiles(file: ts.SourceFile, checker: ts.TypeChecker): ReadonlySet<ts.SourceFile> {
  const ts = getCompiler();
  const found = new Set<ts.SourceFile>();
  visitAll(file, (node) => {
    if (!ts.isStringLiteralLike(node) || !isModuleName(node)) return;
    const declared = checker.getSymbolAtLocation(node)?.valueDeclaration;
    if (declared !== undefined && ts.isSourceFile(declared)) found.add(declared);
  });
  return found;
}

function isModuleName({ parent }: ts.Node): boolean {
  const ts = getCompiler();
  if (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isExternalModuleReference(parent)
  )
    return true;
  if (ts.isLiteralTypeNode(parent)) return ts.isImportTypeNode(parent.parent);
  return ts.isCallExpression(parent) && parent.arguments.length === 1;
}
