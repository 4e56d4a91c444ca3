import type ts from "typescript-api";

import { RenameStop } from "../../../rename-outcome.ts";
import { getCompiler } from "../compiler.ts";
import { findRepositoryPath } from "../virtual-files.ts";
import type { TrialProgram } from "./trial-program.ts";

/** A place in a file, in characters. */
export interface NamePosition {
  readonly file: string;
  readonly at: number;
}

/** A name that changes with another, and what is written in its place. */
export interface NameSpot extends NamePosition {
  readonly end: number;
  readonly text: string;
  /** How far into `text` the new name begins. */
  readonly lead: number;
}

/** Spots by file and place. */
export type NameSpots = ReadonlyMap<string, NameSpot>;

/** One text for each place. */
export function keyOfPosition({ file, at }: NamePosition): string {
  return `${file}\0${at}`;
}

/**
 * Everything that the checker takes for the same name: what the language service finds, followed through imports and exports of that name, to the other
 * declarations of a merged one, and to the members that a union has by that name. Throws `RenameStop` where some of it stands outside of the repository.
 */
export function findNameSpots(trial: TrialProgram, start: NamePosition, newName: string): NameSpots {
  const spots = new Map<string, NameSpot>();
  const asked = new Set<string>();
  const waiting = [start];
  for (const position of waiting) {
    if (asked.has(keyOfPosition(position))) continue;
    asked.add(keyOfPosition(position));
    for (const location of trial.findLocations(position.file, position.at)) {
      const { fileName: file, textSpan, prefixText = "", suffixText = "" } = location;
      if (findRepositoryPath(file) === undefined)
        throw new RenameStop("overrides_outside", "code outside of the repository has it by that name");
      const node = nodeAt(trial.program.getSourceFile(file), textSpan.start);
      const isPassedOn = node !== undefined && prefixText + suffixText !== "" && isSpecifierName(node);
      const spot: NameSpot = {
        file,
        at: textSpan.start,
        end: textSpan.start + textSpan.length,
        text: isPassedOn ? newName : prefixText + newName + suffixText,
        lead: isPassedOn ? 0 : prefixText.length,
      };
      const known = spots.get(keyOfPosition(spot));
      // Where the member and the variable of `{ name }` both change, nothing is written twice.
      const isBoth = known !== undefined && known.text !== spot.text;
      spots.set(keyOfPosition(spot), isBoth ? { ...spot, text: newName, lead: 0 } : spot);
      if (isPassedOn || (node !== undefined && isLiteralKey(node))) waiting.push(spot);
      const others = node === undefined ? [] : alike(node, trial.program.getTypeChecker());
      waiting.push(...others.filter((other) => !spots.has(keyOfPosition(other))));
    }
  }
  return spots;
}

/** The innermost node that begins at a character of a file or holds it. */
export function nodeAt(file: ts.SourceFile | undefined, at: number): ts.Node | undefined {
  let node: ts.Node | undefined = file;
  for (let inner = node; inner !== undefined; ) {
    node = inner;
    inner = getCompiler().forEachChild(node, (child) =>
      child.getStart(file) <= at && at < child.end ? child : undefined,
    );
  }
  return node;
}

/** True for `name` in `import { name }` and `export { name }`. */
function isSpecifierName({ parent }: ts.Node): boolean {
  const ts = getCompiler();
  return (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) && parent.propertyName === undefined;
}

/** True for `name` in `{ name: value }`: the object's own member is asked for besides that of the type which is wanted there. */
function isLiteralKey(node: ts.Node): boolean {
  const ts = getCompiler();
  const { parent } = node;
  const isElement =
    ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isAccessor(parent);
  return isElement && parent.name === node && ts.isObjectLiteralExpression(parent.parent);
}

/** Where else what a name means is declared by that name. */
function alike(node: ts.Node, checker: ts.TypeChecker): readonly NamePosition[] {
  const ts = getCompiler();
  const symbol = checker.getSymbolAtLocation(node);
  if (symbol === undefined || symbol.flags & ts.SymbolFlags.Alias) return [];
  const declarations = checker.getRootSymbols(symbol).flatMap((root) => root.declarations ?? []);
  return declarations.flatMap((declaration) => {
    const name = ts.getNameOfDeclaration(declaration);
    if (name === undefined || !ts.isMemberName(name) || name.text !== symbol.name) return [];
    return [{ file: name.getSourceFile().fileName, at: name.getStart() }];
  });
}
