/*
 * Reads a folder and links its Python: `own-graph.ts FOLDER` prints, as JSON, the calls written in it and the processor seconds that linking takes,
 * in a process that has done nothing before.
 */
import { loadParts } from "../../src/languages/index.ts";
import type { Summary } from "../../src/languages/python/resolution/summary/summary.ts";
import { readTexts } from "./texts.ts";

const { resolution, files } = await loadParts("python", ["resolution"], "measure its call graph");
const texts = readTexts(process.argv[2] ?? ".", files.decode);
const before = process.cpuUsage();
const summaries = new Map([...texts].map(([path, text]) => [path, resolution.summarise(path, text)]));
resolution.link(summaries, new Map());
const { user, system } = process.cpuUsage(before);
const sites = [...summaries.values()].reduce<number>(
  (sum, summary) => sum + countCalls(summary as Summary),
  0,
);
console.log(JSON.stringify({ sites, cpu_s: (user + system) / 1e6 }));

/** Sites at which something is called that is written there. */
function countCalls({ sites }: Summary): number {
  return sites.filter((name, index) => index % 3 === 2 && name >= 0).length;
}
