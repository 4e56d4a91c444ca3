import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { asHostPath, type HostPath } from "./paths.ts";

/**
 * A new folder of this process below the system's temporary one, which the caller removes. What processes of this user left there
 * when they were killed is removed on the way: a folder's name says whose it is.
 */
export function makeTemporaryFolder(purpose: string): HostPath {
  removeAbandoned();
  return asHostPath(mkdtempSync(join(tmpdir(), `diorama-${purpose}-${process.pid}-`)));
}

function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^diorama-[a-z]+-(\d+)-\w{6}$/.exec(name)?.[1];
    if (owner === undefined || existsSync(`/proc/${owner}`)) continue;
    const path = join(tmpdir(), name);
    const isOurs = lstatSync(path, { throwIfNoEntry: false })?.uid === process.geteuid?.();
    if (isOurs) rmSync(path, { recursive: true, force: true });
  }
}
