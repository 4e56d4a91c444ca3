import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { isSystemError } from "../base/index.ts";
import { readText } from "./read-text.ts";
import type { ResourceLimits } from "./sandbox.ts";

/*
 * Control groups count memory and processes of everything in a sandbox together. A group is made below the group that this
 * process is in (so limits that others set on us still hold), named for this process, and removed with the sandbox.
 * Version 1 has a tree per controller, version 2 one tree; both may be mounted at once. Groups of others are never
 * touched; ours that a killed process left behind are removed, which the kernel allows only for empty ones.
 */

const groupPrefix = "diorama-";
/** What the chain of launching processes needs beside the sandbox's own processes. */
const launcherProcesses = 8;

/** Where groups can be made on this machine. */
export type CgroupSupport =
  | { readonly kind: "v1"; readonly memory: string; readonly pids: string }
  | { readonly kind: "v2"; readonly parent: string }
  | { readonly kind: "none"; readonly reason: string };

/** One sandbox's group. */
export interface Cgroup {
  /** Files into which a process writes `0` to become a member. */
  readonly memberFiles: readonly string[];
  /** How many processes the kernel has killed in it for want of memory. */
  countMemoryKills(): number;
  /** Kills every member. */
  kill(): void;
  /** Removes the group; false while members are left. */
  remove(): boolean;
}

/** Looks for a place where this process may make groups, by making one. */
export function findCgroupSupport(): CgroupSupport {
  let mounts: string;
  try {
    mounts = readFileSync("/proc/self/mounts", "utf8");
  } catch {
    return { kind: "none", reason: "/proc/self/mounts cannot be read" };
  }
  return (
    findVersion1(mounts) ??
    findVersion2(mounts) ?? { kind: "none", reason: "no control group is writable here" }
  );
}

let groupNumber = 0;

/** Makes a group with `limits`. `undefined` where the machine has no place for one. */
export function createCgroup(support: CgroupSupport, limits: ResourceLimits): Cgroup | undefined {
  if (support.kind === "none") return undefined;
  const name = `${groupPrefix}${process.pid}-${groupNumber++}`;
  const parents = support.kind === "v1" ? [support.memory, support.pids] : [support.parent];
  const folders = parents.map((parent) => join(parent, name));
  for (const parent of parents) removeAbandoned(parent);
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  const [memory = "", pids = memory] = folders;
  writeFileSync(join(pids, "pids.max"), String(limits.processes + launcherProcesses));
  if (support.kind === "v1") limitMemory1(memory, limits.memoryBytes);
  else limitMemory2(memory, limits.memoryBytes);
  return {
    memberFiles: folders.map((folder) => join(folder, "cgroup.procs")),
    countMemoryKills: () =>
      countKills(join(memory, support.kind === "v1" ? "memory.oom_control" : "memory.events")),
    kill: () => killMembers(folders),
    remove: () => folders.map(removeGroup).every(Boolean),
  };
}

/** Joins the control groups named before `--`, then becomes the command behind it. */
const joinGroups = 'while [ "$1" != -- ]; do echo 0 > "$1" || exit 125; shift; done; shift; exec "$@"';

/** `command`, started as a member of `cgroup` where there is one. */
export function joiningCgroup(cgroup: Cgroup | undefined, command: readonly string[]): readonly string[] {
  return cgroup === undefined
    ? command
    : ["/bin/sh", "-c", joinGroups, "sh", ...cgroup.memberFiles, "--", ...command];
}

/** Removes a group whose members were killed: the kernel allows it once they are reaped, a moment later. */
export function removeCgroup(cgroup: Cgroup | undefined): void {
  for (let attempt = 0; attempt < 50 && cgroup?.remove() === false; attempt++) {
    cgroup.kill();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
}

function findVersion1(mounts: string): CgroupSupport | undefined {
  const memory = findWritable(version1Candidates(mounts, "memory"));
  const pids = findWritable(version1Candidates(mounts, "pids"));
  return memory === undefined || pids === undefined ? undefined : { kind: "v1", memory, pids };
}

function version1Candidates(mounts: string, controller: string): string[] {
  const line = mounts.split("\n").find((each) => {
    const [, , type, options = ""] = each.split(" ");
    return type === "cgroup" && options.split(",").includes(controller);
  });
  const own = ownGroup((controllers) => controllers.split(",").includes(controller));
  return line === undefined || own === undefined ? [] : [join(line.split(" ")[1] ?? "", own)];
}

function findVersion2(mounts: string): CgroupSupport | undefined {
  const root = mounts
    .split("\n")
    .find((each) => each.split(" ")[2] === "cgroup2")
    ?.split(" ")[1];
  const own = ownGroup((controllers) => controllers === "");
  if (root === undefined || own === undefined) return undefined;
  const candidates: string[] = [];
  for (let folder = join(root, own); folder.startsWith(root); folder = dirname(folder))
    candidates.push(folder);
  const parent = findWritable(candidates.filter(delegatesControllers));
  return parent === undefined ? undefined : { kind: "v2", parent };
}

function delegatesControllers(folder: string): boolean {
  const controllers = readText(join(folder, "cgroup.subtree_control")).split(/\s+/);
  return controllers.includes("memory") && controllers.includes("pids");
}

/** Our own group's path in the hierarchy whose controllers (`memory`, `pids`, empty for version 2) match. */
function ownGroup(matches: (controllers: string) => boolean): string | undefined {
  const line = readText("/proc/self/cgroup")
    .split("\n")
    .map((each) => each.split(":"))
    .find(([, controllers]) => controllers !== undefined && matches(controllers));
  return line?.slice(2).join(":");
}

/** The first folder in which a group can be made; a member is moved by a process of the same user that starts in ours. */
function findWritable(candidates: readonly string[]): string | undefined {
  return candidates.find((folder) => {
    const probe = join(folder, `${groupPrefix}${process.pid}-probe`);
    try {
      accessSync(join(folder, "cgroup.procs"), constants.W_OK);
      mkdirSync(probe, { recursive: true });
      rmdirSync(probe);
      return true;
    } catch {
      return false;
    }
  });
}

function limitMemory1(folder: string, bytes: number): void {
  writeFileSync(join(folder, "memory.limit_in_bytes"), String(bytes));
  writeIfPresent(join(folder, "memory.memsw.limit_in_bytes"), String(bytes));
}

function limitMemory2(folder: string, bytes: number): void {
  writeFileSync(join(folder, "memory.max"), String(bytes));
  writeIfPresent(join(folder, "memory.swap.max"), "0");
}

function writeIfPresent(path: string, text: string): void {
  if (existsSync(path)) writeFileSync(path, text);
}

function countKills(path: string): number {
  return Number(/^oom_kill (\d+)$/m.exec(readText(path))?.[1] ?? 0);
}

function killMembers(folders: readonly string[]): void {
  for (const folder of folders) {
    for (const member of readText(join(folder, "cgroup.procs")).split("\n")) {
      if (member !== "") killIfAlive(Number(member));
    }
  }
}

function killIfAlive(processId: number): void {
  try {
    process.kill(processId, "SIGKILL");
  } catch (error) {
    if (!isSystemError(error, "ESRCH", "EPERM")) throw error;
  }
}

function removeGroup(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return isSystemError(error, "ENOENT");
  }
}

function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const owner = new RegExp(`^${groupPrefix}(\\d+)-`).exec(name)?.[1];
    if (owner !== undefined && !existsSync(`/proc/${owner}`)) removeGroup(join(parent, name));
  }
}
