import type { WrittenParameter, WrittenTypeParameter } from "../summary.ts";
import type { Type, TypeVariable } from "./model.ts";
import { resolveType } from "./resolve-type.ts";
import { declareType, type Scope } from "./scope.ts";
import { lazily } from "./symbols.ts";

/** A type with so many pairs of brackets. */
export function inDimensions(type: Type, dimensions: number): Type {
  return dimensions === 0 ? type : inDimensions({ kind: "array", item: type }, dimensions - 1);
}

export function typesOf(parameters: readonly WrittenParameter[], scope: Scope): readonly Type[] {
  return parameters.map(({ type }) => (type === undefined ? { kind: "unknown" } : resolveType(type, scope)));
}

export function declareTypeParameters(
  written: readonly WrittenTypeParameter[],
  scope: Scope,
): readonly TypeVariable[] {
  return written.map(({ name, bounds }) => {
    const variable: TypeVariable = {
      kind: "variable",
      name,
      bounds: lazily(() => bounds.map((bound) => resolveType(bound, scope)), []),
    };
    declareType(scope, name, variable);
    return variable;
  });
}
