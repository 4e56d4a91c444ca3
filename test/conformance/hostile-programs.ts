import type { CommandOutcome, IsolationRow, ResourceLimits } from "../../src/sandbox/index.ts";

/*
 * The programs of `test/fixtures/programs/hostile`, one purpose each; the head of a program says what it tries and what being
 * confined looks like. Each belongs to the row of the isolation table that claims to stop it.
 */

/** How a program is run and what tells that it was confined. */
export type HostileProgram = { readonly row: IsolationRow } & (
  | {
      /** Tries and says so in the end: `confined`, or what worked. Harms nothing that is left to others. */
      readonly manner: "probe";
    }
  | {
      /** Has a part in each of two sandboxes (see `meeting.py`). */
      readonly manner: "pair";
    }
  | {
      /** Leaves somebody behind who writes on (see `lingering.py`). */
      readonly manner: "lingers";
    }
  | {
      /** Ends, or is ended, in one of these ways; what runs beside it and after it is unharmed. */
      readonly manner: "alone";
      readonly ends: readonly CommandOutcome["status"][];
      readonly signal?: NodeJS.Signals;
      readonly timeoutMs?: number;
      readonly limits?: Partial<ResourceLimits>;
    }
  | {
      /** Is watched from outside while it runs, by a check of its own. */
      readonly manner: "watched";
    }
);

const probe = (row: IsolationRow) => ({ row, manner: "probe" }) as const;
const pair = (row: IsolationRow) => ({ row, manner: "pair" }) as const;
const lingers = { row: "processes", manner: "lingers" } as const;

/** Every program, by the name of its file. */
export const hostilePrograms = {
  "hidden-file": probe("files"),
  "symbolic-links": probe("files"),
  "hard-links": probe("files"),
  "spoils-read-mounts": probe("files"),
  "changes-attributes": probe("files"),
  "disk-filler": probe("files"),
  "outgrows-file-limit": probe("files"),
  "watches-files": probe("files"),
  "file-handles": probe("files"),
  "private-files": pair("files"),

  "host-port": probe("network"),
  "host-abstract-socket": probe("network"),
  "datagrams-out": probe("network"),
  "raw-sockets": probe("network"),
  "packet-sockets": probe("network"),
  "odd-sockets": probe("network"),
  "loopback-server": pair("network"),
  "abstract-socket": pair("network"),

  "process-readers": probe("processes"),
  "limits-of-others": probe("processes"),
  "other-processes": pair("processes"),
  "system-v-objects": pair("processes"),
  "posix-memory": pair("processes"),
  "posix-queues": pair("processes"),
  "leaves-child": lingers,
  "leaves-session": lingers,
  "leaves-orphan": lingers,
  "ignores-termination": lingers,
  "kills-everybody": { row: "processes", manner: "alone", ends: ["killed", "exited"] },
  zombies: { row: "processes", manner: "alone", ends: ["exited", "killed"] },
  "fork-bomb": { row: "processes", manner: "watched" },

  "memory-bomb": { row: "memory", manner: "alone", ends: ["out-of-memory"] },
  "memory-in-files": { row: "memory", manner: "alone", ends: ["out-of-memory"] },
  "deep-recursion": { row: "memory", manner: "alone", ends: ["killed"], signal: "SIGSEGV" },
  "output-flood": { row: "memory", manner: "watched" },

  "sleeps-past-limit": { row: "cpu", manner: "alone", ends: ["timed-out"], timeoutMs: 1_000 },
  "outruns-processor-limit": {
    row: "cpu",
    manner: "alone",
    ends: ["killed"],
    signal: "SIGKILL",
    limits: { cpuSeconds: 1 },
  },

  "device-files": probe("devices"),
  "making-devices": probe("devices"),
  "terminal-input": probe("devices"),

  tracing: probe("kernel_surface"),
  "process-memory": probe("kernel_surface"),
  "descriptor-thief": probe("kernel_surface"),
  "kernel-files": probe("kernel_surface"),
  "kernel-settings": probe("kernel_surface"),
  "kernel-log": probe("kernel_surface"),
  keyring: probe("kernel_surface"),
  mounting: probe("kernel_surface"),
  "changing-roots": probe("kernel_surface"),
  namespaces: probe("kernel_surface"),
  "entering-namespaces": probe("kernel_surface"),
  "io-uring": probe("kernel_surface"),
  bpf: probe("kernel_surface"),
  "performance-counters": probe("kernel_surface"),
  "page-faults": probe("kernel_surface"),
  "watches-file-systems": probe("kernel_surface"),
  modules: probe("kernel_surface"),
  personality: probe("kernel_surface"),
  clocks: probe("kernel_surface"),
  "machine-names": probe("kernel_surface"),
  rebooting: probe("kernel_surface"),
  swapping: probe("kernel_surface"),

  "becoming-root": probe("user"),
  "setuid-programs": probe("user"),

  // The last probe: where it escapes, the others have nobody outside any more.
  "signals-outside": probe("processes"),
} as const satisfies Record<string, HostileProgram>;

/** Name of a program. */
export type HostileName = keyof typeof hostilePrograms;

/** The names of one manner, in the order of the list. */
export function hostileNames(manner: HostileProgram["manner"]): HostileName[] {
  return (Object.keys(hostilePrograms) as HostileName[]).filter(
    (name) => hostilePrograms[name].manner === manner,
  );
}
