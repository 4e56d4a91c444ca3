import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** What the host sees of one process. */
export interface ProcessStatus {
  readonly processId: number;
  readonly parent: number;
  readonly user: number;
  readonly threads: number;
  readonly isDead: boolean;
  /** Memory that is not backed by files. */
  readonly memoryBytes: number;
}

/** All processes that this one may see, by one look. */
export function listProcesses(): ProcessStatus[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}

/** `undefined` for a process that does not exist. */
function readProcess(processId: number): ProcessStatus | undefined {
  try {
    const text = readFileSync(`/proc/${processId}/status`, "utf8");
    const field = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0);
    return {
      processId,
      parent: field("PPid"),
      user: field("Uid"),
      threads: field("Threads"),
      isDead: /^State:\s+[ZX]/m.test(text),
      memoryBytes: 1024 * (field("RssAnon") + field("RssShmem")),
    };
  } catch {
    return undefined;
  }
}

const longestWaitMs = 5_000;

/**
 * Waits until a killed process is gone, at most five seconds. The first process of a pid namespace is gone only after all
 * others in it are.
 */
export async function untilGone(processId: number | undefined): Promise<void> {
  if (processId === undefined) return;
  for (let waitedMs = 0; waitedMs < longestWaitMs; waitedMs += 2) {
    const found = readProcess(processId);
    if (found === undefined || found.isDead) return;
    await wait(2);
  }
}

/** What a user may start while a sandbox lives, or has in other containers: the kernel counts it, nobody here sees it. */
const unseenThreads = 512;

/** Threads of this process's user, which count against its limit on processes: those seen now, and room for the unseen. */
export function countUserThreads(): number {
  const user = process.geteuid?.();
  return listProcesses()
    .filter((each) => each.user === user)
    .reduce((sum, { threads }) => sum + threads, unseenThreads);
}

/**
 * Dead processes of a user that nobody has reaped, which the kernel counts as well. Bubblewrap leaves some to the machine's
 * first process, and that of many containers (`sleep infinity`, `npm`) never reaps.
 */
export function countDead(user: number): number {
  return listProcesses().filter((each) => each.user === user && each.isDead).length;
}
