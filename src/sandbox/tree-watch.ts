import type { ChildProcess } from "node:child_process";

import { listProcesses, type ProcessStatus } from "./process-status.ts";
import type { ResourceLimits } from "./sandbox.ts";

/*
 * Where no control group counts memory and processes, the host looks at the trees of processes every so often and has one
 * killed when it is past a limit. A fast program gets past a limit between two looks; hard limits per process (see
 * `process-limits.ts`) bound by how much. One look serves all trees, for it reads every process that there is.
 */

const lookEveryMs = 50;

/** A watch over one tree of processes. */
export interface TreeWatch {
  /** Which limit was passed, if one was. */
  exceeded(): "memory" | "processes" | undefined;
  stop(): void;
}

/** The machine's processes at one look. */
interface Processes {
  readonly all: readonly ProcessStatus[];
  readonly childrenOf: ReadonlyMap<number, readonly ProcessStatus[]>;
}

/** Called with what every look finds. */
type Look = (processes: Processes) => void;

const looks = new Set<Look>();
let timer: NodeJS.Timeout | undefined;

/** Watches `child` and everything below it, and calls `onExceeded` once when it passes a limit. */
export function watchTree(child: ChildProcess, limits: ResourceLimits, onExceeded: () => void): TreeWatch {
  let exceeded: "memory" | "processes" | undefined;
  const look: Look = (processes) => {
    const tree = measureTree(child.pid, processes);
    if (tree.memoryBytes > limits.memoryBytes) exceeded = "memory";
    else if (tree.processes > limits.processes + launcherProcesses) exceeded = "processes";
    if (exceeded === undefined) return;
    looks.delete(look);
    onExceeded();
  };
  looks.add(look);
  if (timer === undefined) lookLater();
  return { exceeded: () => exceeded, stop: () => looks.delete(look) };
}

function lookLater(): void {
  timer = setTimeout(lookAtAll, lookEveryMs).unref();
}

function lookAtAll(): void {
  timer = undefined;
  if (looks.size === 0) return;
  const all = listProcesses();
  const childrenOf = Map.groupBy(all, ({ parent }) => parent);
  for (const look of looks) look({ all, childrenOf });
  lookLater();
}

/** The chain of programs that starts a command. */
const launcherProcesses = 4;

/** Memory that is not backed by files, and the number of processes, of `root` and all below it. */
function measureTree(
  root: number | undefined,
  { all, childrenOf }: Processes,
): { memoryBytes: number; processes: number } {
  const total = { memoryBytes: 0, processes: 0 };
  const waiting = all.filter(({ processId }) => processId === root);
  for (let status = waiting.pop(); status !== undefined; status = waiting.pop()) {
    total.memoryBytes += status.memoryBytes;
    total.processes++;
    waiting.push(...(childrenOf.get(status.processId) ?? []));
  }
  return total;
}
