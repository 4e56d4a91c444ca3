import type { CodePlace } from "../../../resolution.ts";
import type { ClassType, Type, TypeVariable } from "./types.ts";

export type Access = "public" | "protected" | "package" | "private";

/** A class, interface, enum, record or annotation: of the repository, of the JDK, or one of which only the name is known. */
export interface ClassSymbol {
  /** Empty for an anonymous class. */
  readonly name: string;
  /** With its package, nested names joined by dots; unique. */
  readonly qualifiedName: string;
  readonly packageName: string;
  /** `opaque`: nothing but the name is known. */
  readonly kind: "class" | "interface" | "enum" | "record" | "annotation" | "opaque";
  /** True for a class without an enclosing instance. */
  readonly isStatic: boolean;
  readonly isAbstract: boolean;
  readonly outer: ClassSymbol | undefined;
  /** Absent outside the repository, and for an anonymous class. */
  readonly place: CodePlace | undefined;
  readonly isInRepository: boolean;
  /** Its own, then those of the classes that it is an inner class of. */
  readonly typeParameters: readonly TypeVariable[];
  /** The superclass, if it is not `Object`, then interfaces. */
  supertypes(): readonly ClassType[];
  findField(name: string): FieldSymbol | undefined;
  /** Declared here; constructors are called `new`. */
  methods(name: string): readonly MethodSymbol[];
  methodNames(): Iterable<string>;
  findMemberType(name: string): ClassSymbol | undefined;
}

export interface MethodSymbol {
  readonly name: string;
  readonly owner: ClassSymbol;
  readonly access: Access;
  readonly isStatic: boolean;
  readonly isAbstract: boolean;
  readonly isVariadic: boolean;
  readonly arity: number;
  readonly typeParameters: readonly TypeVariable[];
  parameters(): readonly Type[];
  returns(): Type;
  /** Absent outside the repository, and where nothing is written (`values()` of an enum). */
  readonly place: CodePlace | undefined;
}

export interface FieldSymbol {
  readonly name: string;
  readonly owner: ClassSymbol;
  readonly isStatic: boolean;
  type(): Type;
  readonly place: CodePlace | undefined;
}

/** The class as it is seen from inside: its type parameters stand for themselves. */
export function typeOfThis(symbol: ClassSymbol): ClassType {
  return { kind: "class", symbol, arguments: symbol.typeParameters };
}

/** The class without type arguments. */
export function rawType(symbol: ClassSymbol): ClassType {
  return { kind: "class", symbol, arguments: [] };
}

export function isInterface({ kind }: ClassSymbol): boolean {
  return kind === "interface" || kind === "annotation";
}

/** A class of which only the name is known. */
export function opaqueClass(qualifiedName: string): ClassSymbol {
  const lastDot = qualifiedName.lastIndexOf(".");
  return {
    name: qualifiedName.slice(lastDot + 1),
    qualifiedName,
    packageName: qualifiedName.slice(0, Math.max(0, lastDot)),
    kind: "opaque",
    isStatic: true,
    isAbstract: false,
    outer: undefined,
    place: undefined,
    isInRepository: false,
    typeParameters: [],
    supertypes: () => [],
    findField: () => undefined,
    methods: () => [],
    methodNames: () => [],
    findMemberType: () => undefined,
  };
}

/** The value of `make`, made once; `whileMaking` is what it is for those who ask while it is made. */
export function lazily<Value>(make: () => Value, whileMaking: Value): () => Value {
  let state: "none" | "making" | "made" = "none";
  let value = whileMaking;
  return () => {
    if (state === "none") {
      state = "making";
      value = make();
      state = "made";
    }
    return value;
  };
}
