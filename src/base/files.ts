import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { isSystemError } from "./errors.ts";
import { asHostPath, type HostPath } from "./paths.ts";

/** Writes a whole file so that no reader ever sees half of it; makes the folders above it. A device or a pipe is written as it is. */
export function writeFileAtomically(path: HostPath, content: string | Uint8Array): void {
  makeFolders(asHostPath(dirname(path)));
  if (isSpecial(path)) {
    writeFileSync(path, content);
    return;
  }
  const temporary = `${path}.${process.pid}.partial`;
  try {
    writeFileSync(temporary, content);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Makes a folder and those above it; gives those that were not there, the outermost first. Node's own recursive call never returns where a
 * file system lets nothing be made, as in /proc.
 */
export function makeFolders(path: HostPath): readonly HostPath[] {
  if (isFolder(path)) return [];
  const parent = asHostPath(dirname(path));
  const made = parent === path ? [] : makeFolders(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    if (isSystemError(error, "EEXIST") && isFolder(path)) return made;
    throw error;
  }
  return [...made, path];
}

function isFolder(path: HostPath): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isSpecial(path: HostPath): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isDirectory();
}
