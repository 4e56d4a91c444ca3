import { readFileSync } from "node:fs";

import { joinPath, sha256, type HostPath, type RepositoryPath } from "../base/index.ts";
import { listRegularFiles } from "./tree.ts";

/** The products in a folder: path in the tree to SHA-256. */
export function digestProducts(directory: HostPath): Record<RepositoryPath, string> {
  const digests = listRegularFiles(directory).map(
    (path) => [path, sha256(readFileSync(joinPath(directory, path)))] as const,
  );
  return Object.fromEntries(digests);
}
