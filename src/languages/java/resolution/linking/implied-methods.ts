import type { CodePlace } from "../../../resolution.ts";
import type { TypeSummary, WrittenName, WrittenParameter } from "../summary.ts";
import { langType } from "./hierarchy.ts";
import type { ClassSymbol, MethodSymbol, Type } from "./model.ts";
import type { Scope } from "./scope.ts";
import { typeOfThis } from "./symbols.ts";
import { erasedName } from "./types.ts";
import { typesOf } from "./written-types.ts";

/** A class as it is written. */
export interface WrittenClass {
  readonly symbol: ClassSymbol;
  readonly summary: TypeSummary;
  readonly written: readonly MethodSymbol[];
  readonly scope: Scope;
  readonly placeOf: (member: WrittenName) => CodePlace;
}

/** What the compiler adds to a class: a constructor, a record's accessors, an enum's `values` and `valueOf`. */
export function impliedMethods(declared: WrittenClass): readonly MethodSymbol[] {
  switch (declared.summary.kind) {
    case "class":
      return impliedConstructor(declared);
    case "enum":
      return [...impliedConstructor(declared), ...methodsOfEnum(declared.symbol)];
    case "record":
      return [...accessors(declared), ...canonicalConstructor(declared)];
    default:
      return [];
  }
}

/** A constructor that nobody wrote stands where its class does (JLS 8.8.9). */
function impliedConstructor({ symbol, written }: WrittenClass): readonly MethodSymbol[] {
  if (written.some(({ name }) => name === "new")) return [];
  return [imply(symbol, { name: "new", place: symbol.place })];
}

function methodsOfEnum(symbol: ClassSymbol): readonly MethodSymbol[] {
  const values: Type = { kind: "array", item: typeOfThis(symbol) };
  return [
    imply(symbol, { name: "values", isStatic: true, returns: () => values }),
    imply(symbol, { name: "valueOf", isStatic: true, parameters: [langType("String")] }),
  ];
}

/** An accessor stands where its component does (JLS 8.10.3). */
function accessors({ symbol, summary, written, scope, placeOf }: WrittenClass): readonly MethodSymbol[] {
  const isWritten = (component: WrittenParameter): boolean =>
    written.some(({ name, arity }) => name === component.name && arity === 0);
  return (summary.components ?? [])
    .filter((component) => !isWritten(component))
    .map((component) =>
      imply(symbol, {
        name: component.name,
        returns: () => typesOf([component], scope)[0] ?? typeOfThis(symbol),
        place: placeOf(component),
      }),
    );
}

function canonicalConstructor({ symbol, summary, written, scope }: WrittenClass): readonly MethodSymbol[] {
  const parameters = typesOf(summary.components ?? [], scope);
  const signature = parameters.map(erasedName).join();
  const isWritten = written.some(
    (method) => method.name === "new" && method.parameters().map(erasedName).join() === signature,
  );
  if (isWritten) return [];
  return [
    imply(symbol, { name: "new", parameters, isVariadic: summary.isVariadic === true, place: symbol.place }),
  ];
}

interface ImpliedMethod {
  readonly name: string;
  readonly isStatic?: boolean;
  readonly isVariadic?: boolean;
  readonly parameters?: readonly Type[];
  /** The class itself where it is not given. */
  readonly returns?: () => Type;
  readonly place?: CodePlace | undefined;
}

function imply(owner: ClassSymbol, method: ImpliedMethod): MethodSymbol {
  const { name, isStatic = false, isVariadic = false, parameters = [], place } = method;
  const { returns = () => typeOfThis(owner) } = method;
  return {
    name,
    owner,
    access: "public",
    isStatic,
    isAbstract: false,
    isVariadic,
    arity: parameters.length,
    typeParameters: [],
    parameters: () => parameters,
    returns,
    place,
  };
}
