import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

import { isSystemError, type HostPath } from "../base/index.ts";

/** Text of a file that foreign code could write; empty where it is missing, a link or no regular file. */
export function readForeignText(path: HostPath, maxBytes: number): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const status = fstatSync(descriptor);
    if (!status.isFile()) return "";
    const buffer = Buffer.alloc(Math.min(status.size, maxBytes));
    return buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, buffer.length, 0));
  } catch (error) {
    if (isSystemError(error, "ENOENT", "ELOOP", "ENXIO", "EACCES")) return "";
    throw error;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
