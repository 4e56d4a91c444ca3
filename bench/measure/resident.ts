import { readdirSync, readFileSync } from "node:fs";

/**
 * Anonymous memory in MiB of this process, and of all below it but evaluations, which come and go: they are the processes that a
 * parent of the same program forked.
 */
export function residentMiB(): { readonly own: number; readonly below: number } {
  const parents = new Map<number, number>();
  const programs = new Map<number, string>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    parents.set(Number(name), Number(fields[1]));
    programs.set(Number(name), stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")")));
  }
  const below = new Set([process.pid]);
  for (let before = 0; before !== below.size; ) {
    before = below.size;
    for (const [pid, parent] of parents) if (below.has(parent)) below.add(pid);
  }
  below.delete(process.pid);
  for (const pid of below) {
    const program = programs.get(pid) ?? "";
    if (program.startsWith("python") && programs.get(parents.get(pid) ?? 0) === program) below.delete(pid);
  }
  const anonymous = (pid: number): number =>
    Number(/RssAnon:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
  return { own: anonymous(process.pid), below: [...below].reduce((sum, pid) => sum + anonymous(pid), 0) };
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
