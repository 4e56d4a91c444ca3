import { posix } from "node:path";

import { describeKnownNames, digestOf, folderOf, joinPath, UsageError } from "../base/index.ts";
import type { AcquiredSource } from "./source.ts";

/**
 * A folder of a source as if it were all of it. Commit, dates and licence stay those of the whole repository. Throws `unknown-directory` where the
 * source has no file below it.
 */
export function narrowSource(acquired: AcquiredSource, directory: string): AcquiredSource {
  const folder = posix.normalize(directory).replace(/^\.\/|\/$/g, "");
  if (folder === "." || folder === "") return acquired;
  const within = <T extends { readonly path: string }>(items: readonly T[]): T[] =>
    items
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .map((item) => ({ ...item, path: item.path.slice(folder.length + 1) }));
  const files = within(acquired.files);
  if (files.length === 0) {
    const known = new Set(acquired.files.map(({ path }) => folderOf(path)).filter((path) => path !== ""));
    throw new UsageError(
      "unknown-directory",
      `Cannot use --directory ${directory}: ${acquired.spec} has no file below it.`,
      { hint: describeKnownNames(directory, [...known].slice(0, 200)) },
    );
  }
  return {
    ...acquired,
    directory: joinPath(acquired.directory, folder),
    files,
    leftOut: within(acquired.leftOut),
    missingSubmodules: within(acquired.missingSubmodules),
    licences: within(acquired.licences),
    treeDigest: digestOf({ tree: acquired.treeDigest, folder }),
  };
}
