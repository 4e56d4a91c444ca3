import { lstatSync } from "node:fs";
import { join } from "node:path";

import { filesBelow } from "./files-below.ts";
import type { HostPath } from "./paths.ts";

/** Bytes that the files of a folder take on the disk, a file with several names counted once. */
export function bytesOfFolder(directory: HostPath): number {
  const seen = new Set<string>();
  let bytes = 0;
  for (const entry of filesBelow(directory)) {
    const { dev, ino, blocks } = lstatSync(join(entry.parentPath, entry.name));
    if (!seen.has(`${dev} ${ino}`)) bytes += blocks * 512;
    seen.add(`${dev} ${ino}`);
  }
  return bytes;
}
