import type { Edit, RepositoryPath } from "../base/index.ts";
import type { ByteSpan } from "../spec/index.ts";
import type { SpliceRefusal } from "./splice-refusal.ts";
import type { Declaration, FileStructure, ImportedSymbol } from "./structure.ts";

/** A source file and what stands in it. */
export interface StructuredFile {
  readonly path: RepositoryPath;
  /** Decoded. */
  readonly text: string;
  readonly structure: FileStructure;
}

/** Where a name stands in a file's code. */
export interface NamePlace {
  readonly name: string;
  /** Of the name alone. */
  readonly span: ByteSpan;
  /**
   * `variable`: it is looked up in scopes; `member`: in what stands before it (`a.name`); `keyword`: it names an argument or a field; `exported`: it
   * stands in a list of what the file gives out.
   */
  readonly role: "variable" | "member" | "keyword" | "exported";
  /** Index in `FileNames.scopes` of the one in which it stands. */
  readonly scope: number;
  /** The scope that binds it; undefined where none of the file does, and for what is no variable. */
  readonly binding: number | undefined;
  /** True where it is declared, assigned or imported. */
  readonly isBinding: boolean;
  /** Of a keyword: what is called with it, by its own name and the byte where that stands; undefined for a call of anything else. */
  readonly called: { readonly name: string; readonly at: number } | undefined;
}

/** A stretch of a file with names of its own. */
export interface NameScope {
  /** Undefined for the file's own, which is the first. */
  readonly parent: number | undefined;
  readonly span: ByteSpan;
  /** Variables that it binds. */
  readonly names: ReadonlySet<string>;
}

/** A text literal, a piece of one between what is filled in, or an example in documentation that test runners run. */
export interface TextPiece {
  /** Of what stands between the quotes. */
  readonly span: ByteSpan;
  /** As written. */
  readonly text: string;
  /** True where something is filled in before or after it. */
  readonly isPart: boolean;
  /** True for an example. */
  readonly isCode: boolean;
}

/** All names of a file, in the order of their places. */
export interface FileNames {
  /** Empty where they are not told apart: then all variables count as bound by one, 0. */
  readonly scopes: readonly NameScope[];
  readonly places: readonly NamePlace[];
  /** Comments, and of documentation all but its examples, are not among them. */
  readonly texts: readonly TextPiece[];
  /** Comments and documentation, with their marks; absent where a language does not tell them. */
  readonly prose?: readonly ByteSpan[];
}

/** Where names stand, and what can be one. */
export interface Naming {
  /** Why a text can be no name of a declaration, to complete "it is …"; undefined where it can. */
  findNameFault(name: string): string | undefined;
  /** Never throws for bad syntax; undefined where nothing can be read. */
  names(path: RepositoryPath, text: string): FileNames | undefined;
  /** Functions of the language that find variables by names given at run time. */
  readonly lookUps: ReadonlySet<string>;
  /** Members by which a running program reads what a type is called. */
  readonly nameMembers: ReadonlySet<string>;
  /** True for a declaration whose name means something to the language, a framework or a decorator, so that it cannot be called otherwise. */
  isNameFixed(file: StructuredFile, declaration: Declaration): boolean;
  /** True where a base as written, which the repository does not define, has no member of that name. */
  lacksMember(base: string, name: string): boolean;
}

/** Takes code out of a file; what is left is a file that can be read as before. */
export interface Cutting {
  /**
   * The edit that hides what a declaration does or holds and leaves its header and documentation; putting `hidden` in its place again gives the
   * same file. Undefined for a declaration without a body.
   */
  hide(file: StructuredFile, declaration: Declaration): Edit | undefined;
  /**
   * Edits that take declarations out with their decorators, documentation and lines; none may stand in another. Undefined where one shares its
   * statement with something that stays (`int a, b;`).
   */
  remove(file: StructuredFile, declarations: readonly Declaration[]): readonly Edit[] | undefined;
  /** Edits that take names out of import statements, and statements that bring nothing more. */
  dropImports(file: StructuredFile, symbols: readonly ImportedSymbol[]): readonly Edit[];
}

/** Why a model's answer could not be put into a file; the answer's fault. `elided` means that it leaves out code ("rest unchanged"). */
export type FragmentRefusal = SpliceRefusal | "elided" | "header_differs";

/** What an answer was: the body alone, the definition, the definition below what encloses it, or a whole file. */
export type FragmentForm = "body" | "definition" | "enclosed" | "file";

/** What an answer makes of a file. `message` is one sentence for the answer's author. */
export type RebuildOutcome =
  /** No two edits overlap. */
  | { readonly status: "rebuilt"; readonly form: FragmentForm; readonly edits: readonly Edit[] }
  | { readonly status: "refused"; readonly reason: FragmentRefusal; readonly message: string };

/** Puts code into a file. */
export interface Placing {
  /** The code's lines moved so that its first one is indented by `indentation`; lines that begin inside a text literal stay. */
  reindent(path: RepositoryPath, code: string, indentation: string): string;
  /**
   * The edits by which a model's answer takes the place of a declaration, or, without one, of the whole file: fenced or not, with prose around it,
   * indented anyhow.
   */
  rebuild(file: StructuredFile, declaration: Declaration | undefined, answer: string): RebuildOutcome;
}

/** Changes a language's files by exact edits, without running anything. */
export interface Rewriting {
  readonly naming: Naming;
  readonly cutting: Cutting;
  readonly placing: Placing;
}
