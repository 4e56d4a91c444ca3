import { posix } from "node:path";

import { folderOf } from "../base/index.ts";
import { checkTreeLimits, MAX_FILE_BYTES, TREE_LIMITS, type TreeLimits } from "./tree-limits.ts";

/**
 * Where a tree comes from, names are what somebody else wrote: they may climb out, repeat, or pass through links. So no
 * name of an archive, a git tree or a folder reaches the disk before all of them are known. The plan is made in memory:
 * names are checked, links are followed within the listing, and every path of the result is a plain file.
 */

/** One entry of a listing, as it stands there. `content` is whatever its reader needs to find the bytes again. */
export type ListedEntry =
  | {
      readonly kind: "file";
      readonly path: string;
      readonly bytes: number;
      readonly isExecutable: boolean;
      readonly content: string;
    }
  /** `target` is relative to the link's folder, or absolute. */
  | { readonly kind: "symlink"; readonly path: string; readonly target: string }
  /** `target` is the path of an earlier entry. */
  | { readonly kind: "hardlink"; readonly path: string; readonly target: string }
  /** `commit`: of a submodule, the one that belongs there. */
  | {
      readonly kind: "left-out";
      readonly path: string;
      readonly reason: string;
      readonly commit?: string;
    };

/** A file of the tree to be. */
export interface PlannedFile {
  readonly path: string;
  readonly bytes: number;
  readonly isExecutable: boolean;
  readonly content: string;
}

/** What an acquired tree will hold, sorted by path, and what it will not. */
export interface TreePlan {
  readonly files: readonly PlannedFile[];
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
}

type FileEntry = Extract<ListedEntry, { kind: "file" }>;
type LinkEntry = Extract<ListedEntry, { kind: "symlink" | "hardlink" }>;

/** How many links a path may pass through, as in Linux. */
const MAX_LINKS = 40;

/** The tree that a listing describes. `what` names the source in errors. Throws `source-too-large`. */
export function planTree(
  listed: readonly ListedEntry[],
  what: string,
  limits: TreeLimits = TREE_LIMITS,
): TreePlan {
  const plan = new Plan(what, limits);
  for (const entry of listed) plan.add(entry);
  return plan.finish();
}

/** Why a path cannot be one of a tree, or `undefined` where it can. */
export function findPathProblem(path: string): string | undefined {
  if (path.includes("\u{FFFD}")) return "not_utf8_name";
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".." || part.includes("\0")))
    return "unsafe_path";
  const isTooLong = Buffer.byteLength(path) > 3_500 || parts.some((part) => Buffer.byteLength(part) > 255);
  return isTooLong ? "name_too_long" : undefined;
}

class Plan {
  readonly #what: string;
  readonly #limits: TreeLimits;
  readonly #entries = new Map<string, FileEntry | LinkEntry>();
  readonly #folders = new Map<string, Set<string>>();
  readonly #leftOut = new Map<string, string>();
  readonly #files = new Map<string, PlannedFile>();

  constructor(what: string, limits: TreeLimits) {
    this.#what = what;
    this.#limits = limits;
  }

  /** Takes an entry in; the last of a name counts, as in a tar archive. */
  add(entry: ListedEntry): void {
    const problem = findPathProblem(entry.path);
    if (problem !== undefined) this.#leaveOut(entry.path, problem);
    else if (entry.kind === "left-out") this.#leaveOut(entry.path, entry.reason);
    else if (!isVersionControlOrByteCode(entry.path)) this.#entries.set(entry.path, entry);
  }

  finish(): TreePlan {
    for (const path of this.#entries.keys()) this.#enlist(path);
    for (const [path, entry] of this.#entries) {
      if (this.#passesThroughFile(path)) this.#leaveOut(path, "unsafe_path");
      else if (entry.kind === "file") this.#place(path, entry);
      else this.#follow(path, entry);
    }
    return {
      files: [...this.#files.values()].sort(byPath),
      leftOut: [...this.#leftOut].map(([path, reason]) => ({ path, reason })).sort(byPath),
    };
  }

  #enlist(path: string): void {
    for (let at = path; at !== ""; ) {
      const folder = folderOf(at);
      const members = this.#folders.get(folder);
      this.#folders.set(folder, (members ?? new Set<string>()).add(at));
      if (members !== undefined) return;
      at = folder;
    }
  }

  /** A listing may name `a` as a file and `a/b` beside it; the first stays. */
  #passesThroughFile(path: string): boolean {
    for (let at = folderOf(path); at !== ""; at = folderOf(at)) if (this.#entries.has(at)) return true;
    return false;
  }

  #place(path: string, entry: FileEntry): void {
    if (entry.bytes > MAX_FILE_BYTES) {
      this.#leaveOut(path, "too_large");
      return;
    }
    this.#files.set(path, {
      path,
      bytes: entry.bytes,
      isExecutable: entry.isExecutable,
      content: entry.content,
    });
    this.#checkCount();
  }

  #leaveOut(path: string, reason: string): void {
    this.#leftOut.set(path, reason);
    this.#checkCount();
  }

  /** Links to folders can multiply what is listed without end. */
  #checkCount(): void {
    checkTreeLimits(this.#what, { files: this.#files.size + this.#leftOut.size, bytes: 0 }, this.#limits);
  }

  #follow(path: string, entry: LinkEntry): void {
    const real = this.#realPath(
      entry.kind === "hardlink" ? entry.target : join(folderOf(path), entry.target),
    );
    const target = real === undefined ? undefined : this.#entries.get(real);
    if (real === undefined) this.#leaveOut(path, "symlink_outside");
    else if (target?.kind === "file") this.#place(path, target);
    else if (this.#folders.has(real)) this.#copyFolder(path, real, [real]);
    else this.#leaveOut(path, "symlink_dangling");
  }

  /** Lists what is below a linked folder under the link's own path. `open` are the real folders being copied. */
  #copyFolder(path: string, real: string, open: readonly string[]): void {
    if (isWithin(path, real)) {
      this.#leaveOut(path, "symlink_cycle");
      return;
    }
    for (const member of this.#folders.get(real) ?? []) {
      const under = `${path}/${posix.basename(member)}`;
      const entry = this.#entries.get(member);
      const memberReal = entry === undefined || entry.kind === "file" ? member : this.#realPath(member);
      const target = memberReal === undefined ? undefined : this.#entries.get(memberReal);
      if (memberReal === undefined) this.#leaveOut(under, "symlink_outside");
      else if (target?.kind === "file") this.#place(under, target);
      else if (!this.#folders.has(memberReal)) this.#leaveOut(under, "symlink_dangling");
      else if (open.some((folder) => isWithin(folder, memberReal))) this.#leaveOut(under, "symlink_cycle");
      else this.#copyFolder(under, memberReal, [...open, memberReal]);
    }
  }

  /** The path without links, or `undefined` where it leaves the tree or never ends. `""` is the root. */
  #realPath(path: string): string | undefined {
    const pending = path.split("/").reverse();
    if (path.startsWith("/")) return undefined;
    let real = "";
    let links = 0;
    while (pending.length > 0) {
      const part = pending.pop() ?? "";
      if (part === "" || part === ".") continue;
      if (part === "..") {
        if (real === "") return undefined;
        real = folderOf(real);
        continue;
      }
      const next = join(real, part);
      const entry = this.#entries.get(next);
      if (entry === undefined || entry.kind === "file") {
        real = next;
        continue;
      }
      if (++links > MAX_LINKS || entry.target.startsWith("/")) return undefined;
      if (entry.kind === "hardlink") real = "";
      pending.push(...entry.target.split("/").reverse());
    }
    return real;
  }
}

function isVersionControlOrByteCode(path: string): boolean {
  return (
    path.split("/").some((part) => VERSION_CONTROL.has(part) || part === "__pycache__") ||
    /\.py[co]$/.test(path)
  );
}

/** Folders (and `.git` files) that hold history: text of the answer could be in there. */
export const VERSION_CONTROL: ReadonlySet<string> = new Set([".git", ".hg", ".svn", ".bzr", "_darcs", ".jj"]);

function isWithin(path: string, folder: string): boolean {
  return folder === "" || path === folder || path.startsWith(`${folder}/`);
}

function join(folder: string, name: string): string {
  return folder === "" || name.startsWith("/") ? name : `${folder}/${name}`;
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
