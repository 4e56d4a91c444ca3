import type { RepositoryPath } from "../base/index.ts";

/** A file's text, and how to write a changed text back in the file's own encoding. */
export type DecodedSource =
  | {
      readonly status: "decoded";
      readonly text: string;
      readonly encoding: string;
      /** Undefined where the text has a character that the encoding lacks. */
      encode(text: string): Uint8Array | undefined;
    }
  | { readonly status: "refused"; readonly reason: string };

/** Which files are of a language, and how their bytes are read. */
export interface SourceFiles {
  /** What the names of new files of this language end with, with the dot. */
  readonly ending: string;
  /** True for files of this language by name. */
  isSourceFile(path: RepositoryPath): boolean;
  /** True for test code by path (test folders, names of test files). */
  isTestFile(path: RepositoryPath): boolean;
  /** The text of a file's bytes; refused where they are not in an encoding that can be read and written back. */
  decode(bytes: Uint8Array): DecodedSource;
}
