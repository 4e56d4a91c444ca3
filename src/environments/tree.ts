import { constants, lstatSync, readdirSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { dirname } from "node:path";

import { createLimit, joinPath, type HostPath, type RepositoryPath } from "../base/index.ts";
import type { AcquiredSource } from "../sources/index.ts";

/** Which files of the tree do not go into a copy. */
export interface TreeSelection {
  readonly leaveOut?: (path: RepositoryPath) => boolean;
}

/**
 * Copies a repository's tree, with the products of building laid over it, into a folder that is empty or does not exist.
 * Plain files of their own, sharing blocks with the originals where the file system can.
 */
export async function materialiseTree(
  acquired: Pick<AcquiredSource, "directory" | "files">,
  environment: { readonly products: HostPath } | undefined,
  destination: HostPath,
  { leaveOut = () => false }: TreeSelection = {},
): Promise<void> {
  await mkdir(destination, { recursive: true });
  const paths = acquired.files.map(({ path }) => path).filter((path) => !leaveOut(path));
  await copyFiles(acquired.directory, paths, destination);
  if (environment !== undefined)
    await copyFiles(environment.products, listRegularFiles(environment.products), destination);
}

/** All regular files below a folder, sorted; links and special files are passed over. */
export function listRegularFiles(directory: HostPath): RepositoryPath[] {
  const found: RepositoryPath[] = [];
  const walk = (folder: RepositoryPath): void => {
    for (const name of readdirSync(joinPath(directory, folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const status = lstatSync(joinPath(directory, path));
      if (status.isDirectory()) walk(path);
      else if (status.isFile()) found.push(path);
    }
  };
  walk("");
  return found.sort();
}

const COPIES_AT_ONCE = 16;

/** Copies files into a folder that may not exist yet. */
export async function copyFiles(
  from: HostPath,
  paths: readonly RepositoryPath[],
  to: HostPath,
): Promise<void> {
  const folders = new Set(paths.map((path) => dirname(joinPath(to, path))));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  const limit = createLimit(COPIES_AT_ONCE);
  await Promise.all(
    paths.map((path) =>
      limit(() => copyFile(joinPath(from, path), joinPath(to, path), constants.COPYFILE_FICLONE)),
    ),
  );
}
