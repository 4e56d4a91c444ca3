import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/*
 * What a warm parent has and what lies in its sandbox, as root of this machine sees it from outside: the same before and after
 * evaluations that left nothing behind.
 */

/** What evaluations could leave behind on this machine. */
export interface MachineTraces {
  /** Command lines of all processes below this one. */
  readonly processes: readonly string[];
  readonly sharedMemory: readonly string[];
  readonly systemV: number;
}

/** What evaluations could leave behind in the sandbox of a parent. Numbers are lines of the kernel's tables. */
export interface ParentTraces {
  /** Its process id. */
  readonly parent: number;
  readonly descriptors: number;
  readonly mounts: readonly string[];
  readonly files: readonly string[];
  readonly sockets: number;
  readonly systemV: number;
}

/** Looks at this machine. */
export function traceMachine(): MachineTraces {
  return {
    processes: processesBelow(process.pid).map(commandLine).toSorted(),
    sharedMemory: readdirSync("/dev/shm")
      .filter((name) => name.includes("hostile"))
      .toSorted(),
    systemV: systemVTables.flatMap(lines).length,
  };
}

/** Looks at the one warm parent that runs below this process; throws where there is none or more than one. */
export function traceParent(): ParentTraces {
  const guests = processesBelow(process.pid).filter((each) =>
    /^\S*python\S* -B \S+diorama_parent.py/.test(commandLine(each)),
  );
  // A stem is a fork of its parent.
  const parents = guests.filter((each) => !guests.includes(parentOf(each)));
  const [parent] = parents;
  if (parent === undefined || parents.length > 1) throw new Error(`there are ${parents.length} parents`);
  const folder = `/proc/${parent}`;
  // A root without rights over this machine's namespaces has them in the parent's user namespace.
  const isApart = readlinkSync(join(folder, "ns/user")) !== readlinkSync("/proc/self/ns/user");
  const into = [
    "--target",
    String(parent),
    "--ipc",
    ...(isApart ? ["--user", "--preserve-credentials"] : []),
  ];
  return {
    parent,
    descriptors: readdirSync(join(folder, "fd")).length,
    mounts: lines(join(folder, "mountinfo")),
    files: ["tmp", "dev/shm"].flatMap((each) =>
      readdirSync(join(folder, "root", each), { recursive: true, encoding: "utf8" }).toSorted(),
    ),
    sockets: ["unix", "tcp", "tcp6", "udp", "raw"].flatMap((name) => lines(join(folder, "net", name))).length,
    // The tables are those of the namespace of whoever reads them.
    systemV: execFileSync("nsenter", [...into, "cat", ...systemVTables], { encoding: "utf8" }).split("\n")
      .length,
  };
}

const systemVTables = ["shm", "sem", "msg"].map((name) => `/proc/sysvipc/${name}`);

function processesBelow(root: number): number[] {
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  );
  const isBelow = (processId: number): boolean => {
    const parent = parents.get(processId);
    return parent !== undefined && parent !== 0 && (parent === root || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

function parentOf(processId: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${processId}/status`))?.[1] ?? 0);
}

function commandLine(processId: number): string {
  return read(`/proc/${processId}/cmdline`).replaceAll("\0", " ");
}

function lines(path: string): string[] {
  return read(path).split("\n");
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
