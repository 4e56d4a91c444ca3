import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { asHostPath, asSandboxPath, silentLogger } from "../../src/base/index.ts";
import {
  chooseBackend,
  interpreterMounts,
  systemMounts,
  type OwnedSandbox,
} from "../../src/sandbox/index.ts";

/** A script as RepoST's runner writes it. */
export interface Program {
  readonly idx: string;
  readonly text: string;
  readonly modules: readonly string[];
}

/** RepoST's own runner over some rows, in one sandbox, as its users run it in one container. */
export interface Repost extends AsyncDisposable {
  /** The scripts with the reference as the rival; rows where it cannot be inserted are left out. */
  programs(): Promise<readonly Program[]>;
  standardModules(): Promise<readonly string[]>;
  /** MiB that importing each of some modules takes; null where it cannot be imported. */
  weights(modules: readonly string[]): Promise<Readonly<Record<string, number | null>>>;
  /** Status by `idx`, and the seconds of the whole run. */
  run(
    rows: readonly { readonly idx: string }[],
  ): Promise<{ readonly seconds: number; readonly statuses: Map<string, string> }>;
}

/** `folder` holds RepoST's `execution.py`, `utils.py` and `utils_exec.py`; `python` has what they import. */
export async function openRepost(about: {
  readonly folder: string;
  readonly python: string;
  readonly rows: readonly { readonly idx: string }[];
}): Promise<Repost> {
  const work = mkdtempSync(join(tmpdir(), "diorama-bench-repost-"));
  chmodSync(work, 0o755);
  mkdirSync(join(work, "job"), { mode: 0o777 });
  chmodSync(join(work, "job"), 0o777);
  const peers = dirname(fileURLToPath(new URL("../peers/repost_programs.py", import.meta.url)));
  const mount = (from: string, to: string, access: "read" | "write" = "read") =>
    ({ from: asHostPath(from), to: asSandboxPath(to), access }) as const;
  const virtual = dirname(dirname(about.python));
  const { backend } = await chooseBackend("auto");
  const sandbox = await backend.create(
    {
      mounts: [
        ...systemMounts(),
        ...interpreterMounts(about.python),
        mount(virtual, virtual),
        mount(about.folder, "/repost"),
        mount(peers, "/peers"),
        mount(join(work, "job"), "/job", "write"),
      ],
      limits: { memoryBytes: 8 * 2 ** 30, processes: 400, fileBytes: 2 ** 30, scratchBytes: 2 ** 30 },
      network: { kind: "none" },
      variables: {
        PATH: `${virtual}/bin:/usr/bin:/bin`,
        docker_CODE_DIR: "/repost",
        docker_CACHE_DIR: "/tmp/cache",
        PYTHONPATH: "/repost",
        PYTHONDONTWRITEBYTECODE: "1",
      },
      workingDirectory: asSandboxPath("/tmp"),
    },
    { logger: silentLogger },
  );
  return {
    async programs() {
      writeFileSync(join(work, "job", "rows.json"), JSON.stringify(about.rows), { mode: 0o666 });
      const found = await speak(sandbox, about.python, ["/peers/repost_programs.py", "/job/rows.json"]);
      return (JSON.parse(found) as (Program & { readonly text: string | null })[]).filter(
        ({ text }) => text !== null && text !== "",
      );
    },
    async standardModules() {
      const program = "import json, sys; print(json.dumps(sorted(sys.stdlib_module_names)))";
      return JSON.parse(await speak(sandbox, about.python, ["-c", program])) as string[];
    },
    async weights(modules) {
      const found = await speak(sandbox, about.python, ["/peers/module_weights.py", ...modules]);
      return JSON.parse(found) as Record<string, number | null>;
    },
    async run(rows) {
      writeFileSync(join(work, "job", "rows.json"), JSON.stringify(rows), { mode: 0o666 });
      rmSync(join(work, "job", "rows_exec.json"), { force: true });
      const started = performance.now();
      const words = ["--input_file", "/job/rows.json", "--script_key", "eval_script", "--test_gt"];
      await speak(sandbox, about.python, ["/repost/execution.py", ...words], rows.length === 0);
      const seconds = (performance.now() - started) / 1000;
      if (rows.length === 0) return { seconds, statuses: new Map() };
      const results = JSON.parse(readFileSync(join(work, "job", "rows_exec.json"), "utf8")) as {
        idx: string;
        eval_script_exec_result: [string];
      }[];
      return {
        seconds,
        statuses: new Map(results.map(({ idx, eval_script_exec_result: [status] }) => [idx, status])),
      };
    },
    async [Symbol.asyncDispose]() {
      await sandbox[Symbol.asyncDispose]();
      rmSync(work, { recursive: true, force: true });
    },
  };
}

async function speak(
  sandbox: OwnedSandbox,
  python: string,
  words: readonly string[],
  mayFail = false,
): Promise<string> {
  const outcome = await sandbox.run([python, ...words], {
    timeoutMs: 900_000,
    maxOutputBytes: 64 * 1024 * 1024,
  });
  if (outcome.status === "exited" && (outcome.exitCode === 0 || mayFail)) return outcome.stdout;
  throw new Error(`RepoST's runner ${outcome.status}: ${outcome.stderr.slice(-2000)}`);
}
