// Calls between C functions against the compiler's own: `npm run bench -- c-graph --source DIR --build "make -j2"`. Builds
// the folder (a copy that may be changed) with a compiler that writes down its call graph and the lines that it kept, then
// compares. `CC` is set and passed as `$CC`; `--details FILE` writes what is missing and what is extra.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";

import { loadParts } from "../src/languages/index.ts";
import { compareEdges } from "./c-graph/compare.ts";
import { readCompilerTruth, writeCompiler } from "./c-graph/compiler.ts";

const { values } = parseArgs({
  options: {
    source: { type: "string" },
    build: { type: "string", default: "make" },
    details: { type: "string" },
  },
});
if (values.source === undefined) throw new Error("Say which folder: --source DIR");
const root = realpathSync(values.source);

const { files, resolution } = await loadParts("c", ["resolution"], "resolve calls");
const paths = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((path) => !path.startsWith(".git/"));
const read = (chosen: readonly string[]): Map<string, string> =>
  new Map(chosen.map((path) => [path, readFileSync(join(root, path), "utf8")]));
const sources = read(paths.filter((path) => files.isSourceFile(path)));
const projectFiles = read(paths.filter((path) => resolution.isProjectFile(path)));

const folder = mkdtempSync(join(tmpdir(), "c-graph-"));
try {
  const compiler = writeCompiler(folder);
  execFileSync("bash", ["-c", values.build], {
    cwd: root,
    env: { ...process.env, CC: compiler, PATH: `${folder}:${process.env["PATH"]}` },
    stdio: ["ignore", "ignore", "ignore"],
  });
} catch {
  console.log("The build failed; what it compiled before is compared.");
}
const truth = readCompilerTruth(
  folder,
  [...sources.keys()].map((path) => join(root, path)),
);
rmSync(folder, { recursive: true });

const started = performance.now();
const summaries = new Map([...sources].map(([path, text]) => [path, resolution.summarise(path, text)]));
const summarised = performance.now();
const { edges, unresolved } = resolution.link(summaries, projectFiles);
const linked = performance.now();

const result = compareEdges(root, edges, truth);
const share = (part: number, whole: number): string =>
  `${(whole === 0 ? 1 : part / whole).toFixed(4)} (${part} of ${whole})`;
const lines = [...sources.values()].reduce((sum, text) => sum + text.split("\n").length, 0);
console.log(
  `files ${sources.size}, lines ${lines}, edges ${edges.length}, of them by flow ${edges.filter(({ how }) => how === "flow").length}`,
);
console.log(
  `unresolved: outside ${unresolved.filter(({ why }) => why === "outside").length}, unknown ${unresolved.filter(({ why }) => why === "unknown").length}`,
);
console.log(`compiled: functions ${truth.functions.size}, indirect calls ${truth.indirectCalls}`);
console.log(`recall of direct calls by line     ${share(result.found, result.calls)}`);
console.log(`precision of direct calls by line  ${share(result.right, result.judged)}`);
console.log(`recall of caller and callee        ${share(result.pairs.found, result.pairs.calls)}`);
console.log(`precision of caller and callee     ${share(result.pairs.right, result.pairs.judged)}`);
console.log(
  `summaries ${(summarised - started).toFixed(0)} ms, linking ${(linked - summarised).toFixed(0)} ms`,
);
if (values.details !== undefined) {
  const rows = [
    ...result.missing.map((row) => `missing ${row}`),
    ...result.extra.map((row) => `extra ${row}`),
  ];
  writeFileSync(values.details, `${rows.join("\n")}\n`);
}
