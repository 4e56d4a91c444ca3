import type { RepositoryPath } from "../base/index.ts";
import type { FileStructure, ResolvedRepository } from "../languages/index.ts";

/** The source files of one language in a repository, as queries see them: the whole of it, or what an overlay leaves. */
export interface CodeView {
  readonly language: string;
  /** Sorted. */
  readonly paths: readonly RepositoryPath[];
  /** Decoded; undefined for a path that is not in the view. */
  text(path: RepositoryPath): string | undefined;
  structure(path: RepositoryPath): FileStructure | undefined;
  /** All names resolved, once per view. */
  resolved(): ResolvedRepository;
}
