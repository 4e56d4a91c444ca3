import type { Expression, WrittenName } from "../summary.ts";
import type { Attributor, Site } from "./attributor.ts";
import {
  argumentsOf,
  asSupertype,
  findField,
  findMemberType,
  type Inherited,
  upperBound,
} from "./hierarchy.ts";
import { classesOf } from "./inference.ts";
import { findNested } from "./program.ts";
import { findType, type Scope } from "./scope.ts";
import { rawType, typeOfThis } from "./symbols.ts";
import { primitive, substitute, UNKNOWN } from "./types.ts";
import type { ClassType, FieldSymbol, Type } from "./model.ts";

/** What a name or a dotted name stands for (JLS 6.5.2). */
export type Meaning =
  | { readonly kind: "value"; readonly type: Type }
  | { readonly kind: "type"; readonly type: ClassType }
  /** A package, or a class that nobody knows. */
  | { readonly kind: "package"; readonly name: string };

/** Tells variables, classes and packages apart; other expressions are values. */
export function meaningOf(expression: Expression, site: Site, attributor: Attributor): Meaning {
  if (expression.kind === "name") return meaningOfName(expression, site.scope, attributor);
  if (expression.kind !== "select") return { kind: "value", type: attributor.complete(expression, site) };
  const of = meaningOf(expression.of, site, attributor);
  switch (of.kind) {
    case "package":
      return packageMember(`${of.name}.${expression.name}`, expression, { scope: site.scope, attributor });
    case "type":
      return typeMember(of.type, expression, attributor);
    default:
      return { kind: "value", type: fieldOf(of.type, expression, attributor) };
  }
}

interface Place {
  readonly scope: Scope;
  readonly attributor: Attributor;
}

function meaningOfName(name: WrittenName, scope: Scope, attributor: Attributor): Meaning {
  const variable = findVariable(name, scope, attributor);
  if (variable !== undefined) return { kind: "value", type: variable };
  const type = findType(scope, name.name);
  if (type === undefined || type.kind === "variable") return { kind: "package", name: name.name };
  attributor.useClass(name, type);
  return type.kind === "opaque"
    ? { kind: "package", name: type.qualifiedName }
    : { kind: "type", type: rawType(type) };
}

function findVariable(name: WrittenName, scope: Scope, attributor: Attributor): Type | undefined {
  for (let each: Scope | undefined = scope; each !== undefined; each = each.parent) {
    const local = each.variables?.get(name.name);
    if (local !== undefined) return local;
    const field = each.owner && findField(each.owner, name.name);
    if (each.owner !== undefined && field !== undefined)
      return useField(name, field, { type: typeOfThis(each.owner), attributor });
  }
  for (const owner of scope.file.staticOwners(name.name)) {
    const field = findField(owner, name.name);
    if (field !== undefined) return useField(name, field, { type: rawType(owner), attributor });
  }
  return undefined;
}

function useField(
  name: WrittenName,
  { member }: Inherited<FieldSymbol>,
  { type, attributor }: { readonly type: ClassType; readonly attributor: Attributor },
): Type {
  attributor.useField(name, member);
  const seen = asSupertype(type, member.owner);
  return seen === undefined || member.isStatic
    ? member.type()
    : upperBound(substitute(member.type(), argumentsOf(seen)));
}

function packageMember(qualifiedName: string, name: WrittenName, { scope, attributor }: Place): Meaning {
  const symbol = findNested(qualifiedName, (each) => scope.file.findQualified(each));
  if (symbol === undefined) return { kind: "package", name: qualifiedName };
  attributor.useClass(name, symbol);
  return { kind: "type", type: rawType(symbol) };
}

function typeMember(type: ClassType, name: WrittenName, attributor: Attributor): Meaning {
  const field = findField(type.symbol, name.name);
  if (field !== undefined) return { kind: "value", type: useField(name, field, { type, attributor }) };
  const member = findMemberType(type.symbol, name.name);
  if (member === undefined) return { kind: "value", type: UNKNOWN };
  attributor.useClass(name, member);
  return { kind: "type", type: rawType(member) };
}

/** The type of a field of a value. */
function fieldOf(of: Type, name: WrittenName, attributor: Attributor): Type {
  if (of.kind === "array") return name.name === "length" ? primitive("int") : UNKNOWN;
  for (const type of classesOf(upperBound(of))) {
    const field = findField(type.symbol, name.name);
    if (field !== undefined) return useField(name, field, { type, attributor });
  }
  return UNKNOWN;
}
