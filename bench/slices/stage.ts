/*
 * One slice in a process of its own: `stage.ts STAGE FOLDER TARGET CACHE`; prints a line of JSON. What is measured begins when the language is loaded and the texts are
 * in memory, and ends with the slice's files. `edited` adds a function to the target's file first.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { listFiles } from "../../src/analysis/code-index/code-tree.ts";
import { openCodeCache, sliceDefinition, SlicedTree } from "../../src/analysis/index.ts";
import { asHostPath, silentLogger } from "../../src/base/index.ts";
import { loadParts } from "../../src/languages/index.ts";

const [stage = "", folder = "", target = "", cacheFolder = ""] = process.argv.slice(2);
const language = await loadParts("python", ["structure", "slicing"], "measure");
const texts = new Map<string, string>();
for (const path of listFiles(asHostPath(folder))) {
  if (!language.files.isSourceFile(path)) continue;
  const decoded = language.files.decode(readFileSync(join(folder, path)));
  if (decoded.status === "decoded") texts.set(path, decoded.text);
}
const own = target.slice(0, target.lastIndexOf(":"));
if (stage === "edited")
  texts.set(
    own,
    `${texts.get(own) ?? ""}\n\ndef added_${process.pid}():\n    return added_${process.pid}()\n`,
  );
// What is loaded with the first use of the cache is no part of a slice.
(await openCodeCache(asHostPath(`${cacheFolder}-other`), silentLogger))[Symbol.dispose]();
const cpu = process.cpuUsage();
const started = performance.now();
using cache = await openCodeCache(asHostPath(cacheFolder), silentLogger);
const tree = new SlicedTree(texts, language, cache);
const place = await tree.find(target);
if (place === undefined) throw new Error(`No ${target}.`);
const { tokens, definitions } = sliceDefinition(tree.sliced, place);
const first = performance.now() - started;
const { user, system } = process.cpuUsage(cpu);
const again = performance.now();
sliceDefinition(tree.sliced, place);
console.log(
  JSON.stringify({
    stage,
    files: texts.size,
    tokens,
    definitions: definitions.length,
    ms: first,
    cpu_ms: (user + system) / 1000,
    again_ms: performance.now() - again,
    rss_mb: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
