import type { ResourceLimits } from "./sandbox.ts";

/** Open files of a process: enough for test suites, far from what a machine can hold. */
const openFiles = 4_096;

/** What limits cannot say alone. */
export interface ProcessLimitOptions {
  /** Processes and threads that the user may have, with those outside the sandbox where the user id is not its own. */
  readonly processes: number;
  /** True where no control group counts memory: then a single process is bounded, well above the sandbox's limit. */
  readonly boundsData: boolean;
}

/** One limit of the kernel on each process (`getrlimit(2)`), with its number on Linux. */
export interface ProcessLimit {
  readonly name: string;
  readonly number: number;
  readonly soft: number;
  readonly hard: number;
}

/** The limits of every process of a sandbox. */
export function processLimits(limits: ResourceLimits, options: ProcessLimitOptions): ProcessLimit[] {
  const bound = (name: string, number: number, value: number): ProcessLimit => ({
    name,
    number,
    soft: value,
    hard: value,
  });
  const cpuSeconds = Math.ceil(limits.cpuSeconds ?? 0);
  return [
    bound("core", 4, 0),
    bound("nofile", 7, openFiles),
    bound("fsize", 1, limits.fileBytes),
    bound("nproc", 6, options.processes),
    ...(options.boundsData ? [bound("data", 2, 4 * limits.memoryBytes)] : []),
    // One second between SIGXCPU and SIGKILL.
    ...(cpuSeconds > 0 ? [{ name: "cpu", number: 0, soft: cpuSeconds, hard: cpuSeconds + 1 }] : []),
  ];
}

/** The same as arguments of `prlimit(1)`. */
export function prlimitArguments(limits: readonly ProcessLimit[]): string[] {
  return limits.map(({ name, soft, hard }) => `--${name}=${soft}:${hard}`);
}
