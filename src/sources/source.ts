import type { HostPath, Logger, RepositoryPath } from "../base/index.ts";
import type { RepositoryRecord } from "../spec/index.ts";

/** What every kind of source is given when it acquires. */
export interface AcquireOptions {
  /** Where acquired trees are kept between runs; safe to share between runs and to delete. */
  readonly cacheDirectory: HostPath;
  readonly logger: Logger;
  /** Submodules of a git source are brought too, each from its own URL. Default false: they are told as missing. */
  readonly submodules?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A file of an acquired tree. */
export interface SourceFile {
  readonly path: RepositoryPath;
  readonly bytes: number;
}

/** A licence file and what it was recognised as. */
export interface LicenceFinding {
  readonly path: RepositoryPath;
  /** SPDX expression, or undefined where the text matches no known licence. */
  readonly spdx: string | undefined;
}

/** A submodule whose files are not part of a tree. */
export interface MissingSubmodule {
  readonly path: string;
  /** As the repository names it; null where it does not say. */
  readonly url: string | null;
  readonly problem: string;
}

/** A repository at one exact state, as a folder of plain files. Nothing of it was run to get it here. */
export interface AcquiredSource {
  /** The source as the user typed it. */
  readonly spec: string;
  /** The tree: no version-control folder, no symlink that leaves it, read only by agreement. */
  readonly directory: HostPath;
  /** All regular files, sorted by path; symlinks inside the tree that stay inside are resolved to files. */
  readonly files: readonly SourceFile[];
  /**
   * What was left out of `files` and why: `symlink_outside`, `symlink_dangling`, `symlink_cycle`, `too_large`,
   * `special_file`, `submodule`, `unreadable`, `not_utf8_name`, `unsafe_path`, `name_too_long`, `outside_root`,
   * `not_fetched` (in a partial clone). Version control, byte code and (in folders) build junk are not listed.
   */
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  readonly missingSubmodules: readonly MissingSubmodule[];
  readonly licences: readonly LicenceFinding[];
  readonly repository: RepositoryRecord;
  /** Digest over paths, modes and contents of `files`. */
  readonly treeDigest: string;
}

/** One kind of source: a file in this folder and a line in `registry.ts`. */
export interface SourceKind {
  /** True when this kind is responsible for a source as typed; cheap, looks at the text and at most at one path. */
  accepts(spec: string): boolean;
  /** Brings it here. Throws `UsageError` with what was found, what is allowed and what to do next. */
  acquire(spec: string, options: AcquireOptions): Promise<AcquiredSource>;
}
