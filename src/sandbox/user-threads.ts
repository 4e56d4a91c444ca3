import { readdirSync, readFileSync } from "node:fs";

/** Threads of this process's user on the machine, which count against its limit on processes. */
export function countUserThreads(): number {
  const user = process.geteuid?.();
  let threads = 0;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const status = readStatus(name);
    if (Number(/^Uid:\s+(\d+)/m.exec(status)?.[1] ?? -1) !== user) continue;
    threads += Number(/^Threads:\s+(\d+)/m.exec(status)?.[1] ?? 1);
  }
  return threads;
}

function readStatus(processId: string): string {
  try {
    return readFileSync(`/proc/${processId}/status`, "utf8");
  } catch {
    return "";
  }
}
