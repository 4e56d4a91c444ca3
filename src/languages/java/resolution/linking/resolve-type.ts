import type { WrittenName, WrittenType, WrittenTypeName } from "../summary.ts";
import { asSupertype, findMemberType } from "./hierarchy.ts";
import { findType, ownersAround, type Scope } from "./scope.ts";
import { rawType, typeOfThis } from "./symbols.ts";
import { primitive, UNKNOWN } from "./types.ts";
import type { ClassSymbol, ClassType, Type } from "./model.ts";

/** Is told of each name of a class that is read on the way. */
export type TypeUse = (name: WrittenName, symbol: ClassSymbol) => void;

/** What a written type means at a place. A class that nobody knows is opaque. */
export function resolveType(written: WrittenType, scope: Scope, use?: TypeUse): Type {
  switch (written.kind) {
    case "primitive":
      return primitive(written.name);
    case "array":
      return { kind: "array", item: resolveType(written.item, scope, use) };
    case "wildcard":
      if (written.of === undefined) return { kind: "wildcard", bound: "none", of: UNKNOWN };
      return { kind: "wildcard", bound: written.bound ?? "none", of: resolveType(written.of, scope, use) };
    default:
      return resolveNamed(written.path, scope, use);
  }
}

function resolveNamed(path: readonly WrittenTypeName[], scope: Scope, use: TypeUse | undefined): Type {
  const [first] = path;
  if (first === undefined) return UNKNOWN;
  const start = findType(scope, first.name);
  if (start?.kind === "variable") return start;
  const begin = start === undefined ? findPackaged(path, scope) : { symbol: start, length: 1 };
  if (begin === undefined) return resolveOpaque(path, scope, use);
  let type = applyArguments(begin.symbol, path[begin.length - 1], { scope, use });
  for (const segment of path.slice(begin.length)) {
    const member = findMemberType(type.symbol, segment.name);
    if (member === undefined) return resolveOpaque(path, scope, use);
    type = applyArguments(member, segment, { scope, use, outer: type });
  }
  return type;
}

/** The shortest beginning of a dotted name that is a class with its package. */
function findPackaged(
  path: readonly WrittenTypeName[],
  scope: Scope,
): { readonly symbol: ClassSymbol; readonly length: number } | undefined {
  let name = path[0]?.name ?? "";
  for (let length = 2; length <= path.length; length++) {
    name += `.${path[length - 1]?.name ?? ""}`;
    const symbol = scope.file.findQualified(name);
    if (symbol !== undefined) return { symbol, length };
  }
  return undefined;
}

function resolveOpaque(path: readonly WrittenTypeName[], scope: Scope, use: TypeUse | undefined): Type {
  for (const argument of path.flatMap((segment) => segment.arguments ?? []))
    resolveType(argument, scope, use);
  return rawType(scope.file.opaque(path.map(({ name }) => name).join(".")));
}

interface Application {
  readonly scope: Scope;
  readonly use: TypeUse | undefined;
  /** The type that the class is named through. */
  readonly outer?: ClassType;
}

function applyArguments(
  symbol: ClassSymbol,
  segment: WrittenTypeName | undefined,
  { scope, use, outer }: Application,
): ClassType {
  if (segment !== undefined) use?.(segment, symbol);
  const own = segment?.arguments?.map((argument) => resolveType(argument, scope, use)) ?? [];
  const all = symbol.typeParameters.length;
  if (all === 0) return rawType(symbol);
  const inherited = symbol.isStatic ? 0 : (symbol.outer?.typeParameters.length ?? 0);
  if (own.length === 0 && inherited < all) return rawType(symbol);
  const around = inherited === 0 ? [] : (outer ?? enclosingType(symbol, scope))?.arguments;
  if (around === undefined || (around.length === 0 && own.length === 0)) return rawType(symbol);
  const types = [...own, ...around];
  return {
    kind: "class",
    symbol,
    arguments: symbol.typeParameters.map((_, index) => types[index] ?? UNKNOWN),
  };
}

/** The type of the object that an inner class named by its simple name belongs to. */
function enclosingType(symbol: ClassSymbol, scope: Scope): ClassType | undefined {
  const { outer } = symbol;
  if (outer === undefined) return undefined;
  for (const owner of ownersAround(scope)) {
    const seen = asSupertype(typeOfThis(owner), outer);
    if (seen !== undefined) return seen;
  }
  return undefined;
}
