import type { CodePlace } from "../../../resolution.ts";
import type { Expression, Statement, TypeSummary, WrittenName, WrittenType } from "../summary.ts";
import type { Argument } from "./arguments.ts";
import type { DeclaredClass } from "./declare.ts";
import type { Selection } from "./overloads.ts";
import type { SourceFile } from "./program.ts";
import type { Scope } from "./scope.ts";
import type { ClassSymbol, ClassType, FieldSymbol, MethodSymbol, Type } from "./model.ts";

/** Where an expression or statement stands. */
export interface Site {
  readonly scope: Scope;
  /** What its calls belong to. */
  readonly caller: CodePlace;
  /** Qualified name of the declaration around, which classes that are declared here are named by. */
  readonly prefix: string;
  /** Takes what `return` gives. */
  readonly returns?: ResultTarget;
  /** Takes what `yield` gives. */
  readonly yields?: ResultTarget;
}

/** What a body is asked for, and the types that it gave. */
export interface ResultTarget {
  readonly expected: Type | undefined;
  readonly given: Type[];
}

/** Where a call leads, before it is known what its result is for. */
export interface ChosenCall {
  readonly selection: Selection | undefined;
  /** Why there is none. */
  readonly why: "outside" | "unknown";
  /** What it is called on. */
  readonly receiver: Type | undefined;
  readonly given: readonly Argument[];
}

/** Which method a call turned out to mean. */
export interface FoundCall {
  readonly method: MethodSymbol;
  /** Byte of the name or word. */
  readonly at: number;
  /** The name or word that stands there; undefined for a call that is not written. */
  readonly name: string | undefined;
  /** What is called, as written. */
  readonly written: string;
  readonly isAmbiguous: boolean;
}

/**
 * Works out what the expressions of one file mean. Each expression is completed once, when it is known what it is asked for; what an overloaded call
 * has to know of its arguments before that is peeked at.
 */
export interface Attributor {
  readonly file: SourceFile;
  /** What expressions were found to be, by expression. */
  readonly types: Map<Expression, Type>;
  readonly calls: Map<Expression, ChosenCall>;
  /** Of lambdas: what their bodies give. */
  readonly results: Map<Expression, readonly Type[]>;
  peek(expression: Expression, site: Site): Argument;
  complete(expression: Expression, site: Site, expected?: Type): Type;
  statements(statements: readonly Statement[], site: Site): void;
  /** Declares a class in a method, or an anonymous one, and attributes what is in it. */
  localClass(summary: TypeSummary, site: Site): void;
  anonymousClass(summary: TypeSummary, site: Site, supertype: ClassType | undefined): ClassType;
  members(declared: DeclaredClass, around: Pick<Site, "caller" | "prefix">): void;
  /** The type as written, each of its names noted as a use. */
  useType(written: WrittenType, scope: Scope): Type;
  useClass(name: WrittenName, symbol: ClassSymbol): void;
  useField(name: WrittenName, field: FieldSymbol): void;
  useMethod(name: WrittenName, method: MethodSymbol): void;
  foundCall(found: FoundCall, site: Site): void;
  missedCall(written: string, at: number, site: Site, why: "outside" | "unknown"): void;
}
