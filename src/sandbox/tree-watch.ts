import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

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

/** Memory that processes do not share with files, and how many processes there are, from `root` down. */
function measureTree(root: number | undefined): { memoryBytes: number; processes: number } {
  const children = new Map<number, Status[]>();
  for (const name of readdirSync("/proc")) {
    const status = /^\d+$/.test(name) ? readStatus(Number(name)) : undefined;
    if (status === undefined) continue;
    const siblings = children.get(status.parent);
    if (siblings === undefined) children.set(status.parent, [status]);
    else siblings.push(status);
  }
  const total = { memoryBytes: 0, processes: 0 };
  const waiting = [...(root === undefined ? [] : (children.get(root) ?? []))];
  for (let status = waiting.pop(); status !== undefined; status = waiting.pop()) {
    total.memoryBytes += status.memoryBytes;
    total.processes++;
    waiting.push(...(children.get(status.processId) ?? []));
  }
  return total;
}

interface Status {
  readonly processId: number;
  readonly parent: number;
  readonly memoryBytes: number;
}

function readStatus(processId: number): Status | undefined {
  try {
    const text = readFileSync(`/proc/${processId}/status`, "utf8");
    const field = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
    return { processId, parent: field("PPid"), memoryBytes: 1024 * (field("RssAnon") + field("RssShmem")) };
  } catch {
    return undefined;
  }
}
