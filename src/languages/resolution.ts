import type { RepositoryPath } from "../base/index.ts";
import type { ByteSpan } from "../spec/index.ts";
import type { FileEdit } from "./file-edit.ts";
import type { RenameRequest } from "./rename-outcome.ts";

/** Where a piece of code is defined: the declaration's qualified name and line. Code of a module or class body is `<module>`, line 1. */
export interface CodePlace {
  readonly path: RepositoryPath;
  readonly name: string;
  readonly line: number;
}

/**
 * Why an edge is believed. `declared`: names, imports and declared types lead there; `inferred`: a type that was worked out does; `flow`: a value
 * that was followed does (a function passed on, an item of a container); `name`: only the name fits.
 */
export type EdgeEvidence = "declared" | "inferred" | "flow" | "name";

/** That one place uses another. An `override` leads from a method to the one it overrides, an `implementation` to what it implements. */
export interface CodeEdge {
  readonly kind: "call" | "override" | "implementation";
  readonly caller: CodePlace;
  readonly callee: CodePlace;
  /** 1-based line of the call; null where nothing is called. */
  readonly at: number | null;
  readonly how: EdgeEvidence;
  /** 0 to 1: the share of such edges that are right. */
  readonly confidence: number;
}

/** A call that leads to nothing known. */
export interface UnresolvedCall {
  readonly caller: CodePlace;
  readonly at: number;
  /** What is called, as written. */
  readonly written: string;
  /** `outside`: it leaves the repository; `unknown`: nobody can say. */
  readonly why: "outside" | "unknown";
}

/** A place in a file where a declaration is named. */
export interface NameUse {
  readonly path: RepositoryPath;
  /** Of the name alone. */
  readonly span: ByteSpan;
  readonly how: EdgeEvidence;
}

/** Another name as a language's own checker makes it. */
export interface Renaming {
  /** In the order of paths and places. An edit can write more than the name (`{ name }` becomes `{ renamed: name }`). */
  readonly edits: readonly FileEdit[];
  /** Whether a running program could look the name up: not where only its file sees it, nor where only types have it. */
  readonly isVisible: boolean;
}

/** Plain data that can be written as JSON. */
export type FileSummary = unknown;

/** Files of one repository with their names resolved. */
export interface ResolvedRepository {
  /** In the order of callers' paths and lines, then of `at`; none twice. */
  readonly edges: readonly CodeEdge[];
  readonly unresolved: readonly UnresolvedCall[];
  /** Everywhere a declaration is named, its own declaration included, those by name alone told as such; in the order of paths and places. */
  findUses(declaration: CodePlace): readonly NameUse[];
  /** The declaration that the name at a byte of a file means; undefined where none of the repository does. */
  findDeclaration(path: RepositoryPath, at: number): CodePlace | undefined;
  /**
   * Another name for whatever stands at a place, with everything that the language's checker takes for the same. Undefined or absent where the language has
   * no such checker. What texts say is not asked. Throws `RenameStop` where something could mean another thing afterwards.
   */
  findRenaming?(request: RenameRequest): Renaming | undefined;
}

/** Resolves names between the files of a repository without running anything of it. */
export interface Resolution {
  /** Changes whenever another summary or other edges could come out of the same texts. */
  readonly version: string;
  /** Files beside the sources that resolution reads, by name (`tsconfig.json`, `setup.cfg`): they are given as their text. */
  isProjectFile(path: RepositoryPath): boolean;
  /** What linking takes of a source file: a function of path and text alone, so that it can be kept. Never throws for bad syntax. */
  summarise(path: RepositoryPath, text: string): FileSummary;
  /** `summaries` of all source files; `projectFiles` by path with their texts. */
  link(
    summaries: ReadonlyMap<RepositoryPath, FileSummary>,
    projectFiles: ReadonlyMap<RepositoryPath, string>,
  ): ResolvedRepository;
}
