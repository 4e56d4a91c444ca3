/*
 * Reads a folder and links its Python: `own-graph.ts FOLDER` prints the processor seconds that takes, in a process that has done nothing before.
 */
import { loadParts } from "../../src/languages/index.ts";
import { readTexts } from "./texts.ts";

const { resolution, files } = await loadParts("python", ["resolution"], "measure its call graph");
const texts = readTexts(process.argv[2] ?? ".", files.decode);
const before = process.cpuUsage();
const summaries = new Map([...texts].map(([path, text]) => [path, resolution.summarise(path, text)]));
resolution.link(summaries, new Map());
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1e6);
