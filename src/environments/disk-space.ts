import { statfsSync } from "node:fs";

import { diskFull, type HostPath } from "../base/index.ts";
import type { CommandOutcome } from "../sandbox/index.ts";
import { succeeded } from "./failures.ts";

// A program that finds the disk full fails in its own words, and what it failed at would be told of the repository. So the
// disk is asked after every program that wrote to the cache's file system.

/** Below this, in bytes, nothing that a program did there can be trusted. */
const FULL_BYTES = 8 * 2 ** 20;
/** Below this, in bytes, a failed program is believed when it says that the disk was full: it may have cleaned up since. */
const LOW_BYTES = 2 ** 30;
const SAYS_FULL = /No space left on device|Disk quota exceeded|os error 28\b|ENOSPC/;

/** Throws `disk-full` where a program that wrote below `directory` met a full disk. */
export function expectDiskSpace(directory: HostPath, outcome: CommandOutcome): void {
  const free = freeBytes(directory);
  const failedForIt =
    free < LOW_BYTES && !succeeded(outcome) && SAYS_FULL.test(`${outcome.stdout}\n${outcome.stderr}`);
  if (free < FULL_BYTES || failedForIt) throw diskFull(directory);
}

/** Bytes that the file system of a folder has left for the user. */
export function freeBytes(directory: HostPath): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}
