/*
 * One stage of `code-index.ts`, in a process of its own: `stage.ts STAGE FOLDER SHARE [CACHE]`; without a cache files are
 * read and no names resolved. Prints a line of JSON. A folder of a repository or of
 * installed packages is read first; what is measured begins when its texts are in memory.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { openCodeCache, openCodeIndex, type IndexedView } from "../../src/analysis/index.ts";
import { asHostPath, silentLogger } from "../../src/base/index.ts";
import { languages, loadParts } from "../../src/languages/index.ts";
import { listFiles } from "../../src/analysis/code-index/code-tree.ts";

const [stage = "", folder = "", share = "1", cacheFolder = ""] = process.argv.slice(2);
const known = await Promise.all(Object.keys(languages).map((name) => loadParts(name, [], "measure")));
const all = [...readTexts()];
const texts = new Map(all.slice(0, Math.ceil(all.length * Number(share))));
if (stage === "edited") editOne();
const cpu = process.cpuUsage();
const started = performance.now();
using cache = cacheFolder === "" ? undefined : await openCodeCache(asHostPath(cacheFolder), silentLogger);
const threads = stage.endsWith("one thread") ? 1 : 2;
const reads = stage.startsWith("structure") ? "structure" : "all";
const { views } = await openCodeIndex(texts, { languages: known, threads, cache, reads });
const opened = performance.now() - started;
const edges = cacheFolder === "" ? [] : views.map(countEdges);
const { user, system } = process.cpuUsage(cpu);
console.log(
  JSON.stringify({
    stage,
    opened_ms: Math.round(opened),
    all_ms: Math.round(performance.now() - started),
    cpu_ms: Math.round((user + system) / 1000),
    rss_mb: Math.round(process.resourceUsage().maxRSS / 1024),
    files: views.reduce((sum, { paths }) => sum + paths.length, 0),
    edges: edges.reduce((sum, count) => sum + count, 0),
  }),
);

function countEdges(view: IndexedView): number {
  return view.isResolved ? view.resolved().edges.length : 0;
}

function* readTexts(): Generator<[string, string]> {
  for (const path of [...listFiles(asHostPath(folder))].sort()) {
    const language = known.find(({ files }) => files.isSourceFile(path));
    const decoded = language?.files.decode(readFileSync(join(folder, path)));
    if (decoded?.status === "decoded") yield [path, decoded.text];
  }
}

/** A function more at the end of the file in the middle. */
function editOne(): void {
  const path = [...texts.keys()][Math.floor(texts.size / 2)] ?? "";
  texts.set(path, `${texts.get(path) ?? ""}\n\ndef added_by_the_edit():\n    return added_by_the_edit()\n`);
}
