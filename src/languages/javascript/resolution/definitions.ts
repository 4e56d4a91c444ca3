import type ts from "typescript-api";

import { getCompiler } from "./compiler.ts";

/*
 * What counts as a definition, and what it is called. A function is called by what it is bound to: its own name, or the variable, property,
 * field or assignment that takes it. Objects that are bound to a name hold their members: `handlers.open`. `exports.f` and members of
 * `module.exports = {…}` are `f`; `A.prototype.f` and members of `A.prototype = {…}` are `A.f`; `this.f` inside of `A` is `A.f`.
 */

/** Something with a name of its own that can be called or holds what can be. */
export interface Definition {
  readonly node: ts.Node;
  /** Qualified in its file. */
  readonly name: string;
  /** Where its line is counted: at `function`, `class` or the name. */
  readonly at: number;
}

/** What a node is bound to: a name in what is around it, or in a holder of its own. */
interface Binding {
  /** Empty for what only passes members on, as `module.exports = {…}` does. */
  readonly own: string;
  readonly at: number;
  /** Replaces what is around it. */
  readonly holder?: string | undefined;
}

/** The definition that a function, class, interface or namespace is; undefined for one that is bound to no name, and for all else. */
export type DefinitionFinder = (node: ts.Node) => Definition | undefined;

/** Reads each definition of parsed files once. The files' nodes must know their parents. */
export function createDefinitionFinder(): DefinitionFinder {
  const known = new Map<ts.Node, Definition | undefined>();
  const find: DefinitionFinder = (node) => {
    if (!known.has(node)) known.set(node, readDefinition(node, find));
    return known.get(node);
  };
  return find;
}

function readDefinition(node: ts.Node, find: DefinitionFinder): Definition | undefined {
  const binding = bindingOf(node, find);
  if (binding === undefined || binding.own === "") return undefined;
  const around = binding.holder ?? nameAround(node, find);
  return { node, name: around === "" ? binding.own : `${around}.${binding.own}`, at: binding.at };
}

/** What a variable of a file, a member, an enumeration or a member of one is called; undefined for what is local to a function. */
export function findNamed(node: ts.Node, find: DefinitionFinder): Definition | undefined {
  const ts = getCompiler();
  const isMember =
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isEnumMember(node);
  const isVariable = ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && isOutside(node);
  if (!isMember && !isVariable && !ts.isEnumDeclaration(node)) return undefined;
  const { own, at } = named(node.name as ts.PropertyName);
  const around = ts.isEnumMember(node) ? node.parent.name.text : nameAround(node, find);
  return { node, name: around === "" ? own : `${around}.${own}`, at };
}

/** True at the top of a file or namespace. */
function isOutside(node: ts.Node): boolean {
  const ts = getCompiler();
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    if (ts.isFunctionLike(outer) || ts.isClassStaticBlockDeclaration(outer)) return false;
  }
  return true;
}

/** The qualified name of what a node stands in; empty at the top of a file. */
function nameAround(node: ts.Node, find: DefinitionFinder): string {
  const ts = getCompiler();
  for (let inner = node, outer = node.parent; outer !== undefined; inner = outer, outer = outer.parent) {
    if (ts.isObjectLiteralExpression(outer)) {
      const binding = bindingOfValue(outer, find);
      if (binding === undefined || binding.own === "") {
        if (binding?.holder !== undefined) return binding.holder;
        continue;
      }
      const around = binding.holder ?? nameAround(outer, find);
      return around === "" ? binding.own : `${around}.${binding.own}`;
    }
    if (ts.isDecorator(inner) || ts.isComputedPropertyName(inner)) continue;
    const definition = find(outer);
    if (definition !== undefined) return definition.name;
  }
  return "";
}

function bindingOf(node: ts.Node, find: DefinitionFinder): Binding | undefined {
  const ts = getCompiler();
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) {
    return { own: node.name?.text ?? "default", at: afterModifiers(node) };
  }
  if (ts.isConstructorDeclaration(node)) return { own: "constructor", at: afterModifiers(node) };
  if (ts.isMethodDeclaration(node) || ts.isAccessor(node) || ts.isMethodSignature(node))
    return named(node.name);
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isModuleDeclaration(node)) {
    return named(node.name);
  }
  if (ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isClassExpression(node)) {
    const bound = bindingOfValue(node, find);
    if (bound !== undefined && bound.own !== "") return bound;
    if (node.name !== undefined) return { own: node.name.text, at: afterModifiers(node) };
    return bound && { own: "default", at: bound.at };
  }
  return undefined;
}

/** What an expression's value is bound to right where it is written. */
function bindingOfValue(value: ts.Expression, find: DefinitionFinder): Binding | undefined {
  const ts = getCompiler();
  let inner: ts.Node = value;
  while (isWrapping(inner.parent)) inner = inner.parent;
  const { parent } = inner;
  if (ts.isVariableDeclaration(parent)) return ts.isIdentifier(parent.name) ? named(parent.name) : undefined;
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) {
    return parent.initializer === inner ? named(parent.name) : undefined;
  }
  if (ts.isExportAssignment(parent)) return { own: "", at: value.getStart() };
  if (!ts.isBinaryExpression(parent) || parent.right !== inner) return undefined;
  if (!isAssignment(parent.operatorToken.kind)) return undefined;
  const bound = bindingOfTarget(parent.left, find);
  return bound === undefined || isWholeExports(bound) ? (bindingOfValue(parent, find) ?? bound) : bound;
}

/** Of `exports = module.exports = f` and `var f = module.exports = …` the other name is the better one. */
function isWholeExports({ own, holder }: Binding): boolean {
  return own === "" && holder === undefined;
}

/** Brackets and type assertions around a value. */
export function isWrapping(node: ts.Node): node is ts.ParenthesizedExpression {
  const ts = getCompiler();
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node)
  );
}

function bindingOfTarget(target: ts.Expression, find: DefinitionFinder): Binding | undefined {
  const ts = getCompiler();
  const at = (ts.isPropertyAccessExpression(target) ? target.name : target).getStart();
  const path = pathOf(target);
  if (path === undefined) return undefined;
  const [root = "", ...rest] = path[0] === "module" && path[1] === "exports" ? path.slice(1) : path;
  const own = rest.at(-1);
  if (root === "exports") return { own: rest.join("."), at };
  if (own === undefined) return { own: root, at };
  if (own === "prototype") return { own: "", at, holder: path.slice(0, -1).join(".") };
  if (path.at(-2) === "prototype") return { own, at, holder: path.slice(0, -2).join(".") };
  if (root === "this") return { own: rest.join("."), at, holder: holderOfThis(target, find) };
  return { own: path.join("."), at };
}

/** `a.b.c` as its names; undefined where a part is computed. */
function pathOf(expression: ts.Expression): readonly string[] | undefined {
  const ts = getCompiler();
  if (ts.isIdentifier(expression)) return [expression.text];
  if (expression.kind === ts.SyntaxKind.ThisKeyword) return ["this"];
  const last = ts.isPropertyAccessExpression(expression)
    ? expression.name.text
    : ts.isElementAccessExpression(expression) && ts.isStringLiteralLike(expression.argumentExpression)
      ? expression.argumentExpression.text
      : undefined;
  if (last === undefined) return undefined;
  const before = pathOf((expression as ts.AccessExpression).expression);
  return before && [...before, last];
}

/** The class, or the function, whose `this` a node sees. */
function holderOfThis(node: ts.Node, find: DefinitionFinder): string | undefined {
  const ts = getCompiler();
  let owner = node.parent;
  while (owner.parent !== undefined && (!ts.isFunctionLike(owner) || ts.isArrowFunction(owner)))
    owner = owner.parent;
  if (owner.parent !== undefined && ts.isClassLike(owner.parent)) return find(owner.parent)?.name;
  const name = find(owner)?.name;
  return name?.includes(".") === true ? name.slice(0, name.lastIndexOf(".")) : name;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  const { SyntaxKind } = getCompiler();
  return [
    SyntaxKind.EqualsToken,
    SyntaxKind.BarBarEqualsToken,
    SyntaxKind.QuestionQuestionEqualsToken,
  ].includes(kind);
}

function named(name: ts.PropertyName | ts.BindingName | ts.ModuleName): Binding {
  const ts = getCompiler();
  const isText = ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name);
  return { own: isText ? name.text : name.getText(), at: name.getStart() };
}

/** The first word after decorators and modifiers. */
function afterModifiers(
  node: ts.Node & { readonly modifiers?: ts.NodeArray<ts.ModifierLike> | undefined },
): number {
  const ts = getCompiler();
  if (node.modifiers === undefined) return node.getStart();
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true);
  scanner.setText(node.getSourceFile().text, node.modifiers.end);
  scanner.scan();
  return scanner.getTokenStart();
}
