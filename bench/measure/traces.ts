import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";

/** What evaluations could leave on a machine. */
export interface Traces {
  readonly processes: readonly string[];
  readonly mounts: readonly string[];
  readonly files: readonly string[];
  readonly sockets: readonly string[];
  readonly shared_memory: readonly string[];
}

/** User ids that only sandboxes use. */
const sandboxUsers = { first: 60_706, last: 61_183 };

/** Processes of sandboxes' users and of this process, mounts, files below temporary folders, Unix sockets and System V memory, as of now. */
export function findTraces(): Traces {
  return {
    processes: readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isOurs(Number(name))),
    mounts: lines("/proc/self/mountinfo"),
    files: [tmpdir(), "/dev/shm", "/var/tmp"].flatMap((folder) =>
      readdirSync(folder)
        .filter(mayBeOurs)
        .map((name) => `${folder}/${name}`),
    ),
    sockets: lines("/proc/net/unix")
      .map((line) => line.split(/\s+/)[7] ?? "")
      .filter((path) => path !== ""),
    shared_memory: lines("/proc/sysvipc/shm"),
  };
}

/** How many of each kind are there that were not there before. */
export function traceCounts(before: Traces, after: Traces): string {
  const kinds = Object.keys(before) as (keyof Traces)[];
  return kinds
    .map((kind) => {
      const known = new Set(before[kind]);
      const left = after[kind].filter((one) => !known.has(one));
      return `${kind.replace("_", " ")} ${left.length}${left.length === 0 ? "" : ` (${left.slice(0, 3).join(", ")})`}`;
    })
    .join(", ");
}

/** A process of this one, or of a sandbox's user that no other living program looks after. */
function isOurs(pid: number): boolean {
  const status = read(`/proc/${pid}/status`);
  // Dead already, until the machine's first process has taken note of it.
  if (/^State:\s+Z/m.test(status) && /^PPid:\s+1$/m.test(status)) return false;
  const user = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  const ancestors = ancestorsOf(pid);
  if (ancestors.includes(process.pid)) return true;
  const isSandboxed = user >= sandboxUsers.first && user <= sandboxUsers.last;
  return isSandboxed && !ancestors.some((one) => read(`/proc/${one}/cmdline`).includes("node"));
}

function ancestorsOf(pid: number): number[] {
  const parent = Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
  return parent <= 1 ? [] : [parent, ...ancestorsOf(parent)];
}

/** Not a folder of another living program. */
function mayBeOurs(name: string): boolean {
  const owner = /^diorama-[a-z]+-(\d+)-/.exec(name)?.[1];
  return owner === undefined || owner === String(process.pid) || read(`/proc/${owner}/status`) === "";
}

function lines(path: string): string[] {
  return read(path)
    .split("\n")
    .slice(1)
    .filter((line) => line !== "");
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
