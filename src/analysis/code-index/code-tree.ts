import { readdirSync, readFileSync } from "node:fs";

import { joinPath, type HostPath, type RepositoryPath } from "../../base/index.ts";
import type { SourceFiles } from "../../languages/index.ts";

/** A tree of files: those of a folder (all below it where `paths` does not say which), or texts by path. */
export type CodeTree =
  | { readonly directory: HostPath; readonly paths?: readonly RepositoryPath[] }
  | ReadonlyMap<RepositoryPath, string>;

/** A file's text, or why there is none. */
export type ReadText =
  | { readonly status: "decoded"; readonly text: string }
  | { readonly status: "refused"; readonly reason: string };

/** Its files, sorted. */
export function listTree(tree: CodeTree): readonly RepositoryPath[] {
  const paths = isFolder(tree) ? (tree.paths ?? [...listFiles(tree.directory)]) : [...tree.keys()];
  return paths.toSorted();
}

/** The text of a file of a tree as a language reads it. Texts that were given are taken as they are. */
export function readTreeText(
  tree: CodeTree,
  path: RepositoryPath,
  { decode }: Pick<SourceFiles, "decode">,
): ReadText {
  if (isFolder(tree)) return decode(readFileSync(joinPath(tree.directory, path)));
  return { status: "decoded", text: tree.get(path) ?? "" };
}

function isFolder(tree: CodeTree): tree is Exclude<CodeTree, ReadonlyMap<RepositoryPath, string>> {
  return "directory" in tree;
}

/** Files below a folder. Links are passed over. */
export function* listFiles(directory: HostPath, below = ""): Generator<RepositoryPath, void, undefined> {
  const entries = readdirSync(joinPath(directory, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* listFiles(directory, path);
    else if (entry.isFile()) yield path;
  }
}
