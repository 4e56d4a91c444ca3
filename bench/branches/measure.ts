import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { asHostPath, asSandboxPath, sha256, silentLogger } from "../../src/base/index.ts";
import {
  chooseBackend,
  interpreterMounts,
  packageCovers,
  systemMounts,
  type Mount,
} from "../../src/sandbox/index.ts";
import { acquireSource } from "../../src/sources/index.ts";
import type { MeasuredPackage } from "./packages.ts";

/** What coverage.py says of one file; arcs are `[from, to]` in lines, `exits` ways out by line. */
export interface FileAnalysis {
  readonly possible: readonly Arc[];
  readonly executed: readonly Arc[];
  readonly exits: readonly (readonly [line: number, count: number])[];
  /** Lines that count as fully taken by a comment or a pattern. */
  readonly unbranched: readonly number[];
  readonly excluded: readonly number[];
  readonly lines: readonly number[];
  readonly executed_lines: readonly number[];
}

type Arc = readonly [number, number];

/** A run under coverage.py: each file by its path, with its default settings (`given`) and with nothing left out (`plain`). */
export interface Theirs {
  readonly version: string;
  /** `CTracer`, `PyTracer`, `SysMonitor`. */
  readonly core: string;
  readonly status: number;
  readonly files: Readonly<Record<string, { readonly given: FileAnalysis; readonly plain: FileAnalysis }>>;
}

/** One function of a run under the judge's tracer. */
export interface OurTarget {
  readonly name: string;
  /** First line, decorators included; line of `def`; first line of the body; last line. */
  readonly start: number;
  readonly header: number;
  readonly body: number;
  readonly end: number;
  /** What it has: `method`, `async`, `match`, … */
  readonly shapes: readonly string[];
  readonly taken: readonly Arc[];
  /** `possible_arcs` of the guest. */
  readonly found: unknown;
}

/** A run under the judge's tracer. */
export interface Ours {
  readonly status: number;
  /** Ids of tests that ended tracing. */
  readonly blinding: readonly string[];
  readonly files: Readonly<Record<string, readonly OurTarget[]>>;
}

/** All runs of one package's tests. */
export interface MeasuredRuns {
  readonly ours: Ours;
  readonly theirs: Theirs;
  /** Runs them once more under coverage.py. */
  again(): Promise<Theirs>;
  readonly blinding: readonly string[];
}

const run = promisify(execFile);
const guests = fileURLToPath(new URL("../../src/languages/python/guest", import.meta.url));
const programs = fileURLToPath(new URL(".", import.meta.url));

/** Which coverage.py is wanted, and a folder for what is downloaded; removed when disposed, unless it was given. */
export class Depot implements Disposable {
  readonly folder: string;
  /** `coverage`, or `coverage==VERSION`. */
  readonly coverage: string;
  readonly #isOwn: boolean;

  constructor(folder: string | undefined, coverage: string) {
    this.coverage = coverage;
    this.#isOwn = folder === undefined;
    this.folder = folder ?? mkdtempSync(join(tmpdir(), "diorama-coverage-"));
    mkdirSync(this.folder, { recursive: true });
    chmodSync(this.folder, 0o755);
  }

  [Symbol.dispose](): void {
    if (this.#isOwn) rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Runs a package's tests in sandboxes, under the judge's tracer and under coverage.py. Tests that end a tracer (`blinding`) are left
 * out of both.
 */
export async function measurePackage(
  depot: Depot,
  python: string,
  measured: MeasuredPackage,
): Promise<MeasuredRuns> {
  const { name, version } = measured;
  const spec = version === undefined ? join(programs, name) : `pypi:${name}@${version}`;
  const cacheDirectory = asHostPath(join(depot.folder, "sources"));
  const acquired = await acquireSource(spec, { cacheDirectory, logger: silentLogger });
  const libraries = await installLibraries(depot, python, measured);
  const sources = acquired.files
    .map(({ path }) => path as string)
    .filter((path) => path.endsWith(".py") && isCode(path, measured));
  const mounts = [readMount(acquired.directory, "/tree"), readMount(libraries, "/libraries")];
  const roots = measured.roots.map((root) => join("/tree", root));
  const one = async (mode: "theirs" | "ours", without: readonly string[]): Promise<unknown> => {
    const words = [...measured.tests, ...without.map((id) => `--deselect=${id}`)];
    return measureOnce(python, { root: "/tree", sources, arguments: words, mode }, mounts, roots);
  };
  const first = (await one("ours", [])) as Ours;
  const { blinding } = first;
  return {
    ours: blinding.length === 0 ? first : ((await one("ours", blinding)) as Ours),
    theirs: (await one("theirs", blinding)) as Theirs,
    again: async () => (await one("theirs", blinding)) as Theirs,
    blinding,
  };
}

function isCode(path: string, { code }: MeasuredPackage): boolean {
  const isInside = code.some((folder) => path === folder || path.startsWith(`${folder}/`));
  return isInside && !path.split("/").includes("tests");
}

/** Wheels only: nothing of a package runs outside a sandbox. The package itself is there for its metadata, its tree comes first. */
async function installLibraries(depot: Depot, python: string, measured: MeasuredPackage): Promise<string> {
  const { name, version, needs = [] } = measured;
  const folder = join(
    depot.folder,
    `libraries-${sha256([python, name, depot.coverage].join(" ")).slice(0, 12)}`,
  );
  const itself = version === undefined ? [] : [`${name}==${version}`];
  const wanted = [depot.coverage, "pytest", ...needs, ...itself];
  const words = ["--quiet", "--disable-pip-version-check", "--no-compile", "--only-binary", ":all:"];
  await run(python, ["-m", "pip", "install", ...words, "--upgrade", "--target", folder, ...wanted]);
  chmodSync(folder, 0o755);
  return folder;
}

const SECONDS = 3600;

async function measureOnce(
  python: string,
  job: object,
  mounts: readonly Mount[],
  roots: readonly string[],
): Promise<unknown> {
  const results = mkdtempSync(join(tmpdir(), "diorama-coverage-out-"));
  chmodSync(results, 0o777);
  const out = { from: asHostPath(results), to: asSandboxPath("/results"), access: "write" } as const;
  const words = JSON.stringify({ ...job, out: "/results/found.json" });
  try {
    await runProgram(python, [words], [...mounts, out], roots);
    return JSON.parse(readFileSync(join(results, "found.json"), "utf8")) as unknown;
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

async function runProgram(
  python: string,
  words: readonly string[],
  mounts: readonly Mount[],
  roots: readonly string[],
): Promise<void> {
  const own = [readMount(guests, "/guests"), readMount(programs, "/programs")];
  const runtime = [...systemMounts(), ...interpreterMounts(python), ...packageCovers(python)];
  const { backend } = await chooseBackend("auto");
  await using sandbox = await backend.create(
    {
      mounts: [...runtime, ...mounts, ...own],
      limits: { memoryBytes: 2 ** 31, processes: 64, fileBytes: 2 ** 28, scratchBytes: 2 ** 28 },
      network: { kind: "none" },
      variables: {
        PATH: "/usr/bin:/bin",
        PYTHONPATH: [...roots, "/libraries", "/guests"].join(":"),
        PYTHONHASHSEED: "0",
        PYTHONDONTWRITEBYTECODE: "1",
        LC_ALL: "C.UTF-8",
        HOME: "/tmp",
      },
      workingDirectory: asSandboxPath("/tmp"),
    },
    { logger: silentLogger },
  );
  const ended = await sandbox.run([python, "/programs/measure.py", ...words], { timeoutMs: SECONDS * 1000 });
  if (ended.status === "exited" && ended.exitCode === 0) return;
  throw new Error(`${words[0]}: ${ended.status}\n${ended.stdout.slice(-1500)}\n${ended.stderr.slice(-1500)}`);
}

function readMount(from: string, to: string): Mount {
  return { from: asHostPath(from), to: asSandboxPath(to), access: "read" };
}
