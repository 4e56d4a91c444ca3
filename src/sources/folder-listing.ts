import { lstatSync, readdirSync, readFileSync, readlinkSync, type Dirent } from "node:fs";
import { join, relative } from "node:path";

import { isSystemError, joinPath, type HostPath } from "../base/index.ts";
import { isJunkFile, isJunkFolder } from "./build-junk.ts";
import { checkTreeLimits } from "./tree-limits.ts";
import type { ListedEntry } from "./tree-plan.ts";

/**
 * Everything in a folder but build junk, links as links. Contents are paths relative to the folder. Throws
 * `source-too-large`, and Node's own error where the folder itself cannot be read.
 */
export function listFolder(folder: HostPath, what: string): readonly ListedEntry[] {
  const listed: ListedEntry[] = [];
  const pending: string[] = [""];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const children = readChildren(folder, at, listed);
    const name = at.split("/").at(-1) ?? "";
    if (
      at !== "" &&
      isJunkFolder(
        name,
        children.map((child) => child.name.toString("utf8")),
      )
    )
      continue;
    for (const child of children) {
      const entry = describeChild(folder, at, child);
      if (entry === "folder") pending.push(pathOf(at, child));
      else if (entry !== undefined) listed.push(entry);
    }
    checkTreeLimits(what, { files: listed.length, bytes: 0 });
  }
  return listed;
}

/** The bytes of files listed before. A file that vanished meanwhile is left out. */
export async function* readFolder(
  folder: HostPath,
  paths: readonly string[],
): AsyncGenerator<{ readonly content: string; readonly bytes: Buffer }> {
  for (const content of paths) {
    try {
      yield { content, bytes: readFileSync(join(folder, content)) };
    } catch (error) {
      if (!isSystemError(error, "ENOENT")) throw error;
    }
  }
}

function readChildren(folder: HostPath, path: string, listed: ListedEntry[]): readonly Dirent<Buffer>[] {
  try {
    return readdirSync(joinPath(folder, path), { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    if (path === "" || !isSystemError(error, "EACCES", "EPERM", "ENOENT")) throw error;
    listed.push({ kind: "left-out", path, reason: "unreadable" });
    return [];
  }
}

function describeChild(
  folder: HostPath,
  parent: string,
  child: Dirent<Buffer>,
): ListedEntry | "folder" | undefined {
  const path = pathOf(parent, child);
  const name = child.name.toString("utf8");
  if (!Buffer.from(name).equals(child.name)) return { kind: "left-out", path, reason: "not_utf8_name" };
  if (child.isDirectory()) return "folder";
  if (isJunkFile(name)) return undefined;
  if (child.isSymbolicLink()) return describeLink(folder, path);
  if (!child.isFile()) return { kind: "left-out", path, reason: "special_file" };
  const found = lstatSync(join(folder, path), { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  return { kind: "file", path, bytes: found.size, isExecutable: (found.mode & 0o111) !== 0, content: path };
}

/** Links that name a place in the folder by its absolute path stay inside too. */
function describeLink(folder: HostPath, path: string): ListedEntry {
  const target = readlinkSync(join(folder, path));
  if (!target.startsWith(`${folder}/`)) return { kind: "symlink", path, target };
  return { kind: "symlink", path, target: relative(join(folder, path, ".."), target) || "." };
}

function pathOf(parent: string, child: Dirent<Buffer>): string {
  const name = child.name.toString("utf8");
  return parent === "" ? name : `${parent}/${name}`;
}
