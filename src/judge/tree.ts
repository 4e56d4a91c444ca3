import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

import {
  createWordRecord,
  digestOf,
  isSystemError,
  joinPath,
  sha256,
  type HostPath,
  type RepositoryPath,
} from "../base/index.ts";
import type { Driver } from "../languages/index.ts";
import type { EditableTree } from "./judge.ts";

/** What an editable tree is made of. */
export interface TreeOptions extends Pick<EditableTree, "runtime" | "importRoots" | "otherFiles"> {
  /** The repository's tree; regular files and folders only. */
  readonly source: HostPath;
  /** Of the language of the edited file. */
  readonly driver: Driver;
  /** Stands in the tree as an empty file: its text comes with each evaluation. */
  readonly editedFile: RepositoryPath;
  /** Where the tree goes; it must not exist. */
  readonly destination: HostPath;
  /** Files that stand in the tree empty, as the edited one does: test sources, whose code comes with each evaluation. `source` may lack them. */
  readonly emptied?: readonly RepositoryPath[];
}

/** Folders that are never part of a tree: version control holds the answer. */
const foldersLeftOut = new Set([".git", ".hg", ".svn"]);

/**
 * Makes the tree in which one file's targets are judged, as hard links where the file system allows, else as copies; so
 * it must only ever be mounted read-only. The tree's digest is over the paths and contents of everything but the edited file.
 */
export function prepareEditableTree(options: TreeOptions): EditableTree {
  const { destination, editedFile, otherFiles = [], runtime, importRoots } = options;
  mkdirSync(destination, { recursive: true });
  const digests = createWordRecord<string>();
  for (const [path, from] of filesOf(options)) {
    const to = joinPath(destination, path);
    mkdirSync(dirname(to), { recursive: true });
    linkOrCopy(from, to);
    digests[path] = sha256(readFileSync(to));
  }
  const emptied = options.emptied ?? [];
  for (const path of [...emptied, editedFile, ...otherFiles]) {
    mkdirSync(dirname(joinPath(destination, path)), { recursive: true });
    writeFileSync(joinPath(destination, path), "");
  }
  for (const path of emptied) digests[path] = sha256("");
  for (const path of otherFiles) digests[path] = "edited";
  const treeDigest = digestOf(digests);
  const others = otherFiles.length === 0 ? {} : { otherFiles };
  return { runtime, tree: destination, treeDigest, importRoots, editedFile, ...others };
}

/** A copy that shares nothing with the original, for sandboxes that can only write in place. */
export function copyTree(from: HostPath, to: HostPath): void {
  for (const path of listFiles(from)) {
    mkdirSync(dirname(joinPath(to, path)), { recursive: true });
    copyFileSync(joinPath(from, path), joinPath(to, path), constants.COPYFILE_FICLONE);
  }
}

function filesOf({
  source,
  driver,
  editedFile,
  otherFiles = [],
  emptied = [],
}: TreeOptions): Map<RepositoryPath, HostPath> {
  const edited = [editedFile, ...otherFiles];
  const without = new Set([...edited, ...emptied]);
  const paths = [...listFiles(source)].filter(
    (path) => !without.has(path) && !edited.some((file) => driver.isCompiled(path, file)),
  );
  return new Map(paths.map((path) => [path, joinPath(source, path)]));
}

function* listFiles(root: HostPath, folder = ""): Generator<RepositoryPath> {
  const entries = readdirSync(joinPath(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && !foldersLeftOut.has(entry.name)) yield* listFiles(root, path);
    else if (entry.isFile()) yield path;
  }
}

function linkOrCopy(from: HostPath, to: HostPath): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!isSystemError(error, "EXDEV", "EPERM", "EMLINK", "ENOTSUP", "EACCES")) throw error;
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
}
