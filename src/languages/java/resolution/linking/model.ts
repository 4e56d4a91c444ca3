import type { CodePlace } from "../../../resolution.ts";

/** The type of an expression or declaration, as far as it is known. */
export type Type =
  | ClassType
  | TypeVariable
  | { readonly kind: "array"; readonly item: Type }
  | { readonly kind: "primitive"; readonly name: string }
  | WildcardType
  | { readonly kind: "intersection"; readonly types: readonly Type[] }
  | { readonly kind: "null" }
  /** `isOutside` where it is known to come from a library. */
  | { readonly kind: "unknown"; readonly isOutside?: boolean };

/** A class with the arguments of its own and of its enclosing classes' type parameters; none where it is not generic, or raw. */
export interface ClassType {
  readonly kind: "class";
  readonly symbol: ClassSymbol;
  readonly arguments: readonly Type[];
}

/** A type parameter; each declaration is an object of its own. */
export interface TypeVariable {
  readonly kind: "variable";
  readonly name: string;
  /** What it extends; none where it may be anything. */
  bounds(): readonly Type[];
}

export interface WildcardType {
  readonly kind: "wildcard";
  readonly bound: "extends" | "super" | "none";
  readonly of: Type;
}

/** Type arguments by type parameter. */
export type Substitution = ReadonlyMap<TypeVariable, Type>;

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
