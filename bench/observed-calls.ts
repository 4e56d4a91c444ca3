/*
 * Python's call graph beside the calls that a tracer saw while a repository's tests ran: `npm run bench -- observed-calls --root FOLDER --calls
 * FILE [--root … --calls …] [--missed N] [--extra N]`. FILE is what `bench/peers/call_tracer.py` writes of FOLDER. Recall is the share of observed pairs
 * of definitions that the graph has; precision the share of the graph's pairs, of those with a call line that ran, that were observed. Edges to classes
 * without a constructor are left out, for nothing runs there; so are lambdas and generator expressions that their own definition calls.
 * `implicit` counts what is called by no name: special methods (but for `__init__`, `__new__`, `__call__`) and properties.
 */
import { globSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";

import { loadParts, type CodeEdge, type Declaration } from "../src/languages/index.ts";

const { values } = parseArgs({
  options: {
    root: { type: "string", multiple: true, default: [] },
    calls: { type: "string", multiple: true, default: [] },
    missed: { type: "string", default: "0" },
    extra: { type: "string", default: "0" },
  },
});
const language = await loadParts("python", ["resolution", "structure"], "measure its call graph");

type Row = readonly [string, string, number, number, string, string, number, string];
interface Observed {
  readonly calls: readonly Row[];
  readonly lines: Readonly<Record<string, readonly number[]>>;
}

for (const [index, root] of values.root.entries()) measure(root, values.calls[index] ?? "");

function measure(root: string, file: string): void {
  const observed = JSON.parse(readFileSync(file, "utf8")) as Observed;
  const texts = readTexts(root);
  const declarations = new Map(
    [...texts].map(([path, text]) => [path, language.structure.read(path, text).declarations]),
  );
  const before = process.cpuUsage();
  const summaries = new Map(
    [...texts].map(([path, text]) => [path, language.resolution.summarise(path, text)]),
  );
  const summarised = process.cpuUsage(before);
  const { edges } = language.resolution.link(summaries, new Map());
  const linked = process.cpuUsage(before);
  const truth = readTruth(observed, declarations);
  const predicted = readPredicted(edges, observed, declarations);
  const implicit = [...truth.keys()].filter((pair) => isImplicit(pair, declarations));
  const found = [...truth.keys()].filter((pair) => predicted.all.has(pair));
  const right = [...predicted.ran.keys()].filter((pair) => truth.has(pair));
  const share = (part: number, whole: number): string => (part / Math.max(1, whole)).toFixed(3);
  const seconds = ({ user, system }: NodeJS.CpuUsage): string => ((user + system) / 1e6).toFixed(2);
  console.log(
    `${root}: recall ${share(found.length, truth.size)} of ${truth.size}, ` +
      `implicit ${share(implicit.filter((pair) => predicted.all.has(pair)).length, implicit.length)} of ${implicit.length}, ` +
      `precision ${share(right.length, predicted.ran.size)} of ${predicted.ran.size}; ` +
      `${texts.size} files, CPU ${seconds(summarised)} s summaries, ${seconds(linked)} s in all`,
  );
  const groups = new Map<string, [number, number]>();
  for (const [pair, edge] of predicted.ran) {
    const group = groups.get(`${edge.how} ${edge.confidence}`) ?? [0, 0];
    group[truth.has(pair) ? 0 : 1]++;
    groups.set(`${edge.how} ${edge.confidence}`, group);
  }
  for (const [group, [yes, no]] of [...groups].sort(([one], [other]) => (one < other ? -1 : 1)))
    console.log(`  ${group}: ${share(yes, yes + no)} of ${yes + no}`);
  show(
    "missed",
    Number(values.missed),
    [...truth].filter(([pair]) => !predicted.all.has(pair)),
  );
  show(
    "extra",
    Number(values.extra),
    [...predicted.ran]
      .filter(([pair]) => !truth.has(pair))
      .map(([pair, { at, how, confidence }]) => [pair, `${at} ${how} ${confidence}`]),
  );
}

function readTexts(root: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const file of globSync(join(root, "**/*.py")).sort()) {
    const decoded = statSync(file).isFile() ? language.files.decode(readFileSync(file)) : undefined;
    if (decoded?.status === "decoded") texts.set(relative(root, file), decoded.text);
  }
  return texts;
}

type Declared = ReadonlyMap<string, readonly Declaration[]>;

/** A definition of ours for a code object: that of its name whose `def` comes next after the code's first line. */
function placeOf(declared: Declared, path: string, qualified: string, line: number): string | undefined {
  const parts = qualified.replaceAll("<locals>.", "").split(".");
  const inner = parts.findIndex((part) => part.startsWith("<"));
  const name = (inner < 0 ? parts : parts.slice(0, inner)).join(".");
  if (name === "") return `${path}:<module>:1`;
  const named = (declared.get(path) ?? []).filter((one) => one.name === name && one.kind !== "variable");
  const found =
    inner < 0
      ? named.find((one) => one.line >= line)
      : (named.findLast((one) => one.line <= line) ?? named[0]);
  if (found?.kind === "class") return `${path}:<module>:1`;
  return found === undefined ? undefined : `${path}:${name}:${found.line}`;
}

function readTruth({ calls }: Observed, declared: Declared): ReadonlyMap<string, string> {
  const truth = new Map<string, string>();
  for (const [callerPath, callerName, callerLine, at, path, name, line, kind] of calls) {
    if (callerPath.startsWith("<") || path.startsWith("<")) continue;
    if (kind === "class" || kind === "<module>") continue;
    const caller = placeOf(declared, callerPath, callerName, callerLine);
    const callee = placeOf(declared, path, name, line);
    if (caller === undefined || callee === undefined || (kind !== "def" && caller === callee)) continue;
    truth.set(`${caller} -> ${callee}`, String(at));
  }
  return truth;
}

function readPredicted(
  edges: readonly CodeEdge[],
  { lines }: Observed,
  declared: Declared,
): { readonly all: ReadonlySet<string>; readonly ran: ReadonlyMap<string, CodeEdge> } {
  const [all, ran] = [new Set<string>(), new Map<string, CodeEdge>()];
  const linesOf = new Map(Object.entries(lines).map(([path, found]) => [path, new Set(found)]));
  for (const edge of edges) {
    const { kind, caller, callee, at } = edge;
    if (kind !== "call" || at === null) continue;
    const isClass = declared
      .get(callee.path)
      ?.some((one) => one.kind === "class" && one.name === callee.name && one.line === callee.line);
    if (isClass === true) continue;
    const pair = `${caller.path}:${caller.name}:${caller.line} -> ${callee.path}:${callee.name}:${callee.line}`;
    all.add(pair);
    if (linesOf.get(caller.path)?.has(at) === true && (ran.get(pair)?.confidence ?? 0) < edge.confidence)
      ran.set(pair, edge);
  }
  return { all, ran };
}

function isImplicit(pair: string, declared: Declared): boolean {
  const [path = "", name = "", line = ""] = (pair.split(" -> ")[1] ?? "").split(":");
  const own = name.slice(name.lastIndexOf(".") + 1);
  if (/^__\w+__$/u.test(own)) return !["__init__", "__new__", "__call__"].includes(own);
  const found = declared.get(path)?.find((one) => one.name === name && one.line === Number(line));
  return found?.decorators.some((one) => /property$|\.setter$/u.test(one)) === true;
}

function show(title: string, most: number, pairs: readonly (readonly [string, string])[]): void {
  const step = Math.max(1, pairs.length / Math.max(1, most));
  for (let at = 0; at < pairs.length && most > 0; at += step) {
    const [pair, more] = pairs[Math.floor(at)] ?? ["", ""];
    console.log(`  ${title} ${pair} (${more})`);
  }
}
