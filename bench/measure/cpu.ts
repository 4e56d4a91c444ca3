import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";

const root = "/sys/fs/cgroup/cpuacct";

/**
 * CPU time of this process and of everything it starts from now on, by a control group of its own (cgroup v1, `cpuacct`,
 * as root): what processes used that nobody waited for counts, what kernel threads did afterwards does not.
 */
export class CpuMeter implements Disposable {
  readonly #folder: string | undefined;

  constructor() {
    const folder = `${root}/diorama-bench-${process.pid}`;
    try {
      if (!existsSync(`${root}/cpuacct.usage`)) return;
      mkdirSync(folder);
      writeFileSync(`${folder}/cgroup.procs`, String(process.pid));
      this.#folder = folder;
    } catch {
      // Without rights to it there is no such figure.
    }
  }

  /** Seconds since the beginning; undefined where there is no control group. */
  read(): number | undefined {
    if (this.#folder === undefined) return undefined;
    return Number(readFileSync(`${this.#folder}/cpuacct.usage`, "utf8")) / 1e9;
  }

  [Symbol.dispose](): void {
    if (this.#folder === undefined) return;
    try {
      writeFileSync(`${root}/cgroup.procs`, String(process.pid));
      rmdirSync(this.#folder);
    } catch {
      // What still runs in it keeps it; the system removes it at the next start.
    }
  }
}
