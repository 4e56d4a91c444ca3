import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";

import { isSystemError } from "./errors.ts";
import { makeFolders } from "./files.ts";
import { asHostPath, joinPath, type HostPath } from "./paths.ts";

/** A folder of its own for work in progress below the cache; disposing removes it with all that is in it. */
export interface StagingDirectory extends AsyncDisposable, Disposable {
  readonly path: HostPath;
  /** Makes an empty folder in it. */
  folder(name: string): HostPath;
}

/** Makes a staging folder on the file system of the cache, so that publishing from it is a rename. */
export function createStagingDirectory(cacheDirectory: HostPath): StagingDirectory {
  const parent = joinPath(cacheDirectory, "staging");
  makeFolders(parent);
  removeAbandoned(parent);
  const path = asHostPath(mkdtempSync(joinPath(parent, "work-")));
  chmodSync(path, 0o755);
  return {
    path,
    folder(name) {
      const folder = joinPath(path, name);
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      return folder;
    },
    [Symbol.dispose]: () => rmSync(path, REMOVE),
    [Symbol.asyncDispose]: () => rm(path, REMOVE),
  };
}

const REMOVE = { recursive: true, force: true, maxRetries: 3 };

/** A killed process leaves its folder behind; after this long, in milliseconds, it is nobody's any more. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

function removeAbandoned(parent: HostPath): void {
  for (const name of readdirSync(parent)) {
    const path = joinPath(parent, name);
    const status = statSync(path, { throwIfNoEntry: false });
    if (status !== undefined && Date.now() - status.mtimeMs > ABANDONED_MS)
      rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Makes a finished folder visible under its final name in one step. Where another process was faster, its folder stays:
 * names are digests, so both hold the same.
 */
export async function publishFolder(from: HostPath, to: HostPath): Promise<void> {
  mkdirSync(dirname(to), { recursive: true });
  try {
    renameSync(from, to);
  } catch (error) {
    if (!isSystemError(error, "ENOTEMPTY", "EEXIST") || !existsSync(to)) throw error;
    await rm(from, { recursive: true, force: true });
  }
}
