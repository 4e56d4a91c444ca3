import type { RepositoryPath } from "../base/index.ts";
import type { ByteSpan, TargetKind } from "../spec/index.ts";

/** A parameter of a definition, in order. */
export interface Parameter {
  readonly name: string;
  readonly kind: "positional_only" | "positional" | "variadic" | "keyword_only" | "variadic_keyword";
  readonly annotation: string | undefined;
  /** Source text of the default. */
  readonly defaultValue: string | undefined;
}

/** A function or method found in a file, with everything that filters, tiers and edits need to know. Spans are in bytes. */
export interface Definition {
  readonly path: RepositoryPath;
  /** Qualified name: `function`, `Class.method`, `Outer.Inner.method`. */
  readonly name: string;
  readonly kind: TargetKind;
  readonly className: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly returnAnnotation: string | undefined;
  readonly isAsync: boolean;
  readonly isGenerator: boolean;
  /** Source text of each decorator, without `@`. */
  readonly decorators: readonly string[];
  /** The docstring's value, where there is one. */
  readonly docstring: string | undefined;
  /** The header as it stands, from `def` or `async def` to the colon. */
  readonly signature: string;
  /** White space before the line on which the definition (or its first decorator) starts. */
  readonly indentation: string;
  readonly spans: {
    /** From the first decorator (or `def`) to the end of the body. */
    readonly whole: ByteSpan;
    /** From `def` or `async def` to the end of the body. */
    readonly definition: ByteSpan;
    /** What a task hides: everything below header and docstring, comments included. */
    readonly body: ByteSpan;
  };
  /** 1-based first and last line of `spans.definition`. */
  readonly lines: { readonly start: number; readonly end: number };
  readonly facts: DefinitionFacts;
}

/** What filters and tiers look at. */
export interface DefinitionFacts {
  /** Statements in the body at any depth, docstring not counted. */
  readonly statements: number;
  /** Statements at the top level of the body, docstring not counted. */
  readonly topLevelStatements: number;
  /** Decision points: `if`, `elif`, loops, `except`, `case`, conditional expressions, boolean operators, comprehension filters. */
  readonly branches: number;
  /** Lines with code from header to end; docstring, comments and blank lines do not count. */
  readonly codeLines: number;
  readonly topLevelReturns: number;
  readonly topLevelConstantReturns: number;
  /** One statement that returns (or yields) a name, attribute or constant. */
  readonly isTrivialReturn: boolean;
  /** Body is `pass`, `...`, a docstring alone, or raises NotImplementedError; or it is abstract or an overload. */
  readonly isStub: boolean;
  readonly isDunder: boolean;
  /** Its annotation or documentation says that it gives a truth value. */
  readonly declaresTruth: boolean;
  /** Its annotation says that it gives bytes, and names no type of bytes that can be changed. */
  readonly declaresBytes: boolean;
  /** Its documentation has examples that can be run. */
  readonly hasExamples: boolean;
  /** Makes the instances of its class. */
  readonly isConstructor: boolean;
  readonly isTestCode: boolean;
  /** Only forwards its own parameters to one call. */
  readonly isForwarding: boolean;
  /** Names called in the body, as written (`self.parse`, `json.loads`; `.strip` on what is no name), once per call. */
  readonly calls: readonly string[];
  /** Names of exceptions in the body's `raise` statements, as written (`ValueError`, `json.JSONDecodeError`), distinct. */
  readonly raises: readonly string[];
  /** Identifiers and string constants in the body, for word filters. */
  readonly words: readonly string[];
  /** Private attribute names (`_x`, `_Class__x`) read in the definition, with how often. */
  readonly privateAttributeReads: ReadonlyMap<string, number>;
  /** Public attributes of the object that it is a method of which it assigns. */
  readonly ownAssignments: ReadonlySet<string>;
}

/** Lines of a file, counted from 1, both ends included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}
