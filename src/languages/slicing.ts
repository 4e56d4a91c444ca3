import type { RepositoryPath } from "../base/index.ts";
import type { FileSummary } from "./resolution.ts";

/** The source files of one language in a repository, as slices see them. */
export interface SlicedRepository {
  /** Sorted. */
  readonly paths: readonly RepositoryPath[];
  /** Decoded; undefined for other paths. */
  text(path: RepositoryPath): string | undefined;
  /** What `Slicing.summarise` says of a file; undefined for other paths. Asked for only where a slice may lead there. */
  summary(path: RepositoryPath): FileSummary;
  /** True for files that no slice takes anything from. */
  isTestFile(path: RepositoryPath): boolean;
}

/** The definition that is sliced, and what is known of how it is called. */
export interface SliceRequest {
  readonly path: RepositoryPath;
  /** Qualified in its file. One inside a function stands for the function. */
  readonly name: string;
  /**
   * All classes of objects that it is given, its receiver's included, and other definitions that its inputs name, as `module:Qualified.Name`,
   * `path:Qualified.Name` or a name that only one class has. Empty where nobody knows: then annotations, documentation and callers tell.
   */
  readonly given: readonly string[];
  /** The same of objects that are there by their state alone: nothing calls their constructors. */
  readonly givenStates: readonly string[];
  /** The same of definitions that are themselves given: a class among them is made where something is called that could be it. */
  readonly givenValues: readonly string[];
  /**
   * Texts in its inputs that may name members; undefined where nobody knows: then code that reads members of its receiver by such names may read any that is
   * public, and a target that is asked for members by name (`__getattr__`) brings none.
   */
  readonly givenTexts?: readonly string[] | undefined;
  /** True where the target's body is not to be read: then only its header, its documentation and what stands around it say what it needs. */
  readonly isBodyHidden: boolean;
}

/** What a slice takes or leaves: a definition, a class without its members, one member, one imported name, a statement. */
export interface SlicePiece {
  readonly path: RepositoryPath;
  /** Of definitions qualified in the file; of others the names that they bind, or what they begin with. */
  readonly name: string;
  readonly kind: "function" | "method" | "class" | "variable" | "import" | "statement";
  /** 1-based, as in `Declaration.line`. */
  readonly line: number;
  /** UTF-16 code units of the piece alone: of a class its header, of the target what is shown of it. */
  readonly length: number;
  /** The same of functions where only header and documentation are shown, of classes where only the header is; undefined of what cannot be shortened. */
  readonly signatureLength: number | undefined;
  /** Lines that are not blank, and of them those of header and documentation. */
  readonly lines: number;
  readonly signatureLines: number;
  /** Steps from the target, imports and the members of one class not counted; 0 for the target and what it stands in. */
  readonly distance: number;
  /** Pieces that it stands in, by index: it is not shown without them. */
  readonly parent: number | undefined;
  /** Pieces that it needs, by index. */
  readonly needs: readonly number[];
  /** Those among them without which its file does not load, however little of it is shown: bases, decorators, defaults, what values are made of. */
  readonly loads: readonly number[];
}

/** How much of a piece is shown. */
export type PieceForm = "whole" | "signature";

/** A file of a slice. */
export interface SliceFile {
  readonly path: RepositoryPath;
  readonly text: string;
}

/** A slice as one file, or why there can be none; `reason` completes "It cannot stand in one file: …". */
export type OneFile =
  | { readonly status: "rendered"; readonly text: string }
  | { readonly status: "refused"; readonly reason: string };

/** The smallest set of pieces that a definition was found to need to run. */
export interface CollectedSlice {
  /** The target first, then by distance. */
  readonly pieces: readonly SlicePiece[];
  /** What it may need beside code: files that are read, modules that are loaded by name. One line each, sorted. */
  readonly notes: readonly string[];
  /** Files with paths, in an order in which they can be loaded, the target's last; with whatever makes their folders packages. */
  renderFiles(forms: ReadonlyMap<number, PieceForm>): readonly SliceFile[];
  /** All in one file that needs none of the repository's others; names that clash are renamed. */
  renderOneFile(forms: ReadonlyMap<number, PieceForm>): OneFile;
}

/** Cuts out of a repository what a definition needs to run. Reads text alone. */
export interface Slicing {
  /** Changes whenever another summary could come out of the same text. */
  readonly version: string;
  /** What slices take of a source file: a function of path and text alone. Never throws for bad syntax. */
  summarise(path: RepositoryPath, text: string): FileSummary;
  /** Undefined where the file defines nothing of that name that could be read. */
  collect(repository: SlicedRepository, request: SliceRequest): CollectedSlice | undefined;
}
