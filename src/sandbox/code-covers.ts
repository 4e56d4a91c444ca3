import { existsSync, readdirSync, realpathSync, type Dirent } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import type { Mount } from "./sandbox.ts";
import { readMount } from "./system-mounts.ts";

/** Where systems keep what is no program. */
const systemLibraries = ["lib", "lib64", "libexec", "share"].flatMap((name) => [
  `/usr/${name}`,
  `/usr/local/${name}`,
]);
/** Links to the same in most systems: what is covered there is covered here. */
const otherWays = ["/lib", "/lib64"];
/** Nothing runs by what is in these. */
const superfluous = ["/usr/src", "/usr/local/src", "/usr/share/doc"];
/** In an interpreter's own library: what is installed for it, and its installer as a wheel. */
const packageFolders = ["site-packages", "dist-packages", join("ensurepip", "_bundled")];
/** Folders one in another below a library in which code is looked for: far more than any program of a system has. */
const DEEPEST = 12;

/** By interpreter and layer: what is on a machine does not change while this process runs. */
const known = new Map<string, Mount[]>();

/**
 * Empty folders over all Python code on this machine but the standard library of one interpreter, packages and wheels of its own included:
 * programs of the system bring libraries of other versions and packages along, and any of them may hold the answer to a task.
 * `release` is the interpreter's (`3.11.7`). What a layer has that is laid over the system's files is covered too.
 */
export function codeCovers(interpreter: string, release: string, layer?: string): Mount[] {
  const key = `${interpreter}\n${layer ?? ""}`;
  const covers = known.get(key) ?? findCovers(interpreter, release, layer);
  known.set(key, covers);
  return covers;
}

function findCovers(interpreter: string, release: string, layer: string | undefined): Mount[] {
  const prefix = dirname(dirname(realpathSync(interpreter)));
  const name = `python${release.split(".", 2).join(".")}`;
  const own = existing(["lib", "lib64"].map((part) => join(prefix, part, name)));
  const tops = existing([...systemLibraries, ...["lib", "lib64", "share"].map((part) => join(prefix, part))]);
  const found = [
    ...existing(superfluous),
    ...own.flatMap((library) => existing(packageFolders.map((part) => join(library, part)))),
    ...tops.flatMap((top) => [...foldersOfCode(top, new Set([...own, ...superfluous]))]),
    ...(layer === undefined ? [] : codeInLayer(layer, own)),
  ];
  const ways = otherWays
    .filter((path) => existsSync(path))
    .map((path) => [path, realpathSync(path)] as const);
  const again = found.flatMap((path) =>
    ways.flatMap(([way, real]) => (path.startsWith(`${real}/`) ? [way + path.slice(real.length)] : [])),
  );
  const empty = fileURLToPath(new URL("./etc/empty", import.meta.url));
  return [...new Set([...found, ...again])].map((path) => readMount(empty, path));
}

function existing(paths: readonly string[]): string[] {
  return [...new Set(paths.filter((path) => existsSync(path)).map((path) => realpathSync(path)))];
}

/** Where code of a layer lies, once that is laid over the system's files. */
function codeInLayer(folder: string, own: readonly string[]): string[] {
  const layer = realpathSync(folder);
  const except = new Set([...own, ...superfluous].map((path) => layer + path));
  const found = systemLibraries.flatMap((top) => [...foldersOfCode(layer + top, except)]);
  return [...found, ...existing(superfluous.map((path) => layer + path))].map((path) =>
    path.slice(layer.length),
  );
}

/** The uppermost folders below one in which code lies, `except` and what is in it left out. */
function* foldersOfCode(folder: string, except: ReadonlySet<string>, depth = 0): Generator<string> {
  const entries = entriesOf(folder);
  if (depth > 0 && entries.some(isCode)) {
    yield folder;
    return;
  }
  if (depth === DEEPEST) return;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !except.has(path)) yield* foldersOfCode(path, except, depth + 1);
  }
}

/** A folder of packages is one though each of them has a folder of its own. */
function isCode(entry: Dirent): boolean {
  if (entry.isDirectory()) return entry.name.endsWith(".dist-info");
  return entry.isFile() && /\.(?:py|pyc|whl|egg)$/u.test(entry.name);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
