import { jdkClasses } from "../jdk/jdk-classes.ts";
import { isInterface, rawType, typeOfThis } from "./symbols.ts";
import { erasedName, substitute } from "./types.ts";
import type {
  ClassSymbol,
  ClassType,
  FieldSymbol,
  MethodSymbol,
  Substitution,
  Type,
  TypeVariable,
} from "./model.ts";

/** A member as a class inherits it: `from` is the declaring class as that class sees it. */
export interface Inherited<Member> {
  readonly member: Member;
  readonly from: ClassType;
}

const langTypes = new Map<string, ClassType>();

/** A class of `java.lang` without type arguments. */
export function langType(name: string): ClassType {
  const known = langTypes.get(name);
  if (known !== undefined) return known;
  const type = rawType(jdkClasses().get(`java.lang.${name}`));
  langTypes.set(name, type);
  return type;
}

/** `java.lang.Object`, which everything inherits from. */
export const objectType: () => ClassType = (() => {
  let type: ClassType | undefined;
  return () => (type ??= langType("Object"));
})();

export function objectClass(): ClassSymbol {
  return objectType().symbol;
}

/** What the type parameters of a type's class stand for in it; in a raw type their erasure. */
export function argumentsOf(type: ClassType): Substitution {
  const { typeParameters } = type.symbol;
  if (typeParameters.length === 0) return NOTHING;
  if (type.arguments === typeParameters) return NOTHING;
  return new Map(
    typeParameters.map((each, index) => [each, captured(type.arguments[index] ?? erasureOf(each), each)]),
  );
}

/** A wildcard is below what its parameter extends (JLS 5.1.10). */
function captured(argument: Type, parameter: TypeVariable): Type {
  if (argument.kind !== "wildcard" || argument.bound !== "none" || parameter.bounds().length === 0)
    return argument;
  return { kind: "wildcard", bound: "extends", of: erasureOf(parameter) };
}

const NOTHING: Substitution = new Map();

/** The class that a type is at run time, without arguments. */
export function erasureOf(type: Type): Type {
  switch (type.kind) {
    case "variable": {
      const [bound] = type.bounds();
      return bound === undefined || bound === type ? objectType() : erasureOf(bound);
    }
    case "class":
      return type.arguments.length === 0 ? type : rawType(type.symbol);
    case "array":
      return { kind: "array", item: erasureOf(type.item) };
    default:
      return type;
  }
}

/** What a value of this type certainly is: a wildcard's upper bound. */
export function upperBound(type: Type): Type {
  if (type.kind !== "wildcard") return type;
  return type.bound === "extends" ? upperBound(type.of) : objectType();
}

/** What may be given where this type is asked for: a wildcard's bound on either side. */
export function boundOf(type: Type): Type {
  if (type.kind !== "wildcard") return type;
  return type.bound === "none" ? objectType() : boundOf(type.of);
}

const ancestry = new WeakMap<ClassSymbol, ReadonlyMap<ClassSymbol, ClassType>>();

/** Nobody inherits from more classes on purpose; who does sees the nearest. */
const MAX_ANCESTORS = 250;

/** The class and all that it inherits from as it sees them: itself, superclasses with their interfaces, its own interfaces, `Object` last. */
export function ancestorsOf(symbol: ClassSymbol, depth = 0): ReadonlyMap<ClassSymbol, ClassType> {
  const known = ancestry.get(symbol);
  if (known !== undefined) return known;
  const ancestors = new Map<ClassSymbol, ClassType>([[symbol, typeOfThis(symbol)]]);
  if (depth > MAX_ANCESTORS) return ancestors;
  // A class that inherits from itself sees what was found up to here.
  ancestry.set(symbol, ancestors);
  for (const supertype of symbol.supertypes()) {
    const isRaw = supertype.arguments.length === 0;
    const substitution = argumentsOf(supertype);
    for (const [ancestor, seen] of ancestorsOf(supertype.symbol, depth + 1)) {
      if (ancestors.size > MAX_ANCESTORS) break;
      if (ancestor === objectClass() || ancestors.has(ancestor)) continue;
      ancestors.set(
        ancestor,
        isRaw && supertype.symbol.typeParameters.length > 0
          ? rawType(ancestor)
          : substituteClass(seen, substitution),
      );
    }
  }
  ancestors.set(objectClass(), objectType());
  return ancestors;
}

function substituteClass(type: ClassType, substitution: Substitution): ClassType {
  const result = substitute(type, substitution);
  return result.kind === "class" ? result : type;
}

/** `type` seen as `target`, which it inherits from; undefined where it does not. */
export function asSupertype(type: ClassType, target: ClassSymbol): ClassType | undefined {
  if (type.symbol === target) return type;
  const seen = ancestorsOf(type.symbol).get(target);
  if (seen === undefined) return undefined;
  if (type.arguments.length === 0 && type.symbol.typeParameters.length > 0) return rawType(target);
  return substituteClass(seen, argumentsOf(type));
}

const unknownAncestry = new WeakMap<ClassSymbol, boolean>();

/** True where something is inherited that is not known; of the JDK's classes all that matters is. */
export function hasUnknownAncestor(symbol: ClassSymbol): boolean {
  if (!symbol.isInRepository) return symbol.kind === "opaque";
  const known = unknownAncestry.get(symbol);
  if (known !== undefined) return known;
  unknownAncestry.set(symbol, false);
  const found = symbol.supertypes().some((supertype) => hasUnknownAncestor(supertype.symbol));
  unknownAncestry.set(symbol, found);
  return found;
}

/** A field, inherited ones too. */
export function findField(symbol: ClassSymbol, name: string): Inherited<FieldSymbol> | undefined {
  for (const [ancestor, from] of ancestorsOf(symbol)) {
    const member = ancestor.findField(name);
    if (member !== undefined) return { member, from };
  }
  return undefined;
}

/** A member class, inherited ones too. */
export function findMemberType(symbol: ClassSymbol, name: string): ClassSymbol | undefined {
  for (const ancestor of ancestorsOf(symbol).keys()) {
    const member = ancestor.findMemberType(name);
    if (member !== undefined) return member;
  }
  return undefined;
}

const methodLists = new WeakMap<ClassSymbol, Map<string, readonly Inherited<MethodSymbol>[]>>();

/** Methods of a name that a class declares or inherits, without those that are overridden; `new` gives its constructors. */
export function methodsNamed(symbol: ClassSymbol, name: string): readonly Inherited<MethodSymbol>[] {
  const lists = methodLists.get(symbol) ?? new Map<string, readonly Inherited<MethodSymbol>[]>();
  methodLists.set(symbol, lists);
  const known = lists.get(name);
  if (known !== undefined) return known;
  const found =
    name === "new"
      ? symbol.methods(name).map((member) => ({ member, from: typeOfThis(symbol) }))
      : collect(symbol, name);
  lists.set(name, found);
  return found;
}

function collect(symbol: ClassSymbol, name: string): readonly Inherited<MethodSymbol>[] {
  const found: Inherited<MethodSymbol>[] = [];
  for (const [ancestor, from] of classesFirst(symbol)) {
    for (const member of ancestor.methods(name)) {
      if (member.isStatic && isInterface(ancestor) && ancestor !== symbol) continue;
      const candidate = { member, from };
      const same = found.findIndex((other) => haveSameParameters(candidate, other));
      if (same < 0) found.push(candidate);
      else if (isMoreSpecificDeclaration(candidate, found[same])) found[same] = candidate;
    }
  }
  return found;
}

/**
 * Superclasses, `Object` too, before interfaces: what a class has goes before what an interface asks for. Of interfaces that ask for the same the
 * compiler takes the one that inherits most, then an order of its own, in which what it read first (the JDK) comes last.
 */
function classesFirst(symbol: ClassSymbol): readonly (readonly [ClassSymbol, ClassType])[] {
  const ancestors = [...ancestorsOf(symbol)];
  const isClass = ([ancestor]: readonly [ClassSymbol, ClassType]): boolean =>
    ancestor === symbol || !isInterface(ancestor);
  const interfaces = ancestors
    .filter((each) => !isClass(each))
    .sort(
      ([left], [right]) =>
        rankOf(right) - rankOf(left) || Number(right.isInRepository) - Number(left.isInRepository),
    );
  return [...ancestors.filter(isClass), ...interfaces];
}

const ranks = new WeakMap<ClassSymbol, number>();

/** How many steps the longest way up has. */
function rankOf(symbol: ClassSymbol, depth = 0): number {
  const known = ranks.get(symbol);
  if (known !== undefined || depth > MAX_ANCESTORS) return known ?? 0;
  // Whoever inherits from himself gets no further.
  ranks.set(symbol, 0);
  const above = symbol.supertypes().map((supertype) => rankOf(supertype.symbol, depth + 1));
  const rank = 1 + Math.max(0, ...above);
  ranks.set(symbol, rank);
  return rank;
}

/** True where `candidate`, found later, overrides `other`: an interface is reached before one that extends it. */
function isMoreSpecificDeclaration(
  candidate: Inherited<MethodSymbol>,
  other: Inherited<MethodSymbol> | undefined,
): boolean {
  if (other === undefined || candidate.member.owner === other.member.owner) return false;
  if (isInterface(candidate.member.owner) && !isInterface(other.member.owner)) return false;
  if (ancestorsOf(candidate.member.owner).has(other.member.owner)) return true;
  return other.member.isAbstract && candidate.member.isAbstract && returnsMore(candidate, other);
}

/** True where what `left` gives is below what `right` gives. */
function returnsMore(left: Inherited<MethodSymbol>, right: Inherited<MethodSymbol>): boolean {
  const [own, other] = [left, right].map(({ member, from }) =>
    substitute(member.returns(), argumentsOf(from)),
  );
  if (other?.kind !== "class" || own === undefined) return false;
  if (own.kind === "variable") return other.symbol === objectClass();
  return own.kind === "class" && own.symbol !== other.symbol && ancestorsOf(own.symbol).has(other.symbol);
}

/** True for two methods of which one overrides the other where a class has both. */
export function haveSameParameters(left: Inherited<MethodSymbol>, right: Inherited<MethodSymbol>): boolean {
  if (left.member.arity !== right.member.arity) return false;
  return (
    signatureOf(left) === signatureOf(right) || erasedSignature(left.member) === erasedSignature(right.member)
  );
}

function signatureOf({ member, from }: Inherited<MethodSymbol>): string {
  const substitution = argumentsOf(from);
  return member
    .parameters()
    .map((type) => erasedName(substitute(type, substitution)))
    .join();
}

function erasedSignature(member: MethodSymbol): string {
  return member.parameters().map(erasedName).join();
}

const functions = new WeakMap<ClassSymbol, { readonly function: Inherited<MethodSymbol> | undefined }>();

/** The one abstract method of a functional interface; undefined where it has none or several. */
export function functionOf(symbol: ClassSymbol): Inherited<MethodSymbol> | undefined {
  const known = functions.get(symbol);
  if (known !== undefined) return known.function;
  const names = new Set(
    [...ancestorsOf(symbol).keys()].flatMap((ancestor) =>
      isInterface(ancestor) ? [...ancestor.methodNames()] : [],
    ),
  );
  const abstracts = [...names]
    .flatMap((name) => methodsNamed(symbol, name))
    .filter(({ member }) => member.isAbstract && !isOfObject(member));
  const [only] = abstracts;
  const found = isInterface(symbol) && abstracts.length === 1 ? only : undefined;
  functions.set(symbol, { function: found });
  return found;
}

/** Public methods of `Object` do not count where an interface declares them again. */
function isOfObject(method: MethodSymbol): boolean {
  return objectClass()
    .methods(method.name)
    .some((other) => erasedSignature(other) === erasedSignature(method));
}
