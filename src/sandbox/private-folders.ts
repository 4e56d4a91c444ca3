import { chmodSync, chownSync, mkdirSync, rmSync } from "node:fs";

import { isWithin, joinPath, makeTemporaryFolder, type HostPath, type SandboxPath } from "../base/index.ts";
import { sandboxHome } from "./system-mounts.ts";

/** Folders of this machine that stand for a sandbox's private ones, where it has no file system of its own. */
export interface PrivateFolders {
  readonly root: HostPath;
  readonly temporary: HostPath;
  readonly home: HostPath;
  /** Empties them, between commands. */
  wipe(): void;
  remove(): void;
}

/** Makes them, owned by `user` where one is given. They are as fresh as after `wipe`. */
export function createPrivateFolders(user: number | undefined): PrivateFolders {
  const root = makeTemporaryFolder("sandbox");
  chmodSync(root, 0o711);
  const folders = { temporary: joinPath(root, "tmp"), home: joinPath(root, "home") };
  const make = (): void => {
    for (const folder of Object.values(folders)) {
      mkdirSync(folder, { mode: 0o700 });
      if (user !== undefined) chownSync(folder, user, user);
    }
  };
  const empty = (): void => {
    for (const folder of Object.values(folders))
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  make();
  return {
    root,
    ...folders,
    wipe: () => {
      empty();
      make();
    },
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Maps a path in terms of mounts and private folders to one of this machine; others, and what it gave before, are left as they are. */
export type PathMap = (path: string) => string;

/** The map for `mounts`, the deepest mount first. */
export function createPathMap(
  mounts: readonly { readonly from: HostPath; readonly to: SandboxPath }[],
  folders: PrivateFolders,
): PathMap {
  const pairs = [
    ...mounts.map(({ from, to }) => ({ from: String(from), to: String(to) })),
    { from: String(folders.home), to: String(sandboxHome) },
    { from: String(folders.temporary), to: "/tmp" },
  ].sort((a, b) => b.to.length - a.to.length);
  return (path) => {
    const pair = pairs.find(({ to }) => isWithin(path, to));
    if (pair === undefined) return path;
    const isMapped = pairs.some(({ from }) => from.length > pair.to.length && isWithin(path, from));
    return isMapped ? path : `${pair.from}${path.slice(pair.to.length)}`;
  };
}

/** A command with its program, the first word, mapped; other words are left as they are. */
export function withMappedProgram(command: readonly string[], map: PathMap): readonly string[] {
  return command.map((word, index) => (index === 0 && word.startsWith("/") ? map(word) : word));
}

/** Variables with every path in them (also in lists with `:`) mapped. */
export function mapVariables(
  variables: Readonly<Record<string, string>>,
  map: PathMap,
): Readonly<Record<string, string>> {
  const mapped = Object.entries(variables).map(([name, value]) => [
    name,
    value.split(":").map(map).join(":"),
  ]);
  return Object.fromEntries(mapped) as Record<string, string>;
}
