import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";

import { asHostPath, type HostPath } from "./paths.ts";
import { whileWriting } from "./writing.ts";

let isHooked = false;

/**
 * A new folder of this process below the system's temporary one, which the caller removes; at the latest it is when this process ends. What
 * processes of this user left there when they were killed is removed on the way: a folder's name says whose it is. Throws what
 * `whileWriting` throws.
 */
export function makeTemporaryFolder(purpose: string): HostPath {
  if (!isHooked && isMainThread) {
    isHooked = true;
    // Whatever ends it, an error that nobody caught as well.
    process.on("exit", () => removeFoldersOf((owner) => owner === process.pid));
  }
  return whileWriting(asHostPath(tmpdir()), () => {
    removeFoldersOf((owner) => !existsSync(`/proc/${owner}`));
    return asHostPath(mkdtempSync(join(tmpdir(), `diorama-${purpose}-${process.pid}-`)));
  });
}

function removeFoldersOf(isMeant: (owner: number) => boolean): void {
  if (!existsSync(tmpdir())) return;
  for (const name of readdirSync(tmpdir())) {
    const owner = /^diorama-[a-z]+-(\d+)-\w{6}$/.exec(name)?.[1];
    if (owner === undefined || !isMeant(Number(owner))) continue;
    const path = join(tmpdir(), name);
    const isOurs = lstatSync(path, { throwIfNoEntry: false })?.uid === process.geteuid?.();
    if (isOurs) removeAsFarAsPossible(path);
  }
}

/** What runs in a sandbox may yet write into its folder: then the next process removes it. */
function removeAsFarAsPossible(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // The next one does.
  }
}
