/**
 * What a slice needs to know of a file, as plain data: its pieces (definitions, members, imports, statements), what each binds, and what each
 * uses when it is executed (`now`) and when it is called (`later`). Offsets are UTF-16 code units of the file's text.
 */

import type { LocalValue } from "./annotated-value.ts";

/** A name that code uses and does not bind itself, with the attributes that are read behind it. */
export interface NameUse {
  readonly name: string;
  readonly path: readonly string[];
  /**
   * `type`: only to ask what something is (`isinstance`, `except`, patterns); `annotation`: in an annotation that may be evaluated; `quoted`: in one that
   * is a text.
   */
  readonly role: "value" | "type" | "annotation" | "quoted";
  readonly start: number;
  readonly end: number;
  /** What is read of it last is called, or it itself. */
  readonly isCalled?: boolean;
}

/** In place of a member's name: one that nothing in the code tells. */
export const ANY_MEMBER = "*";

/** An attribute that is read, set or called on something; `__class__` is called where an object or a class makes others of its own class. */
export interface MemberUse {
  readonly name: string;
  /** `self`: the receiver of the method it stands in; `super`: the classes above; `any`: who knows. */
  readonly on: "self" | "super" | "any";
  /** What it is read of directly: a local variable or parameter (`x`), or an attribute of whatever (`.x`). */
  readonly of?: string;
  /** Dotted names of the classes that one of must be what it is read of, where annotations or what makes it tell. */
  readonly types?: readonly string[];
  /** How it is used, where it is not only read. */
  readonly as?: "call" | "set";
}

/** A name that an import inside a function brings. */
export interface InnerImport {
  readonly module: string;
  readonly attribute: string | undefined;
  readonly local: string;
  /** The whole statement. */
  readonly start: number;
  readonly end: number;
}

/** What a piece of code uses. */
export interface CodeUses {
  readonly names: readonly NameUse[];
  readonly members: readonly MemberUse[];
  /** Special methods that its syntax may call. */
  readonly implicit: readonly string[];
  /** Constant texts that could be names or paths of modules, or what some begin and end with (`visit_*`, `is_*_kind`). */
  readonly texts: readonly string[];
  readonly imports: readonly InnerImport[];
  /** Reads attributes whose names it works out. */
  readonly isDynamic: boolean;
  /** Module-level names that it changes when it runs: declared global and bound, or changed in place. */
  readonly changes: readonly string[];
}

/** What an import statement brings under one name. */
export interface ImportFacts {
  /** As written. */
  readonly module: string;
  /** What of it; undefined for the module itself, `*` for all. */
  readonly attribute: string | undefined;
  /** True for `import a.b`, which binds `a`. */
  readonly bindsFirst: boolean;
  /** An import of this name alone. */
  readonly text: string;
}

/** What a class says of itself. */
export interface ClassFacts {
  /** Inherits from these, in order; those that are no plain names are left out. */
  readonly bases: readonly NameUse[];
  readonly metaclass: NameUse | undefined;
  /** Where its header ends, docstring included. */
  readonly headerEnd: number;
  /** Where its header ends without it. */
  readonly plainEnd: number;
  /** True where its header alone is a whole class (it has a docstring). */
  readonly hasDocstring: boolean;
  readonly indentation: string;
}

/** What a function says of itself. */
export interface FunctionFacts {
  /** Where its header ends, and its docstring. */
  readonly headerEnd: number;
  readonly documentationEnd: number;
  readonly indentation: string;
  /** Its first parameter is the receiver or the class. */
  readonly receiver: string | undefined;
  /** Parameters with the names in their annotations and documented types. */
  readonly parameters: readonly { readonly name: string; readonly types: readonly NameUse[] }[];
  /** Attributes of the receiver that are given a parameter's value, or that are annotated. */
  readonly stored: readonly {
    readonly attribute: string;
    readonly parameter: string;
    readonly types: readonly NameUse[];
  }[];
  /** Names in its documentation that may be of the repository. */
  readonly documented: readonly string[];
  readonly isAbstract: boolean;
}

/** A branch of a compound statement: its header's text from `start` to `end`, its statements indented so. */
export interface Clause {
  readonly start: number;
  readonly end: number;
  readonly indentation: string;
}

/** What a slice takes or leaves of a file. */
export interface Unit {
  readonly kind: "import" | "function" | "class" | "variable" | "effect" | "block";
  /** Of functions and classes qualified; of others the names they bind, or nothing. */
  readonly name: string;
  /** The class or block it stands in, by index; -1 at the top. */
  readonly parent: number;
  /** Which clause of the block it stands in. */
  readonly clause: number;
  /** The class in whose body its names are bound, by index; -1 for the module. */
  readonly owner: number;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly lastLine: number;
  /** White space before it. */
  readonly indentation: string;
  readonly binds: readonly string[];
  /** Where it binds them, but for imports. */
  readonly stores: readonly { readonly name: string; readonly start: number; readonly end: number }[];
  /** Names that were bound before and that it changes, or hands to a call that may. */
  readonly touches: readonly string[];
  /** Names of decorators, as written. */
  readonly decorators: readonly string[];
  readonly now: CodeUses;
  readonly later: CodeUses | undefined;
  readonly imported?: ImportFacts;
  readonly classFacts?: ClassFacts;
  readonly functionFacts?: FunctionFacts;
  readonly clauses?: readonly Clause[];
  /** All its statements stay or go together, but for definitions (`try`). */
  readonly isTry?: boolean;
  /** An assignment to one name, with or without a value, annotated or not. */
  readonly assignment?: {
    readonly isAnnotated: boolean;
    readonly hasValue: boolean;
    /** What its value is, where that is told: a text or number, something built-in, an object of one of these classes. */
    readonly value: LocalValue;
    /** Names in its annotation. */
    readonly types: readonly NameUse[];
  };
  /** `typing`: only type checkers read it; `main`: only the main program. */
  readonly never?: "typing" | "main";
}

/** What a file holds. */
export interface FileUnits {
  readonly units: readonly Unit[];
  /** True where annotations are not evaluated. */
  readonly areAnnotationsLazy: boolean;
  /** Names in `__all__`, where it is a plain list. */
  readonly exported: readonly string[] | undefined;
  /** Lines that name the file's encoding, with their line ends; empty mostly. */
  readonly prologue: string;
  readonly newline: string;
}
