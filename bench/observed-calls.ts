/*
 * Python's call graph beside the calls that a tracer saw while a repository's tests ran: `npm run bench -- observed-calls --root FOLDER --calls
 * FILE [--root … --calls …] [--missed N] [--extra N] [--peer NAME=VENV]… [--runs N]`. FILE is what `bench/peers/call_tracer.py` writes of FOLDER. Recall is the share of observed pairs
 * of definitions that the graph has; precision the share of the graph's pairs, of those with a call line that ran, that were observed. Edges to classes
 * without a constructor are left out, for nothing runs there; so are lambdas and generator expressions that their own definition calls.
 * `implicit` counts what is called by no name: special methods (but for `__init__`, `__new__`, `__call__`) and properties.
 * A peer (`pycg`, `jedi`: bench/peers/NAME_edges.py) runs in the virtual environment that is named. Where it does not say where a call stands, the edge counts
 * as run where anything in its caller ran. Processor time is that of new processes without their start: median of `--runs` (5), with range.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { loadParts, type Declaration } from "../src/languages/index.ts";
import { ownGraph, runPeer, shownSeconds, type PeerEdge, type PeerGraph } from "./graph/peers.ts";
import { readTexts } from "./graph/texts.ts";
import { median } from "./measure/figures.ts";

const { values } = parseArgs({
  options: {
    root: { type: "string", multiple: true, default: [] },
    calls: { type: "string", multiple: true, default: [] },
    missed: { type: "string", default: "0" },
    extra: { type: "string", default: "0" },
    peer: { type: "string", multiple: true, default: [] },
    runs: { type: "string", default: "5" },
  },
});
const language = await loadParts("python", ["resolution", "structure"], "measure its call graph");

type Row = readonly [string, string, number, number, string, string, number, string];
interface Observed {
  readonly calls: readonly Row[];
  readonly lines: Readonly<Record<string, readonly number[]>>;
}

const peers = values.peer.map((given) => runPeer(given, values.root, Number(values.runs)));
for (const [index, root] of values.root.entries()) {
  measure(root, values.calls[index] ?? "");
  const graphs = peers.map((graphsOf) => graphsOf[index]).filter((graph) => graph !== undefined);
  if (graphs.length > 0) measurePeers(root, values.calls[index] ?? "", graphs);
}

interface Truth {
  readonly observed: Observed;
  readonly declared: Declared;
  readonly pairs: ReadonlyMap<string, string>;
}

function readAll(texts: ReadonlyMap<string, string>, file: string): Truth {
  const observed = JSON.parse(readFileSync(file, "utf8")) as Observed;
  const declared = new Map(
    [...texts].map(([path, text]) => [path, language.structure.read(path, text).declarations]),
  );
  return { observed, declared, pairs: readTruth(observed, declared) };
}

function measure(root: string, file: string): void {
  const texts = readTexts(root, language.files.decode);
  const truth = readAll(texts, file);
  const summaries = new Map(
    [...texts].map(([path, text]) => [path, language.resolution.summarise(path, text)]),
  );
  const { edges } = language.resolution.link(summaries, new Map());
  const predicted = readPredicted(edges, truth);
  console.log(`${root}: ${describe(predicted, truth)}; ${texts.size} files`);
  for (const line of describeGroups(predicted, truth)) console.log(`  ${line}`);
  show(
    "missed",
    Number(values.missed),
    [...truth.pairs].filter(([pair]) => !predicted.all.has(pair)),
  );
  show(
    "extra",
    Number(values.extra),
    [...predicted.ran]
      .filter(([pair]) => !truth.pairs.has(pair))
      .map(([pair, { at, how, confidence }]) => [pair, `${at} ${how} ${confidence}`]),
  );
}

function measurePeers(root: string, file: string, graphs: readonly PeerGraph[]): void {
  const truth = readAll(readTexts(root, language.files.decode), file);
  const { cpuSeconds: own } = ownGraph(root, Number(values.runs));
  console.log(`  ours: ${shownSeconds(own)}`);
  for (const { name, edges, sites, cpuSeconds, problem } of graphs) {
    const times = (median(cpuSeconds) / median(own)).toFixed(1);
    console.log(
      `  ${name}: ${describe(readPredicted(edges, truth), truth)}; ${shownSeconds(cpuSeconds)}, ${times} times ours; ` +
        `${(sites / median(cpuSeconds)).toFixed(0)} calls a second, ours ${(sites / median(own)).toFixed(0)}` +
        (problem === null ? "" : `; ${problem}`),
    );
  }
}

function share(part: number, whole: number): string {
  return (part / Math.max(1, whole)).toFixed(3);
}

function describe({ all, ran }: Predicted, { pairs, declared }: Truth): string {
  const implicit = [...pairs.keys()].filter((pair) => isImplicit(pair, declared));
  const found = [...pairs.keys()].filter((pair) => all.has(pair));
  const right = [...ran.keys()].filter((pair) => pairs.has(pair));
  return (
    `recall ${share(found.length, pairs.size)} of ${pairs.size}, ` +
    `implicit ${share(implicit.filter((pair) => all.has(pair)).length, implicit.length)} of ${implicit.length}, ` +
    `precision ${share(right.length, ran.size)} of ${ran.size}`
  );
}

/** Precision by evidence. */
function describeGroups({ ran }: Predicted, { pairs }: Truth): readonly string[] {
  const groups = new Map<string, [number, number]>();
  for (const [pair, edge] of ran) {
    const group = groups.get(`${edge.how} ${edge.confidence}`) ?? [0, 0];
    group[pairs.has(pair) ? 0 : 1]++;
    groups.set(`${edge.how} ${edge.confidence}`, group);
  }
  return [...groups]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([group, [yes, no]]) => `${group}: ${share(yes, yes + no)} of ${yes + no}`);
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

interface Predicted {
  readonly all: ReadonlySet<string>;
  readonly ran: ReadonlyMap<string, PeerEdge>;
}

function readPredicted(edges: readonly PeerEdge[], { observed, declared }: Truth): Predicted {
  const [all, ran] = [new Set<string>(), new Map<string, PeerEdge>()];
  const linesOf = new Map(Object.entries(observed.lines).map(([path, found]) => [path, new Set(found)]));
  const entered = new Set(
    observed.calls.flatMap(([caller, name, line, , path, callee, calleeLine]) => [
      placeOf(declared, caller, name, line),
      placeOf(declared, path, callee, calleeLine),
    ]),
  );
  for (const edge of edges) {
    const { kind, caller, callee, at } = edge;
    if (kind !== "call") continue;
    const isClass = declared
      .get(callee.path)
      ?.some((one) => one.kind === "class" && one.name === callee.name && one.line === callee.line);
    if (isClass === true) continue;
    const from = `${caller.path}:${caller.name}:${caller.line}`;
    const pair = `${from} -> ${callee.path}:${callee.name}:${callee.line}`;
    all.add(pair);
    const hasRun = at === null ? entered.has(from) : linesOf.get(caller.path)?.has(at) === true;
    if (hasRun && (ran.get(pair)?.confidence ?? 0) < edge.confidence) ran.set(pair, edge);
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
