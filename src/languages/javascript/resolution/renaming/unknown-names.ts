import type ts from "typescript-api";

import { getCompiler } from "../compiler.ts";
import { isAccess, visitAll } from "../syntax.ts";
import { keyOfPosition, type NamePosition, type NameSpots } from "./name-spots.ts";
import type { TrialProgram } from "./trial-program.ts";

/** What is renamed, as far as it matters to where else it may stand. */
export interface RenamedThing {
  readonly name: string;
  readonly isMember: boolean;
  /** Of a member that objects may lack: what has it otherwise is no error. */
  readonly isOptional: boolean;
}

type Asked = (node: ts.Node) => boolean;

/** Places of the name that may mean what is renamed, for all that the checker knows: of things without a type, and of modules that it does not find. */
export function findUnknownNames(
  { program, files }: TrialProgram,
  spots: NameSpots,
  thing: RenamedThing,
): readonly NamePosition[] {
  const checker = program.getTypeChecker();
  const isOpen = thing.isMember ? createMemberAsked(checker, thing) : createValueAsked(checker);
  const found: NamePosition[] = [];
  const sides = new Set([...spots.values()].map(({ file }) => sideOf(file)));
  for (const file of files.filter(({ text }) => text.includes(thing.name))) {
    const isOtherSide = sides.size === 1 && !sides.has(sideOf(file.fileName)) && !sides.has("typed");
    visitAll(file, (node) => {
      if (!isNamed(node, thing.name)) return;
      const at = node.getStart() + (getCompiler().isStringLiteralLike(node) ? 1 : 0);
      const position = { file: file.fileName, at };
      if (spots.has(keyOfPosition(position))) return;
      if (isOpen(node) || (isOtherSide && sideOf(file.fileName) !== "typed" && isDeclaredName(node)))
        found.push(position);
    });
  }
  return found;
}

/** Declaration files describe what JavaScript files hold, and nothing ties the two together. */
function sideOf(file: string): "described" | "plain" | "typed" {
  if (/\.d\.[mc]?ts$/u.test(file)) return "described";
  return /\.[mc]?jsx?$/u.test(file) ? "plain" : "typed";
}

function isNamed(node: ts.Node, name: string): boolean {
  const ts = getCompiler();
  if (ts.isIdentifier(node)) return node.text === name;
  if (!ts.isStringLiteralLike(node) || node.text !== name) return false;
  return ts.isElementAccessExpression(node.parent) || ts.isPropertyAssignment(node.parent);
}

function isDeclaredName(node: ts.Node): boolean {
  return "name" in node.parent && node.parent.name === node;
}

function createMemberAsked(checker: ts.TypeChecker, { isOptional }: RenamedThing): Asked {
  const ts = getCompiler();
  const isUnknown = (node: ts.Node): boolean =>
    (checker.getTypeAtLocation(node).flags & ts.TypeFlags.Any) !== 0;
  return (node) => {
    const { parent } = node;
    if (isAccess(parent) && parent.expression !== node)
      return checker.getSymbolAtLocation(node) === undefined && isUnknown(parent.expression);
    if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent))
      return (parent.propertyName ?? parent.name) === node && isUnknown(parent.parent);
    if (ts.isJsxAttribute(parent) && parent.name === node) {
      const { tagName } = parent.parent.parent;
      return !/^[a-z]/u.test(tagName.getText()) && isUnknown(tagName);
    }
    if (!isOptional || !ts.isObjectLiteralElementLike(parent) || parent.name !== node) return false;
    return (
      ts.isObjectLiteralExpression(parent.parent) && checker.getContextualType(parent.parent) === undefined
    );
  };
}

/** A value at the top of a file: asked of a module that the checker does not find, or of the world. */
function createValueAsked(checker: ts.TypeChecker): Asked {
  const ts = getCompiler();
  return (node) => {
    const { parent } = node;
    if (ts.isImportSpecifier(parent))
      return (
        (parent.propertyName ?? parent.name) === node &&
        isNotFound(parent.parent.parent.parent.moduleSpecifier, checker)
      );
    if (ts.isExportSpecifier(parent))
      return (
        (parent.propertyName ?? parent.name) === node &&
        isNotFound(parent.parent.parent.moduleSpecifier, checker)
      );
    if (checker.getSymbolAtLocation(node) !== undefined) return false;
    if (isAccess(parent) && parent.expression !== node) return isOfModule(parent.expression, checker);
    if (ts.isBindingElement(parent) && ts.isVariableDeclaration(parent.parent.parent))
      return isLoaded(parent.parent.parent.initializer);
    return ts.isExpression(node) && !ts.isJsxAttribute(parent) && ts.isIdentifier(node) && !isAccess(parent);
  };
}

/** True for what begins with a module that may be one of the repository: bound by an import, a `require` or an `import()`. */
function isOfModule(node: ts.Expression, checker: ts.TypeChecker): boolean {
  const ts = getCompiler();
  let root = node;
  while (isAccess(root)) root = root.expression;
  if (isLoaded(root)) return true;
  const [declaration] = checker.getSymbolAtLocation(root)?.declarations ?? [];
  if (declaration === undefined) return false;
  if (ts.isVariableDeclaration(declaration)) return isLoaded(declaration.initializer);
  const imported = ts.findAncestor(declaration, ts.isImportDeclaration);
  return imported !== undefined && mayBeInside(imported.moduleSpecifier, checker);
}

/** Packages that the repository does not hold are outside. */
function mayBeInside(specifier: ts.Expression, checker: ts.TypeChecker): boolean {
  return isNotFound(specifier, checker) || checker.getSymbolAtLocation(specifier) !== undefined;
}

/** True for a module by a path that leads nowhere: a built file, as a rule. */
function isNotFound(specifier: ts.Expression | undefined, checker: ts.TypeChecker): boolean {
  if (specifier === undefined || !getCompiler().isStringLiteralLike(specifier)) return false;
  return /^[.#@~/]/u.test(specifier.text) && checker.getSymbolAtLocation(specifier) === undefined;
}

function isLoaded(node: ts.Expression | undefined): boolean {
  return node !== undefined && /\b(?:require|import\w*)\s*(?:<[^>]*>\s*)?\(/u.test(node.getText());
}
