import { lstatSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { DioramaError, isSystemError, UsageError } from "./errors.ts";
import { makeFolders } from "./files.ts";
import { asHostPath, type HostPath } from "./paths.ts";

/**
 * Runs a step that writes. Throws `disk-full` where the file system refused for lack of space or quota, `UsageError` `cannot-write` where
 * nothing can be written there at all, and everything else unchanged.
 */
export function whileWriting<R>(path: HostPath, write: () => R): R {
  try {
    return write();
  } catch (error) {
    throw findWriteFailure(path, error) ?? error;
  }
}

/** What `whileWriting` throws for a system's refusal; undefined for any other error. */
export function findWriteFailure(path: HostPath, error: unknown): DioramaError | undefined {
  if (isSystemError(error, "ENOSPC", "EDQUOT")) return diskFull(path, error);
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const known: Readonly<Record<string, (place: string) => string>> = refusals;
  const code = String(error.code);
  const why = Object.hasOwn(known, code) ? known[code] : undefined;
  const place = "path" in error ? String(error.path) : path;
  // What a step only reads may be missing as well: that says nothing of where it writes.
  if (why === undefined || !(place.startsWith(path) || path.startsWith(place))) return undefined;
  return new UsageError("cannot-write", `Cannot write ${path}: ${why(nearestExisting(place))}.`, {
    hint: "Choose another path, or make this one writable.",
    fields: { path },
    cause: error,
  });
}

/** What the system's refusals mean to whoever named the path; `place` is as much of it as there is. */
const refusals = {
  EACCES: (place) => `this user may not write in ${place}`,
  EPERM: (place) => `the system does not permit writing in ${place}`,
  EROFS: () => "its file system can only be read",
  ENOTDIR: (place) => `${place} is no folder`,
  EEXIST: (place) => `${place} is no folder`,
  EISDIR: () => "it is a folder",
  ENOENT: (place) => `nothing can be made in ${place}`,
  ENAMETOOLONG: () => "its name is longer than its file system allows",
  ELOOP: () => "a symbolic link in it leads back to itself",
  EBUSY: () => "it is in use",
} satisfies Record<string, (place: string) => string>;

function nearestExisting(path: string): string {
  let existing = path;
  while (!isThere(existing) && existing !== dirname(existing)) existing = dirname(existing);
  return existing;
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Finds out whether a file can be written, before the work whose result it shall hold. Leaves nothing behind. Throws what `whileWriting`
 * throws.
 */
export function requireWritable(file: HostPath): void {
  whileWriting(file, () => {
    const found = statSync(file, { throwIfNoEntry: false });
    // A folder is refused with the system's own error; a device is written in place.
    if (found?.isDirectory() === true) writeFileSync(file, "");
    if (found !== undefined && !found.isFile()) return;
    const made = makeFolders(asHostPath(dirname(file)));
    const probe = `${file}.${process.pid}.partial`;
    try {
      writeFileSync(probe, "");
      rmSync(probe);
    } finally {
      for (const folder of made.toReversed()) rmdirSync(folder);
    }
  });
}

/** True for the refusal of a full file system, as the system or one of our rooms says it, also as the cause of another error. */
export function isDiskFull(thrown: unknown): boolean {
  for (let error: unknown = thrown; error instanceof Error; error = error.cause) {
    if (isSystemError(error, "ENOSPC", "EDQUOT", "disk-full")) return true;
  }
  return false;
}

/** The error for a file system without space left. */
export function diskFull(path: HostPath, cause?: unknown): DioramaError {
  return new DioramaError("disk-full", `Cannot write ${path}: no space is left on its file system.`, {
    hint: "Everything recorded before is kept. Free some space and repeat the command: it goes on from there.",
    fields: { path },
    cause,
  });
}
