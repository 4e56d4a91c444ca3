import type { Token } from "./tokens.ts";

/** A type as far as it says whose fields are meant and whether a function can be held. Pointers and arrays are as what they lead to. */
export type CType =
  /** Numbers: neither has fields nor holds functions. */
  | { readonly kind: "plain" }
  /** `void *` and what nobody can tell. */
  | { readonly kind: "any" }
  | { readonly kind: "struct"; readonly struct: StructEntity }
  /** `struct tag`, as seen from a file. */
  | { readonly kind: "tag"; readonly tag: string; readonly unit: number }
  /** A name of a type, as seen from a file. */
  | { readonly kind: "alias"; readonly name: string; readonly unit: number }
  /** A function or a pointer to one. */
  | { readonly kind: "function"; readonly returns: CType };

export const PLAIN: CType = { kind: "plain" };
export const ANY: CType = { kind: "any" };

/** Something of a name and a type. */
export interface Named {
  /** Undefined where it has none. */
  readonly name: Token | undefined;
  readonly type: CType;
  /** Of an array. */
  readonly dimensions: number;
}

interface Declared {
  readonly name: string;
  readonly unit: number;
  /** The token of its name. */
  readonly token: Token;
  readonly line: number;
}

/** A struct or union that is defined with its fields. */
export interface StructEntity {
  readonly id: number;
  readonly tag: Token | undefined;
  readonly isUnion: boolean;
  readonly unit: number;
  readonly line: number;
  /** In their order, those of structs without a name among them. */
  readonly fields: readonly Named[];
}

/** A function with its body. */
export interface FunctionEntity extends Declared {
  readonly kind: "function";
  readonly id: number;
  readonly isStatic: boolean;
  readonly isInline: boolean;
  /** False where a plain build leaves it out. */
  readonly isActive: boolean;
  readonly parameters: readonly Named[];
  readonly returns: CType;
  /** Place of its first and behind its last token in the expanded file, brackets included. */
  readonly body: readonly [number, number];
}

/** A function's declaration without body. */
export interface PrototypeEntity extends Declared {
  readonly kind: "prototype";
  readonly isStatic: boolean;
  readonly returns: CType;
}

/** A variable outside of functions. */
export interface VariableEntity extends Declared {
  readonly kind: "variable";
  readonly id: number;
  readonly isStatic: boolean;
  readonly isExtern: boolean;
  readonly type: CType;
  readonly dimensions: number;
  /** Of its initial value, from behind `=`. */
  readonly initialiser: readonly [number, number] | undefined;
}

/** A name of a type. */
export interface TypedefEntity extends Declared {
  readonly kind: "typedef";
  readonly type: CType;
}

/** A name of a number in an `enum`. */
export interface EnumeratorEntity extends Declared {
  readonly kind: "enumerator";
}

/** Whatever has a name outside of functions, but for tags and fields. */
export type Entity = FunctionEntity | PrototypeEntity | VariableEntity | TypedefEntity | EnumeratorEntity;

/** What a file declares outside of functions. */
export interface FileDeclarations {
  readonly functions: FunctionEntity[];
  readonly prototypes: PrototypeEntity[];
  readonly variables: VariableEntity[];
  readonly typedefs: TypedefEntity[];
  readonly structs: StructEntity[];
  readonly enumerators: EnumeratorEntity[];
}
