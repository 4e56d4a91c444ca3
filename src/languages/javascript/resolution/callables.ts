import type ts from "typescript-api";

import { getCompiler } from "./compiler.ts";
import {
  findMemberName,
  findFunctionValue,
  hasBody,
  isAccess,
  isStore,
  unwrap,
  type CallableNode,
} from "./syntax.ts";
import { findRepositoryPath } from "./virtual-files.ts";

/** Names are followed through this many others (`const f = g`, re-exports of assignments). */
const MOST_STEPS = 6;

/** What names of a program mean. */
export interface Names {
  readonly checker: ts.TypeChecker;
  /** What an identifier, member access or text index means, imports followed; undefined for what nothing is known of. */
  symbolOf(node: ts.Node): ts.Symbol | undefined;
  /** What an imported name stands for; other symbols as they are. */
  followed(symbol: ts.Symbol): ts.Symbol;
  /** The functions and classes of the repository that a symbol is, or is a constant name of; overloads lead to the one with a body. */
  callablesOf(symbol: ts.Symbol): readonly CallableNode[];
  /** Where a symbol is declared in the repository, unions taken apart. */
  declarationsOf(symbol: ts.Symbol): readonly ts.Declaration[];
}

/** True for nodes of the repository's own files. The checker makes some up (of `<Tag/>` where `Tag` is a text), which stand in no file. */
export function isOwn(node: ts.Node): boolean {
  const file = node.getSourceFile() as ts.SourceFile | undefined;
  return file !== undefined && findRepositoryPath(file.fileName) !== undefined;
}

/** Reads names with the program's type checker. */
export function createNames(checker: ts.TypeChecker): Names {
  const ts = getCompiler();
  const symbolOf = (node: ts.Node): ts.Symbol | undefined => {
    const name = isAccess(node) ? findMemberName(node) : node;
    const symbol = name && checker.getSymbolAtLocation(name);
    return symbol && followAlias(symbol, checker);
  };
  const declarationsOf = (symbol: ts.Symbol): readonly ts.Declaration[] =>
    checker
      .getRootSymbols(symbol)
      .flatMap((root) => root.declarations ?? [])
      .filter(isOwn);
  const fromExpression = (node: ts.Expression | undefined, steps: number): readonly CallableNode[] => {
    const direct = findFunctionValue(node);
    if (node === undefined || direct !== undefined) return direct === undefined ? [] : [direct];
    const value = unwrap(node);
    if (isStore(value)) return fromExpression(value.right, steps);
    const symbol = ts.isIdentifier(value) || isAccess(value) ? symbolOf(value) : undefined;
    return symbol === undefined ? [] : collect(symbol, steps - 1);
  };
  const fromDeclaration = (
    node: ts.Declaration,
    symbol: ts.Symbol,
    steps: number,
  ): readonly CallableNode[] => {
    if (ts.isFunctionLike(node)) return callableOf(node, symbol);
    if (ts.isClassLike(node)) return [node];
    if (ts.isShorthandPropertyAssignment(node)) {
      const value = checker.getShorthandAssignmentValueSymbol(node);
      return value === undefined ? [] : collect(followAlias(value, checker), steps - 1);
    }
    if (ts.isBindingElement(node)) {
      const member = memberOfPattern(node, checker);
      return member === undefined ? [] : collect(member, steps - 1);
    }
    return fromExpression(valueOf(node), steps);
  };
  const collect = (symbol: ts.Symbol, steps: number): readonly CallableNode[] =>
    steps <= 0
      ? []
      : [...new Set(declarationsOf(symbol).flatMap((node) => fromDeclaration(node, symbol, steps)))];
  const followed = (symbol: ts.Symbol): ts.Symbol => followAlias(symbol, checker);
  return {
    checker,
    symbolOf,
    followed,
    callablesOf: (symbol) => collect(symbol, MOST_STEPS),
    declarationsOf,
  };
}

function followAlias(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & getCompiler().SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** Of overloads the one that has a body. What only describes a type is not callable. */
function callableOf(node: FunctionLike, symbol: ts.Symbol): readonly CallableNode[] {
  const ts = getCompiler();
  if (!("name" in node) && !ts.isConstructorDeclaration(node)) return [];
  if (ts.isFunctionTypeNode(node) || ts.isCallSignatureDeclaration(node)) return [];
  if (hasBody(node)) return [node];
  const beside = symbol.declarations?.find((other) => other.parent === node.parent && hasBody(other));
  return [beside !== undefined && ts.isFunctionLike(beside) ? beside : node];
}

type FunctionLike = ts.SignatureDeclaration;

/** The value that a declaration gives to its name where it is written. */
export function valueOf(node: ts.Declaration): ts.Expression | undefined {
  const ts = getCompiler();
  if (ts.isExportAssignment(node)) return node.expression;
  if (isStore(node)) return node.right;
  const target: ts.Node = node;
  if (ts.isSourceFile(target)) return undefined;
  if (isStore(node.parent) && node.parent.left === target) return node.parent.right;
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) {
    return node.initializer;
  }
  return undefined;
}

/** The member that `{ name }` takes out of what stands on the right of it. */
export function memberOfPattern(node: ts.BindingElement, checker: ts.TypeChecker): ts.Symbol | undefined {
  const ts = getCompiler();
  if (!ts.isObjectBindingPattern(node.parent) || node.dotDotDotToken !== undefined) return undefined;
  const name = node.propertyName ?? node.name;
  if (!ts.isIdentifier(name) && !ts.isStringLiteralLike(name)) return undefined;
  return checker.getPropertyOfType(checker.getTypeAtLocation(node.parent), name.text);
}
