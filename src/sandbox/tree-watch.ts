import type { ChildProcess } from "node:child_process";

import { listProcesses } from "./process-status.ts";
import type { ResourceLimits } from "./sandbox.ts";

/*
 * Where no control group counts memory and processes, the host looks at the tree of processes every so often and has it
 * killed when it is past a limit. A fast program gets past a limit between two looks; hard limits per process (see
 * `process-limits.ts`) bound by how much.
 */

const lookEveryMs = 50;

/** A watch over one tree of processes. */
export interface TreeWatch {
  /** Which limit was passed, if one was. */
  exceeded(): "memory" | "processes" | undefined;
  stop(): void;
}

/** Watches `child` and everything below it, and calls `onExceeded` once when it passes a limit. */
export function watchTree(child: ChildProcess, limits: ResourceLimits, onExceeded: () => void): TreeWatch {
  let exceeded: "memory" | "processes" | undefined;
  const timer = setInterval(() => {
    const tree = measureTree(child.pid);
    if (tree.memoryBytes > limits.memoryBytes) exceeded = "memory";
    else if (tree.processes > limits.processes + launcherProcesses) exceeded = "processes";
    if (exceeded === undefined) return;
    clearInterval(timer);
    onExceeded();
  }, lookEveryMs);
  timer.unref();
  return { exceeded: () => exceeded, stop: () => clearInterval(timer) };
}

/** The chain of programs that starts a command. */
const launcherProcesses = 4;

/** Memory that is not backed by files, and the number of processes, of `root` and all below it. */
function measureTree(root: number | undefined): { memoryBytes: number; processes: number } {
  const processes = listProcesses();
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const total = { memoryBytes: 0, processes: 0 };
  const waiting = processes.filter(({ processId }) => processId === root);
  for (let status = waiting.pop(); status !== undefined; status = waiting.pop()) {
    total.memoryBytes += status.memoryBytes;
    total.processes++;
    waiting.push(...(children.get(status.processId) ?? []));
  }
  return total;
}
