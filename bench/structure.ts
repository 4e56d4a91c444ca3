/*
 * What the structure of Python files costs: `npm run bench -- structure --folder DIRECTORY [--files N] [--runs N]`. Reads that many files of the folder,
 * chosen evenly, and says what computing the parser alone takes, structure, and of two threads that share the files the longer one; then
 * the median of the ratios within a run, with their range, and the most memory that the process had.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

import { createPythonParser } from "../src/languages/python/parser.ts";
import { createPythonStructure } from "../src/languages/python/structure/structure.ts";
import { median, shown } from "./measure/figures.ts";

interface Share {
  readonly what: "parser" | "structure";
  readonly paths: readonly string[];
}

interface Reading {
  readonly cpuMs: number;
  readonly declarations: number;
}

if (isMainThread) await measure();
else parentPort?.postMessage(await readAll(workerData as Share));

async function measure(): Promise<void> {
  const { values } = parseArgs({
    options: {
      folder: { type: "string", default: "." },
      files: { type: "string", default: "2700" },
      runs: { type: "string", default: "5" },
    },
  });
  const paths = choosePaths(values.folder, Number(values.files));
  const lines = paths.reduce((sum, path) => sum + readFileSync(path, "utf8").split("\n").length, 0);
  console.log(`${paths.length} files, ${lines} lines`);
  const rows: { readonly one: number; readonly two: number }[] = [];
  for (let run = 0; run < Number(values.runs); run++) {
    const parser = await onThread({ what: "parser", paths });
    const structure = await onThread({ what: "structure", paths });
    const halves = [0, 1].map((which) => paths.filter((_, index) => index % 2 === which));
    const both = await Promise.all(halves.map((half) => onThread({ what: "structure", paths: half })));
    const longerMs = Math.max(...both.map(({ cpuMs }) => cpuMs));
    rows.push({ one: structure.cpuMs / parser.cpuMs, two: longerMs / parser.cpuMs });
    console.log(
      `parser alone ${shown(parser.cpuMs, 0)} ms; structure ${shown(structure.cpuMs, 0)} ms, of two threads the longer ` +
        `${shown(longerMs, 0)} ms; ${structure.declarations} declarations`,
    );
  }
  for (const key of ["one", "two"] as const) {
    const ratios = rows.map((row) => row[key]);
    const range = `${shown(Math.min(...ratios))} to ${shown(Math.max(...ratios))}`;
    console.log(
      `${key === "one" ? "one thread" : "two threads"}: ${shown(median(ratios))} (${range}) times the parser alone`,
    );
  }
  console.log(`most memory ${shown(process.resourceUsage().maxRSS / 1024, 0)} MiB`);
}

function choosePaths(folder: string, most: number): readonly string[] {
  const all = globSync("**/*.py", { cwd: folder, withFileTypes: true })
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
