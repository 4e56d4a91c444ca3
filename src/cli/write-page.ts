import { isSystemError, UsageError, writeFileAtomically, type HostPath } from "../base/index.ts";

/** Writes a page where the user wants it. Throws `UsageError` `cannot-write` where that is not possible. */
export function writePage(path: HostPath, page: string): void {
  try {
    writeFileAtomically(path, page);
  } catch (error) {
    if (!isSystemError(error, "EACCES", "EISDIR", "ENOTDIR", "EROFS", "EPERM")) throw error;
    throw new UsageError("cannot-write", `Cannot write the page ${path}: ${error.message}.`, {
      cause: error,
    });
  }
}
