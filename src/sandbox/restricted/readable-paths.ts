import { existsSync, lstatSync, readdirSync, realpathSync } from "node:fs";

import { joinPath, type HostPath } from "../../base/index.ts";
import type { Mount } from "../sandbox.ts";

/** What Landlock lets a sandbox read: whole trees, and folders of which only the names. */
export interface ReadablePaths {
  readonly readable: readonly HostPath[];
  readonly listable: readonly HostPath[];
}

/**
 * The host's paths behind read mounts. Where a mount covers a folder of another one, that folder's own content stays unreadable:
 * Landlock cannot take anything out of a tree, so the folders above it are listed one by one instead. A mount of just such a
 * folder gives it nevertheless: guest programs lie below a system's library where the package is installed for all.
 */
export function findReadablePaths(mounts: readonly Mount[]): ReadablePaths {
  const isInside = (inner: string, outer: string): boolean => inner.startsWith(`${outer}/`);
  const covers = mounts.filter(({ to }) => mounts.some((other) => isInside(to, other.to)));
  const covered = covers.map(({ to }) => (existsSync(to) ? realpathSync(to) : String(to)));
  const readable: HostPath[] = [];
  const listable: HostPath[] = [];
  // A rule for a link is one for all that it leads to: what is beside a cover has rules of its own.
  const leadsPast = (path: HostPath): boolean => {
    if (!lstatSync(path).isSymbolicLink() || !existsSync(path)) return false;
    const target = realpathSync(path);
    return covered.some((cover) => cover === target || isInside(cover, target) || isInside(target, cover));
  };
  const expand = (path: HostPath): void => {
    if (covered.includes(path) || leadsPast(path)) return;
    if (!covered.some((cover) => isInside(cover, path)) || !lstatSync(path).isDirectory()) {
      readable.push(path);
      return;
    }
    listable.push(path);
    for (const name of readdirSync(path)) expand(joinPath(path, name));
  };
  for (const mount of mounts) {
    if (mount.access !== "read") continue;
    if (covers.includes(mount) || covered.includes(mount.from)) readable.push(mount.from);
    else expand(mount.from);
  }
  return { readable, listable };
}
