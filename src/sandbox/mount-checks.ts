import { statSync } from "node:fs";
import { dirname } from "node:path";

import { DioramaError, type HostPath } from "../base/index.ts";
import type { Mount } from "./sandbox.ts";

/** Throws `mount-missing` for a source that does not exist. */
export function checkMountExists({ from, to, over = [] }: Mount): void {
  for (const source of [from, ...over]) {
    if (statSync(source, { throwIfNoEntry: false }) !== undefined) continue;
    throw new DioramaError("mount-missing", `Cannot mount ${source} at ${to}: it does not exist.`);
  }
}

/** Throws `mount-unreadable` for a folder that only its owner may read, which a sandbox's own user then cannot. */
export function checkMountReadable(mount: Mount): void {
  const found = statSync(mount.from);
  if (mount.access === "write" || !found.isDirectory() || (found.mode & 0o005) === 0o005) return;
  throw new DioramaError(
    "mount-unreadable",
    `Cannot mount ${mount.from} at ${mount.to}: only its owner may read it, and sandboxes run as a user of their own.`,
    { hint: `chmod -R o+rX ${mount.from}` },
  );
}

/** Whether every user can come to a path and read it. */
export function isOpenToAll(path: HostPath): boolean {
  const found = statSync(path);
  const isOpen = found.isDirectory() ? (found.mode & 0o005) === 0o005 : (found.mode & 0o004) !== 0;
  return isOpen && isReachable(dirname(path));
}

/** Whether every user may go through a folder and those above it. */
export function isReachable(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return folder === "/" || isReachable(dirname(folder));
}
