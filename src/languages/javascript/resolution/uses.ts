import type ts from "typescript-api";

import type { RepositoryPath } from "../../../base/index.ts";
import type { ByteSpan } from "../../../spec/index.ts";
import type { CodePlace, NameUse, ResolvedRepository } from "../../resolution.ts";
import { byteOffsets, lastAtMost } from "../../text-offsets.ts";
import { isOwn, valueOf, type Names } from "./callables.ts";
import { getCompiler } from "./compiler.ts";
import { comparePlaces, placeKey } from "./edges.ts";
import type { Places } from "./places.ts";
import { isDeclared } from "./receivers.ts";
import { findFunctionValue, isAccess, visitAll } from "./syntax.ts";
import { findRepositoryPath } from "./virtual-files.ts";

/** A constructor stands for the word by which it is declared, which is no node of its own. */
type NameNode = ts.Identifier | ts.PrivateIdentifier | ts.StringLiteralLike | ts.ConstructorDeclaration;

/** Where names stand, by what they mean. */
interface NameIndex {
  /** Names by the place of the declaration that they mean. */
  readonly byPlace: ReadonlyMap<string, readonly NameNode[]>;
  /** Members of things without a type, by their names. */
  readonly untyped: ReadonlyMap<string, readonly NameNode[]>;
}

/** Answers from one pass over all names, made when it is first asked. */
export function createUses(
  files: readonly ts.SourceFile[],
  names: Names,
  places: Places,
): Pick<ResolvedRepository, "findUses" | "findDeclaration"> {
  let index: NameIndex | undefined;
  const spans = createSpans(places);
  const byPath = new Map(files.map((file) => [findRepositoryPath(file.fileName), file]));
  return {
    findUses: (declaration) => {
      index ??= indexNames(files, names, places);
      const own = declaration.name.slice(declaration.name.lastIndexOf(".") + 1);
      const named = index.byPlace.get(placeKey(declaration)) ?? [];
      const byName = declaration.name.includes(".") ? (index.untyped.get(own) ?? []) : [];
      const uses = [
        ...named.map((node) => spans.useAt(node, isDeclared(around(node), names) ? "declared" : "inferred")),
        ...byName.map((node) => spans.useAt(node, "name")),
      ];
      return uses.sort((a, b) => comparePlaces(startOf(a), startOf(b)));
    },
    findDeclaration: (path, at) => {
      const file = byPath.get(path);
      const node = file && nameAt(file, spans.unitOf(file, at), places);
      return node && declaredPlaces(node, names, places)[0];
    },
  };
}

function startOf({ path, span }: NameUse): CodePlace {
  return { path, line: span.start, name: "" };
}

/** The access that a name is the last part of, or the name. */
function around(node: NameNode): ts.Expression {
  return isAccess(node.parent) && node.parent.expression !== node ? node.parent : (node as ts.Expression);
}

function indexNames(files: readonly ts.SourceFile[], names: Names, places: Places): NameIndex {
  const byPlace = new Map<string, NameNode[]>();
  const untyped = new Map<string, NameNode[]>();
  const put = (map: Map<string, NameNode[]>, key: string, node: NameNode): void => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [node]);
    else list.push(node);
  };
  for (const file of files) {
    visitAll(file, (node) => {
      if (!isName(node)) return;
      const found = declaredPlaces(node, names, places);
      for (const key of new Set(found.map(placeKey))) put(byPlace, key, node);
      const isMember = isAccess(node.parent) && node.parent.expression !== node;
      if (isMember && !getCompiler().isConstructorDeclaration(node) && names.symbolOf(node) === undefined)
        put(untyped, node.text, node);
    });
  }
  return { byPlace, untyped };
}

function isName(node: ts.Node): node is NameNode {
  const ts = getCompiler();
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isConstructorDeclaration(node)) return true;
  return ts.isStringLiteralLike(node) && ts.isElementAccessExpression(node.parent);
}

/** The places of the declarations that a name means; for `{ name }` the value too. */
function declaredPlaces(node: NameNode, names: Names, places: Places): readonly CodePlace[] {
  const ts = getCompiler();
  if (ts.isConstructorDeclaration(node)) return [places.placeOf(node)].filter((place) => place !== undefined);
  const symbol = names.symbolOf(node);
  const value =
    ts.isShorthandPropertyAssignment(node.parent) &&
    names.checker.getShorthandAssignmentValueSymbol(node.parent);
  return [symbol, value ? names.followed(value) : undefined].flatMap((each) => {
    if (each === undefined) return [];
    const callables = names.callablesOf(each).filter((callable) => isDeclaredAs(callable, each));
    const declared = callables.length > 0 ? callables : names.declarationsOf(each);
    return declared.filter(isOwn).flatMap((declaration) => places.placeOfDeclaration(declaration) ?? []);
  });
}

/** True for a function that is what the symbol declares, not another that it is a second name of. */
function isDeclaredAs(callable: ts.Node, { declarations = [] }: ts.Symbol): boolean {
  const ts = getCompiler();
  return declarations.some((each) => {
    const isOverload = ts.isFunctionLike(each) && each.parent === callable.parent;
    return each === callable || isOverload || findFunctionValue(valueOf(each)) === callable;
  });
}

function nameAt(file: ts.SourceFile, at: number, places: Places): NameNode | undefined {
  let node: ts.Node = file;
  for (;;) {
    const inner: ts.Node | undefined = getCompiler().forEachChild(node, (child) =>
      child.getStart(file) <= at && at < child.end ? child : undefined,
    );
    if (inner === undefined) {
      if (!isName(node)) return undefined;
      const { start, end } = spanOfName(node, places);
      return start <= at && at < end ? node : undefined;
    }
    node = inner;
  }
}

/** Where a name stands, without quotes. */
function spanOfName(node: NameNode, places: Places): { readonly start: number; readonly end: number } {
  const ts = getCompiler();
  if (ts.isConstructorDeclaration(node)) {
    const start = places.definitionOf(node)?.at ?? node.getStart();
    return { start, end: start + "constructor".length };
  }
  const quote = ts.isStringLiteralLike(node) ? 1 : 0;
  return { start: node.getStart() + quote, end: node.end - quote };
}

/** Places in bytes. */
function createSpans(places: Places): {
  unitOf(file: ts.SourceFile, byte: number): number;
  useAt(node: NameNode, how: NameUse["how"]): NameUse;
} {
  const offsets = new Map<ts.SourceFile, Uint32Array | undefined>();
  const offsetsOf = (file: ts.SourceFile): Uint32Array | undefined => {
    if (!offsets.has(file)) offsets.set(file, byteOffsets(file.text));
    return offsets.get(file);
  };
  const spanOf = (file: ts.SourceFile, start: number, end: number): ByteSpan => {
    const bytes = offsetsOf(file);
    return { start: bytes?.[start] ?? start, end: bytes?.[end] ?? end };
  };
  return {
    unitOf: (file, byte) => {
      const bytes = offsetsOf(file);
      return bytes === undefined ? byte : lastAtMost(bytes, byte);
    },
    useAt: (node, how) => {
      const file = node.getSourceFile();
      const path: RepositoryPath = findRepositoryPath(file.fileName) ?? "";
      const { start, end } = spanOfName(node, places);
      return { path, span: spanOf(file, start, end), how };
    },
  };
}
