import type { Pattern, WrittenType } from "../summary.ts";
import type { Attributor, Site } from "./attributor.ts";
import { argumentsOf, upperBound } from "./hierarchy.ts";
import type { Type } from "./model.ts";
import { declareVariable } from "./scope.ts";
import { substitute, UNKNOWN } from "./types.ts";

export interface PatternPlace {
  readonly site: Site;
  readonly attributor: Attributor;
}

/** Declares what a pattern binds; `of` is what it is matched with. */
export function declarePattern(pattern: Pattern, of: Type, { site, attributor }: PatternPlace): void {
  const isVar = isVarType(pattern.type);
  const type = isVar ? of : withArgumentsOf(attributor.useType(pattern.type, site.scope), of);
  if (pattern.kind === "type-pattern") {
    if (pattern.variable !== undefined) declareVariable(site.scope, pattern.variable.name, upperBound(type));
    return;
  }
  const constructor =
    type.kind === "class"
      ? type.symbol.methods("new").find(({ arity }) => arity === pattern.parts.length)
      : undefined;
  const substitution = type.kind === "class" ? argumentsOf(type) : new Map();
  pattern.parts.forEach((part, index) => {
    declarePattern(part, substitute(constructor?.parameters()[index] ?? UNKNOWN, substitution), {
      site,
      attributor,
    });
  });
}

/** True for `var`, which is no class. */
export function isVarType(type: WrittenType): boolean {
  return (
    type.kind === "named" &&
    type.path.length === 1 &&
    type.path[0]?.name === "var" &&
    type.path[0].arguments === undefined
  );
}

/** A generic class that is named without arguments in a pattern gets them from what it is matched with, where that is of the same class. */
function withArgumentsOf(type: Type, of: Type): Type {
  if (type.kind !== "class" || type.arguments.length > 0 || type.symbol.typeParameters.length === 0)
    return type;
  const known = upperBound(of);
  return known.kind === "class" && known.symbol === type.symbol ? known : type;
}
