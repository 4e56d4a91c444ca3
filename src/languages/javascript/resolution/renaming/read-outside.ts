import type ts from "typescript-api";

import { RenameStop } from "../../../rename-outcome.ts";
import { getCompiler } from "../compiler.ts";
import { placeOf } from "./file-places.ts";
import { nodeAt, type NameSpots } from "./name-spots.ts";
import type { TrialProgram } from "./trial-program.ts";

/** Throws where code that the checker does not see may read a member by its name: of a class with a base from outside, or of an object given to what has no type. */
export function checkReadOutside({ program }: TrialProgram, spots: NameSpots): void {
  const checker = program.getTypeChecker();
  for (const spot of spots.values()) {
    const node = nodeAt(program.getSourceFile(spot.file), spot.at);
    const member = node?.parent;
    if (member === undefined || !("name" in member) || member.name !== node) continue;
    const why = findOutsideBase(member, checker) ?? findOutsideReader(member, checker);
    if (why !== undefined) throw new RenameStop("overrides_outside", why, [placeOf(program, spot)]);
  }
}

/** A base of a member's class or interface, or of one above it, whose type nobody knows. */
function findOutsideBase(member: ts.Node, checker: ts.TypeChecker): string | undefined {
  const ts = getCompiler();
  if (!ts.isClassElement(member) && !ts.isTypeElement(member)) return undefined;
  const seen = new Set<ts.Node>();
  const waiting: ts.Node[] = [member.parent];
  for (const type of waiting) {
    if (seen.has(type) || !(ts.isClassLike(type) || ts.isInterfaceDeclaration(type))) continue;
    seen.add(type);
    for (const base of (type.heritageClauses ?? []).flatMap(({ types }) => [...types])) {
      const found = checker.getTypeAtLocation(base);
      if (found.flags & ts.TypeFlags.Any)
        return `"${type.name?.text ?? "class"}" inherits from "${base.getText()}", which is not in the repository`;
      waiting.push(...(found.symbol?.declarations ?? []));
    }
  }
  return undefined;
}

/** A call or element without a type that is given the object literal around a member. */
function findOutsideReader(member: ts.Node, checker: ts.TypeChecker): string | undefined {
  const ts = getCompiler();
  if (!ts.isObjectLiteralElementLike(member)) return undefined;
  let inner: ts.Node = member.parent;
  while (isPartOfValue(inner.parent)) inner = inner.parent;
  const { parent } = inner;
  if (ts.isExportAssignment(parent) && !parent.isExportEquals)
    return "a file gives an object with it out to whoever loads the file";
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return undefined;
  const isUnknown = (checker.getTypeAtLocation(parent.expression).flags & ts.TypeFlags.Any) !== 0;
  return isUnknown ? `"${parent.expression.getText()}" takes an object with it and has no type` : undefined;
}

function isPartOfValue(node: ts.Node): boolean {
  const ts = getCompiler();
  return (
    ts.isObjectLiteralElementLike(node) ||
    ts.isObjectLiteralExpression(node) ||
    ts.isArrayLiteralExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node)
  );
}
