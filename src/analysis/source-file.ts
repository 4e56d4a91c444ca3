import type { ParsedFile } from "../languages/index.ts";

/** A file of a repository, decoded and parsed. */
export interface SourceFile {
  readonly text: string;
  readonly parsed: ParsedFile;
}
