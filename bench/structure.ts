/*
 * What the structure of Python files costs: `npm run bench -- structure --folder DIRECTORY… [--files N] [--runs N]`. Reads that many files of the folders,
 * chosen evenly, each stage in a process of its own: the parser alone, structure on one thread, structure on two threads that share the files. Says what a run computes
 * (of two threads the longer one) and the most memory of its process, then the median of five with its range.
 */
import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

import { createPythonParser } from "../src/languages/python/parser.ts";
import { createPythonStructure } from "../src/languages/python/structure/structure.ts";
import { median, shown } from "./measure/figures.ts";

const STAGES = ["parser", "structure", "threads"] as const;
type Stage = (typeof STAGES)[number];

interface Share {
  readonly what: "parser" | "structure";
  readonly paths: readonly string[];
}

interface Reading {
  readonly cpuMs: number;
  readonly declarations: number;
}

/** What a stage came to in one run. */
interface StageCost extends Reading {
  readonly memoryMiB: number;
}

const self = fileURLToPath(import.meta.url);
if (!isMainThread) parentPort?.postMessage(await readAll(workerData as Share));
else await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: "string", multiple: true, default: ["."] },
      files: { type: "string", default: "2700" },
      runs: { type: "string", default: "5" },
      /** Of this program's own processes. */
      stage: { type: "string" },
    },
  });
  const paths = choosePaths(values.folder, Number(values.files));
  const stage = STAGES.find((one) => one === values.stage);
  if (stage !== undefined) console.log(JSON.stringify(await measureStage(stage, paths)));
  else measure(paths, values);
}

function measure(
  paths: readonly string[],
  { folder, files, runs }: { readonly folder: string[]; readonly files: string; readonly runs: string },
): void {
  const lines = paths.reduce((sum, path) => sum + readFileSync(path, "utf8").split("\n").length, 0);
  console.log(`${paths.length} files, ${lines} lines`);
  const words = [...folder.flatMap((one) => ["--folder", one]), "--files", files];
  const costs = Array.from({ length: Number(runs) }, () =>
    STAGES.map((stage) => runStage([...words, "--stage", stage])),
  );
  const said = (what: string, values: readonly number[], places: number): string =>
    `${what} ${shown(median(values), places)} (${shown(Math.min(...values), places)} to ${shown(Math.max(...values), places)})`;
  for (const [index, stage] of STAGES.entries()) {
    const own = costs.flatMap((run) => run[index] ?? []);
    const ratios = own.map(({ cpuMs }, run) => cpuMs / (costs[run]?.[0]?.cpuMs ?? Number.NaN));
    console.log(
      [
        `${stage}: ${own[0]?.declarations ?? 0} declarations`,
        said(
          "ms of computing",
          own.map(({ cpuMs }) => cpuMs),
          0,
        ),
        said("times the parser alone", ratios, 2),
        said(
          "MiB",
          own.map(({ memoryMiB }) => memoryMiB),
          0,
        ),
      ].join("; "),
    );
  }
}

function runStage(words: readonly string[]): StageCost {
  const { stdout, status } = spawnSync(process.execPath, [self, ...words], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`A stage ended with ${status}.`);
  return JSON.parse(stdout) as StageCost;
}

async function measureStage(stage: Stage, paths: readonly string[]): Promise<StageCost> {
  const readings =
    stage === "threads"
      ? await Promise.all(
          [0, 1].map((which) =>
            onThread({ what: "structure", paths: paths.filter((_, index) => index % 2 === which) }),
          ),
        )
      : [await readAll({ what: stage, paths })];
  return {
    cpuMs: Math.max(...readings.map(({ cpuMs }) => cpuMs)),
    declarations: readings.reduce((sum, one) => sum + one.declarations, 0),
    memoryMiB: process.resourceUsage().maxRSS / 1024,
  };
}

function choosePaths(folders: readonly string[], most: number): readonly string[] {
  const all = folders
    .flatMap((folder) => globSync("**/*.py", { cwd: folder, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const wanted = Math.min(most, all.length);
  return Array.from({ length: wanted }, (_, index) => all[Math.floor((index * all.length) / wanted)] ?? "");
}

function onThread(share: Share): Promise<Reading> {
  return new Promise((resolve, reject) => {
    new Worker(new URL(import.meta.url), { workerData: share })
      .once("message", resolve)
      .once("error", reject);
  });
}

/** Milliseconds of computing on this thread: other work of the machine, and compiling on other threads, does not count. */
function computingMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Files are read before the clock starts, a hundred at a time. */
async function readAll({ what, paths }: Share): Promise<Reading> {
  const parser = await createPythonParser();
  const structure = createPythonStructure(parser);
  let [cpuMs, declarations] = [0, 0];
  for (let from = 0; from < paths.length; from += 100) {
    const texts = paths.slice(from, from + 100).map((path) => readFileSync(path, "utf8"));
    const before = computingMs();
    for (const text of texts)
      if (what === "parser") parser.parse(text)?.delete();
      else declarations += structure.read("module.py", text).declarations.length;
    cpuMs += computingMs() - before;
  }
  return { cpuMs, declarations };
}
