import { mkdtempSync, rmSync, writeFileSync, chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { asHostPath, asSandboxPath, silentLogger } from "../../src/base/index.ts";
import { chooseBackend, interpreterMounts, packageCovers, systemMounts } from "../../src/sandbox/index.ts";

/** What a plain parent is told, and what it found; see `bench/peers/plain_parent.py`. */
export interface PlainFindings {
  readonly codes: readonly number[];
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly mebibytes: { readonly VmRSS: number; readonly RssAnon: number };
}

const program = fileURLToPath(new URL("../peers/plain_parent.py", import.meta.url));

/** Runs programs one after the other in a plain parent, all of them in one sandbox: they are foreign code. */
export async function runPlain(
  python: string,
  job: {
    readonly preload: readonly string[];
    readonly programs: readonly string[];
    readonly repeats: number;
  },
): Promise<PlainFindings> {
  const folder = mkdtempSync(join(tmpdir(), "diorama-bench-plain-"));
  chmodSync(folder, 0o755);
  try {
    writeFileSync(join(folder, "job.json"), JSON.stringify(job), { mode: 0o644 });
    const mount = (from: string, to: string) =>
      ({ from: asHostPath(from), to: asSandboxPath(to), access: "read" }) as const;
    const { backend } = await chooseBackend("auto");
    await using sandbox = await backend.create(
      {
        mounts: [
          ...systemMounts(),
          ...interpreterMounts(python),
          ...packageCovers(python),
          mount(folder, "/job"),
          mount(program, "/plain_parent.py"),
        ],
        limits: { memoryBytes: 2 ** 32, processes: 200, fileBytes: 2 ** 30, scratchBytes: 2 ** 28 },
        network: { kind: "none" },
        variables: { PATH: "/usr/bin:/bin", PYTHONHASHSEED: "0" },
        workingDirectory: asSandboxPath("/"),
      },
      { logger: silentLogger },
    );
    const outcome = await sandbox.run([python, "-B", "/plain_parent.py", "/job/job.json"], {
      timeoutMs: 600_000,
      maxOutputBytes: 16 * 1024 * 1024,
    });
    if (outcome.status !== "exited" || outcome.exitCode !== 0)
      throw new Error(`The plain parent ${outcome.status}: ${outcome.stderr}`);
    const found = JSON.parse(outcome.stdout) as PlainFindings & { readonly cpu_seconds: number };
    return { ...found, cpuSeconds: found.cpu_seconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
