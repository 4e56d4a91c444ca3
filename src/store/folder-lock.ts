import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";

import { isSystemError, joinPath, UsageError, whileWriting, type HostPath } from "../base/index.ts";

/**
 * One process at a time works in a folder. The lock is a file that names its holder by machine, process id and start
 * time, linked into place in one step; the lock of a dead holder is taken over. A holder in another machine or
 * container cannot be asked, so its lock stands until somebody removes it.
 */
interface Holder {
  readonly pid: number;
  /** Start of the process in clock ticks since boot, where the system tells. */
  readonly started: string | null;
  /** Host and process-id namespace: within one of these, `pid` and `started` mean one process. */
  readonly place: string;
}

/** Holds a folder's lock until disposed; also given up when the process exits. Safe to dispose twice. */
export class FolderLock implements Disposable {
  readonly #path: HostPath;
  readonly #release = (): void => rmSync(this.#path, { force: true });
  #isHeld = true;

  /** Takes the lock `lock` in `folder`, which exists. Throws `UsageError` `folder-locked` while somebody alive holds it. */
  constructor(folder: HostPath) {
    this.#path = joinPath(folder, "lock");
    whileWriting(folder, () => take(this.#path, folder));
    process.on("exit", this.#release);
  }

  [Symbol.dispose](): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    process.off("exit", this.#release);
    this.#release();
  }
}

function take(path: HostPath, folder: HostPath): void {
  const own = `${path}.${process.pid}`;
  const identity: Holder = { pid: process.pid, started: startOf(process.pid), place: currentPlace() };
  writeFileSync(own, `${JSON.stringify(identity)}\n`);
  try {
    while (!linkInto(own, path)) removeIfStale(path, folder);
  } finally {
    rmSync(own, { force: true });
  }
}

function linkInto(own: string, path: HostPath): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (isSystemError(error, "EEXIST")) return false;
    throw error;
  }
}

function removeIfStale(path: HostPath, folder: HostPath): void {
  const text = readIfThere(path);
  if (text === undefined) return;
  const holder = parseHolder(text);
  if (holder === undefined || mayBeAlive(holder)) throw locked(folder, path, holder);
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return;
    throw error;
  }
  const isTheOneRead = readFileSync(aside, "utf8") === text;
  if (!isTheOneRead) linkInto(aside, path);
  rmSync(aside);
}

function locked(folder: HostPath, path: HostPath, holder: Holder | undefined): UsageError {
  const isHere = holder?.place === currentPlace();
  const who =
    holder === undefined
      ? "an unreadable lock"
      : `process ${holder.pid}${isHere ? "" : ` of ${holder.place}`}`;
  return new UsageError("folder-locked", `Cannot work in ${folder}: ${who} holds it.`, {
    hint: isHere
      ? "Wait for it to end, or choose another folder."
      : `If nothing works there any more, remove ${path}.`,
    fields: { folder, holder },
  });
}

function mayBeAlive(holder: Holder): boolean {
  if (holder.place !== currentPlace()) return true;
  const started = startOf(holder.pid);
  if (started !== null || holder.started !== null) return started === holder.started;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return isSystemError(error, "EPERM");
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isSystemError(error, "ENOENT", "ESRCH")) return undefined;
    throw error;
  }
}

/** Field 22 of /proc/PID/stat; the fields are counted after the parenthesised name, which may hold anything. */
function startOf(pid: number): string | null {
  const stat = readIfThere(`/proc/${pid}/stat`);
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields === undefined || fields[0] === "Z" ? null : (fields[19] ?? null);
}

function currentPlace(): string {
  let namespace = "";
  try {
    namespace = ` ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    // Not Linux: the host name alone has to do.
  }
  return `${hostname()}${namespace}`;
}
