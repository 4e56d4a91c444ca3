// `npm run bench -- java-graph --sources FOLDER [--classpath PATH] [--kept FOLDER] [--list]`: calls that Java's resolution finds in a source tree against those
// that the compiler attributes (bench/peers/JavaCalls.java, JDK 17 or later), and what linking costs.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import type { RepositoryPath } from "../src/base/index.ts";
import { loadParts } from "../src/languages/index.ts";
import type { CodePlace } from "../src/languages/resolution.ts";

interface Call {
  readonly caller: CodePlace;
  readonly callee: CodePlace;
  readonly at: number;
}

interface CompiledCall extends Call {
  readonly sort: "written" | "implicit" | "generated";
}

const { values } = parseArgs({
  options: {
    sources: { type: "string", multiple: true, default: [] },
    classpath: { type: "string", default: "" },
    /** Where to keep what the compiler said, and to take it from. */
    kept: { type: "string" },
    list: { type: "boolean", default: false },
  },
});

const { resolution } = await loadParts("java", ["resolution"], "measure calls");
for (const folder of values.sources) measure(folder);

function measure(folder: string): void {
  const compiled = compiledCalls(folder);
  const found = foundCalls(folder);
  const written = new Set(compiled.filter(({ sort }) => sort === "written").map(keyOf));
  const all = new Set(compiled.filter(({ sort }) => sort !== "generated").map(keyOf));
  const own = new Set(found.map(keyOf));
  const missing = [...all].filter((key) => !own.has(key));
  const extra = [...own].filter((key) => !all.has(key));
  const share = (part: number, whole: number): string => (part / Math.max(1, whole)).toFixed(4);
  const implicit = all.size - written.size;
  console.log(
    `${folder}: ${all.size} compiled calls (${implicit} implicit), recall ${share(all.size - missing.length, all.size)}, precision ${share(own.size - extra.length, own.size)}`,
  );
  if (!values.list) return;
  for (const key of missing.sort()) console.log(`- ${key}`);
  for (const key of extra.sort()) console.log(`+ ${key}`);
}

function compiledCalls(folder: string): readonly CompiledCall[] {
  const file = values.kept === undefined ? undefined : join(values.kept, `${basename(folder)}.jsonl`);
  const text = file !== undefined && existsSync(file) ? readFileSync(file, "utf8") : compile(folder);
  if (file !== undefined) writeFileSync(file, text);
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as CompiledCall);
}

function compile(folder: string): string {
  const program = fileURLToPath(new URL("peers/JavaCalls.java", import.meta.url));
  const open = ["--add-exports", "jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED"];
  const { stdout, stderr } = spawnSync("java", [...open, program, folder, values.classpath], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  console.log(stderr.trim());
  return stdout;
}

function foundCalls(folder: string): readonly Call[] {
  const texts = new Map<RepositoryPath, string>();
  for (const path of globSync("**/*.java", { cwd: folder }))
    texts.set(path, readFileSync(join(folder, path), "utf8"));
  const start = process.hrtime.bigint();
  const summaries = new Map(
    [...texts].map(([path, text]) => [path, JSON.parse(JSON.stringify(resolution.summarise(path, text)))]),
  );
  const read = process.hrtime.bigint();
  const linked = resolution.link(summaries, new Map());
  const end = process.hrtime.bigint();
  const lines = [...texts.values()].reduce((sum, text) => sum + text.split("\n").length, 0);
  const unknown = linked.unresolved.filter(({ why }) => why === "unknown").length;
  console.log(
    `${texts.size} files, ${lines} lines: read in ${milliseconds(start, read)} ms, linked in ${milliseconds(read, end)} ms; ${linked.unresolved.length} calls unresolved, ${unknown} of them unknown`,
  );
  if (values.list)
    for (const call of linked.unresolved.filter(({ why }) => why === "unknown"))
      console.log(`? ${call.caller.path}:${call.at} ${call.written}`);
  return linked.edges.flatMap(({ kind, caller, callee, at }) =>
    kind === "call" && at !== null ? [{ caller, callee, at }] : [],
  );
}

function milliseconds(from: bigint, to: bigint): string {
  return (Number(to - from) / 1e6).toFixed(0);
}

function keyOf({ caller, callee, at }: Call): string {
  return `${caller.path}:${at} ${caller.name}:${caller.line} -> ${callee.path}:${callee.line} ${callee.name}`;
}
