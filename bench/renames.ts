/*
 * What renaming breaks: `npm run bench -- renames --folder DIRECTORY [--project tsconfig.json]… [--language typescript] [--count 20] [--seed 1] [--show]`.
 * Renames definitions chosen by chance, each in the folder as it is, and lets the compiler of TypeScript check the projects before and after: fine where it
 * finds the same errors, broken where it finds others, refused with the reason. What a project needs must be installed in the folder. The files are
 * written and put back.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";

import { CodeEditor, openCodeIndex } from "../src/analysis/index.ts";
import { applyEdits } from "../src/base/index.ts";
import { loadParts, type CodePlace, type FileEdit } from "../src/languages/index.ts";
import { listFiles, readFiles } from "./edits/files.ts";
import { median, shown } from "./measure/figures.ts";

const { values } = parseArgs({
  options: {
    folder: { type: "string", default: "." },
    project: { type: "string", multiple: true, default: ["tsconfig.json"] },
    language: { type: "string", default: "typescript" },
    count: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    within: { type: "string", default: "" },
    show: { type: "boolean", default: false },
  },
});
const compiler = join(
  dirname(createRequire(import.meta.url).resolve("@typescript/native/package.json")),
  "bin/tsc",
);

const language = await loadParts(values.language, ["structure", "rewriting"], "measure renaming");
const scripts = await Promise.all(
  ["javascript", "typescript"].map((name) =>
    loadParts(name, ["structure", "resolution", "rewriting"], "measure renaming"),
  ),
);
const files = readFiles(values.folder, language);
const { views } = await openCodeIndex(readTree(), { languages: scripts });
const [view] = views;
if (view === undefined) throw new Error(`No source files in ${values.folder}`);
const editor = new CodeEditor(view);
const places = files
  .filter(({ path }) => path.startsWith(values.within))
  .flatMap(({ path, structure }) =>
    structure.declarations
      .filter(({ isTest, spans }) => !isTest && spans.name.end > spans.name.start)
      .map(({ name, line }): CodePlace => ({ path, name, line })),
  );

const before = countErrors();
process.stderr.write(
  `${places.length} definitions; ${[...before.values()].reduce((a, b) => a + b, 0)} errors before\n`,
);
const counts: Record<string, number> = {};
const times: number[] = [];
for (const place of choose(places, Number(values.count), Number(values.seed))) {
  const started = performance.now();
  const outcome = editor.rename(place, newNameFor(place));
  times.push(performance.now() - started);
  const status = outcome.status === "refused" ? `refused: ${outcome.reason}` : checkWith(outcome.edits);
  counts[status] = (counts[status] ?? 0) + 1;
  const places = outcome.status === "renamed" ? outcome.edits.length : outcome.places.length;
  const message = outcome.status === "refused" ? outcome.message : "";
  if (values.show || status.startsWith("broken"))
    process.stderr.write(
      `${status}: ${place.path}:${place.line} ${place.name}, ${places} places. ${message}\n`,
    );
}
const most = shown(Math.max(...times), 0);
process.stdout.write(
  `${values.folder}: ${JSON.stringify(counts)}; ${shown(median(times), 0)} ms each, at most ${most}\n`,
);

/** Elements are components only where their names begin with a capital. */
function newNameFor({ name }: CodePlace): string {
  return /^\p{Lu}/u.test(name.slice(name.lastIndexOf(".") + 1)) ? "RenamedForTrial" : "renamedForTrial";
}

/** Sources, and files that say how modules are found, without those of installed packages. */
function readTree(): ReadonlyMap<string, string> {
  const isWanted = (path: string): boolean =>
    scripts.some(({ files: own, resolution }) => own.isSourceFile(path) || resolution.isProjectFile(path));
  const paths = listFiles(values.folder).map((path) => relative(values.folder, path));
  return new Map(
    paths.filter(isWanted).map((path) => [path, readFileSync(join(values.folder, path), "utf8")]),
  );
}

/** Different ones, the same for the same seed. */
function choose(from: readonly CodePlace[], count: number, seed: number): readonly CodePlace[] {
  const left = [...from];
  let state = seed;
  return Array.from({ length: Math.min(count, left.length) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const [chosen] = left.splice(Math.floor((state / 2 ** 32) * left.length), 1);
    return chosen;
  }).filter((one) => one !== undefined);
}

function checkWith(edits: readonly FileEdit[]): string {
  const byPath = Map.groupBy(edits, ({ path }) => join(values.folder, path));
  const texts = new Map([...byPath.keys()].map((path) => [path, readFileSync(path)]));
  try {
    for (const [path, own] of byPath) writeFileSync(path, applyEdits(readFileSync(path, "utf8"), own));
    const after = countErrors();
    const isSame =
      after.size === before.size && [...after].every(([key, count]) => before.get(key) === count);
    if (!isSame && values.show)
      for (const [key, count] of after)
        if (before.get(key) !== count)
          process.stderr.write(`  ${key}: ${before.get(key) ?? 0} -> ${count}\n`);
    return isSame ? "fine" : "broken";
  } finally {
    for (const [path, text] of texts) writeFileSync(path, text);
  }
}

/** Errors of the projects by file and number. */
function countErrors(): ReadonlyMap<string, number> {
  const found = values.project.flatMap((project) => {
    const given = ["--noEmit", "--pretty", "false", "--incremental", "false", "-p", project];
    const { stdout } = spawnSync(process.execPath, [compiler, ...given], {
      cwd: values.folder,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    return [...stdout.matchAll(/^(\S.*?)\(\d+,\d+\): error (TS\d+)/gmu)].map(
      ([, path, code]) => `${path} ${code}`,
    );
  });
  return new Map([...Map.groupBy(found, (key) => key)].map(([key, all]) => [key, all.length]));
}
