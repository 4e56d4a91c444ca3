import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { isSystemError } from "./errors.ts";
import { asHostPath, type HostPath } from "./paths.ts";

/** Writes a whole file so that no reader ever sees half of it; makes the folders above it. A device or a pipe is written as it is. */
export function writeFileAtomically(path: HostPath, content: string | Uint8Array): void {
  writeAtomically(path, (descriptor) => writeFileSync(descriptor, content));
}

/** The same for a file that is written piece by piece. What `write` throws leaves everything as it was. */
export function writeAtomically(path: HostPath, write: (descriptor: number) => void): void {
  makeFolders(asHostPath(dirname(path)));
  if (isSpecial(path)) {
    writeTo(path, write);
    return;
  }
  const temporary = `${path}.${process.pid}.partial`;
  try {
    writeTo(temporary, write);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writeTo(path: string, write: (descriptor: number) => void): void {
  const descriptor = openSync(path, "w");
  try {
    write(descriptor);
  } finally {
    closeSync(descriptor);
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
