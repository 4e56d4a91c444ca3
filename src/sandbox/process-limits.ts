import type { ResourceLimits } from "./sandbox.ts";

/** Open files of a process: enough for test suites, far from what a machine can hold. */
const openFiles = 4_096;

/** What limits cannot say alone. */
export interface ProcessLimitOptions {
  /** Processes and threads that the user may have, with those outside the sandbox where the user id is not its own. */
  readonly processes: number;
  /** True where no control group counts memory: then a single process is bounded, well above the sandbox's limit. */
  readonly boundData: boolean;
}

/** Arguments for `prlimit(1)`: hard limits of every process of a sandbox. */
export function processLimitArguments(limits: ResourceLimits, options: ProcessLimitOptions): string[] {
  const dataBytes = 4 * limits.memoryBytes;
  return [
    "--core=0:0",
    `--nofile=${openFiles}:${openFiles}`,
    `--fsize=${limits.fileBytes}:${limits.fileBytes}`,
    `--nproc=${options.processes}:${options.processes}`,
    ...(limits.cpuSeconds === undefined
      ? []
      : [`--cpu=${Math.ceil(limits.cpuSeconds)}:${Math.ceil(limits.cpuSeconds) + 1}`]),
    ...(options.boundData ? [`--data=${dataBytes}:${dataBytes}`] : []),
  ];
}
