import type { RepositoryPath } from "../base/index.ts";
import type { ByteSpan } from "../spec/index.ts";

/** What a declaration is. `type` is an alias or `typedef`; `variable` a module-level name or a field of a class; `namespace` also a module block. */
export type DeclarationKind =
  | "function"
  | "method"
  | "constructor"
  | "class"
  | "interface"
  | "enum"
  | "record"
  | "struct"
  | "union"
  | "type"
  | "variable"
  | "macro"
  | "namespace";

/** A parameter as it is written. */
export interface DeclaredParameter {
  /** Without stars or dots; empty for a pattern and for a parameter without a name. */
  readonly name: string;
  readonly type: string | undefined;
  readonly defaultValue: string | undefined;
  /** How it takes its arguments. */
  readonly kind: "positional_only" | "positional" | "variadic" | "keyword_only" | "variadic_keyword";
}

/** Something that a file declares. Spans are in bytes of the file's UTF-8 text. */
export interface Declaration {
  /** Qualified in its file: `Class.method`, `outer.inner`. */
  readonly name: string;
  readonly kind: DeclarationKind;
  /** Index in `FileStructure.declarations` of the one it stands in; undefined at the top of the file. */
  readonly parent: number | undefined;
  /** 1-based line of `def`, `class` or, where there is no such word, of the name; decorators and annotations stand above it. */
  readonly line: number;
  readonly spans: {
    /** From the first decorator, annotation or modifier to the end; a doc comment above is not in it. */
    readonly whole: ByteSpan;
    /** From the first word of the declaration (decorators and annotations are before it) to where its body begins, or to its end. */
    readonly header: ByteSpan;
    readonly name: ByteSpan;
    /** With its brackets. */
    readonly parameters: ByteSpan | undefined;
    /** Docstring or doc comment, wherever the language puts it. */
    readonly documentation: ByteSpan | undefined;
    /** What it does or holds: in languages with braces with them; in Python the statements, docstring included. */
    readonly body: ByteSpan | undefined;
  };
  readonly parameters: readonly DeclaredParameter[];
  /** What it returns, or a variable's type, as written. */
  readonly type: string | undefined;
  /** Decorators or annotations as written, without `@`. */
  readonly decorators: readonly string[];
  /** `async`, `static`, `public`, `abstract`, `export`, … in the order written. */
  readonly modifiers: readonly string[];
  /** Of a class or interface: what it inherits from or implements, as written. */
  readonly bases: readonly string[];
  /** True for a test function (or a class of tests) by the conventions of the language's test frameworks. */
  readonly isTest: boolean;
}

/** A name that an import or export statement brings in or gives out. */
export interface ImportedSymbol {
  /** The module as written: `os.path`, `..util`, `./util.js`, `java.util.List`, `stdio.h`. */
  readonly module: string;
  /** What of the module: a name, `*` for all of it by their own names; undefined for the module itself. */
  readonly imported: string | undefined;
  /** What it is called here; undefined where nothing is bound (`import "./effect.js"`, `*`, `#include`). */
  readonly local: string | undefined;
  /** 1-based. */
  readonly line: number;
  /** The whole statement. */
  readonly span: ByteSpan;
  /** True where only types come (`import type`, below `TYPE_CHECKING`). */
  readonly isTypeOnly: boolean;
}

/** A name that a file gives out under its own rules (`__all__`, `export`, `module.exports`); where a language has none, nothing is listed. */
export interface ExportedSymbol {
  /** `default` for a default export, `*` for all of `module`. */
  readonly name: string;
  /** Of this file, or of `module`; undefined for an expression. */
  readonly local: string | undefined;
  /** Where it comes from, for what is only passed on. */
  readonly module: string | undefined;
  readonly line: number;
}

/** What stands in a file, from top to bottom. */
export interface FileStructure {
  readonly declarations: readonly Declaration[];
  readonly imports: readonly ImportedSymbol[];
  readonly exports: readonly ExportedSymbol[];
  /** 1-based. Declarations around them are listed as far as they can be told. */
  readonly syntaxErrorLines: readonly number[];
  /** Why nothing was read (`too_large`, `too_deep`, `too_costly`, `parser_failed`); absent where it was. */
  readonly refused?: string;
}

/** Reads what stands in files, by their text alone. */
export interface Structure {
  /** Changes whenever another structure could come out of the same text. */
  readonly version: string;
  /** Never throws for bad syntax. `text` is the file's decoded text. */
  read(path: RepositoryPath, text: string): FileStructure;
}
