/*
 * What the structure of Python files costs: `npm run bench -- structure --folder DIRECTORY [--files N] [--runs N]`. Reads that many files of the folder,
 * chosen evenly, and says what the parser alone takes, what structure takes, and what structure takes on two threads, as ratios within
 * each run; then the median of the ratios, with their range, and the most memory that was in use. `--language` reads others.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

import { loadParts } from "../src/languages/index.ts";
import { createPythonParser } from "../src/languages/python/parser.ts";
import { median, shown } from "./measure/figures.ts";

interface Share {
  readonly language: string;
  readonly paths: readonly string[];
}

if (isMainThread) await measure();
else await serve(workerData as Share);

async function measure(): Promise<void> {
  const { values } = parseArgs({
    options: {
      language: { type: "string", default: "python" },
      folder: { type: "string", default: "." },
      files: { type: "string", default: "2700" },
      runs: { type: "string", default: "5" },
    },
  });
  const language = await loadParts(values.language, ["structure"], "measure structure");
  const all = globSync("**/*", { cwd: values.folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && language.files.isSourceFile(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const wanted = Math.min(Number(values.files), all.length);
  const paths = Array.from(
    { length: wanted },
    (_, index) => all[Math.floor((index * all.length) / wanted)] ?? "",
  );
  const lines = paths.reduce((sum, path) => sum + readFileSync(path, "utf8").split("\n").length, 0);
  console.log(`${paths.length} files, ${lines} lines`);
  const rows: { readonly one: number; readonly two: number }[] = [];
  for (let run = 0; run < Number(values.runs); run++) {
    const parsed = values.language === "python" ? await parseAlone(paths) : Number.NaN;
    const read = await readAll({ language: values.language, paths });
    const twoMs = await readOnTwo({ language: values.language, paths });
    rows.push({ one: read.cpuMs / parsed, two: twoMs / parsed });
    console.log(
      `parser alone ${shown(parsed, 0)} ms; structure ${shown(read.cpuMs, 0)} ms (${shown(read.cpuMs / parsed)}), ` +
        `on two threads ${shown(twoMs, 0)} ms of the longer one's (${shown(twoMs / parsed)}); ${read.declarations} declarations, ` +
        `${shown(process.memoryUsage.rss() / 2 ** 20, 0)} MiB`,
    );
  }
  for (const key of ["one", "two"] as const) {
    const ratios = rows.map((row) => row[key]);
    const name = key === "one" ? "one thread" : "two threads";
    console.log(
      `${name}: ${shown(median(ratios))} (${shown(Math.min(...ratios))} to ${shown(Math.max(...ratios))}) times the parser alone`,
    );
  }
  console.log(`most memory ${shown(process.resourceUsage().maxRSS / 1024, 0)} MiB`);
}

/** Milliseconds of computing on this thread: other work of the machine does not count. */
function computingMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

async function parseAlone(paths: readonly string[]): Promise<number> {
  const parser = await createPythonParser();
  const before = computingMs();
  for (const path of paths) {
    const text = readFileSync(path, "utf8");
    parser.parse(text)?.delete();
  }
  const tookMs = computingMs() - before;
  parser.delete();
  return tookMs;
}

async function readAll({
  language,
  paths,
}: Share): Promise<{ readonly cpuMs: number; readonly declarations: number }> {
  const { structure, files } = await loadParts(language, ["structure"], "measure structure");
  const before = computingMs();
  let declarations = 0;
  for (const path of paths) {
    const decoded = files.decode(readFileSync(path));
    if (decoded.status === "decoded") declarations += structure.read(path, decoded.text).declarations.length;
  }
  return { cpuMs: computingMs() - before, declarations };
}

/** Of two threads that each read every other file, what the one that computes longer takes. */
async function readOnTwo({ language, paths }: Share): Promise<number> {
  const shares = [0, 1].map((which) => paths.filter((_, index) => index % 2 === which));
  const times = await Promise.all(
    shares.map(
      (share) =>
        new Promise<number>((resolve, reject) => {
          const data: Share = { language, paths: share };
          new Worker(new URL(import.meta.url), { workerData: data })
            .once("message", resolve)
            .once("error", reject);
        }),
    ),
  );
  return Math.max(...times);
}

async function serve(share: Share): Promise<void> {
  parentPort?.postMessage((await readAll(share)).cpuMs);
}
