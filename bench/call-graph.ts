/*
 * Precision and recall of Python's call graph on snippets with expected graphs: `npm run bench -- call-graph --folder FOLDER [--misses] [--peer NAME=VENV]…`. FOLDER is
 * PyCG's micro-benchmark (`micro-benchmark/snippets` of its repository) or one of the same form: folders with `callgraph.json`, which maps each
 * function's dotted name to those it calls. Names are mapped as follows: `module.<lambdaN>` is the definition around it; what is
 * outside of the snippet is left out, and so are our edges to classes without a constructor, for which PyCG has no name.
 * Peers are those of `observed-calls`.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";

import { loadParts, type CodePlace } from "../src/languages/index.ts";
import { runPeer, type PeerEdge } from "./graph/peers.ts";

const { values } = parseArgs({
  options: {
    folder: { type: "string" },
    misses: { type: "boolean", default: false },
    peer: { type: "string", multiple: true, default: [] },
  },
});
if (values.folder === undefined) throw new Error("Say where the snippets are: --folder FOLDER");
const { resolution, structure, files } = await loadParts(
  "python",
  ["resolution", "structure"],
  "measure its call graph",
);

interface Tally {
  right: number;
  extra: number;
  missed: number;
  complete: number;
  sound: number;
  snippets: number;
}

const snippets = globSync(join(values.folder, "**/callgraph.json"))
  .sort()
  .map((file) => dirname(file));
report("ours", (_folder, sources) => {
  const summaries = new Map([...sources].map(([path, text]) => [path, resolution.summarise(path, text)]));
  return resolution.link(summaries, new Map()).edges;
});
for (const given of values.peer) {
  const graphs = runPeer(given, snippets, 1);
  report(given.split("=")[0] ?? given, (folder) => graphs[snippets.indexOf(folder)]?.edges ?? []);
}

type Finder = (folder: string, sources: ReadonlyMap<string, string>) => readonly PeerEdge[];

function report(name: string, find: Finder): void {
  const total: Tally = { right: 0, extra: 0, missed: 0, complete: 0, sound: 0, snippets: 0 };
  for (const folder of snippets) measure(folder, find, total);
  console.log(
    `${name}: ${total.snippets} snippets: precision ${share(total.right, total.right + total.extra)}, ` +
      `recall ${share(total.right, total.right + total.missed)} of ${total.right + total.missed} edges; ` +
      `nothing extra in ${total.complete}, nothing missing in ${total.sound}`,
  );
}

function share(part: number, whole: number): string {
  return (part / whole).toFixed(3);
}

function measure(folder: string, find: Finder, total: Tally): void {
  const sources = new Map(
    globSync(join(folder, "**/*.py"))
      .sort()
      .map((file) => [relative(folder, file), files.decode(readFileSync(file))] as const)
      .flatMap(([path, decoded]) => (decoded.status === "decoded" ? [[path, decoded.text] as const] : [])),
  );
  const classes = new Set(
    [...sources].flatMap(([path, text]) =>
      structure
        .read(path, text)
        .declarations.flatMap(({ kind, name }) => (kind === "class" ? [`${moduleOf(path)}.${name}`] : [])),
    ),
  );
  const found = new Set(
    find(folder, sources)
      .filter(({ kind, callee }) => kind === "call" && !classes.has(nameOf(callee)))
      .map(describe),
  );
  const modules = new Set([...sources.keys()].map(moduleOf));
  const expected = readExpected(join(folder, "callgraph.json"), modules);
  const [extra, missed] = [
    [...found].filter((edge) => !expected.has(edge)),
    [...expected].filter((edge) => !found.has(edge)),
  ];
  total.snippets++;
  total.right += found.size - extra.length;
  total.extra += extra.length;
  total.missed += missed.length;
  if (extra.length === 0) total.complete++;
  if (missed.length === 0) total.sound++;
  if (values.misses && extra.length + missed.length > 0)
    console.log(
      `${folder}\n${[...extra.map((one) => `  extra  ${one}`), ...missed.map((one) => `  missed ${one}`)].join("\n")}`,
    );
}

function readExpected(file: string, modules: ReadonlySet<string>): ReadonlySet<string> {
  const graph = JSON.parse(readFileSync(file, "utf8")) as Record<string, readonly string[]>;
  const edges = new Set<string>();
  for (const [caller, callees] of Object.entries(graph))
    for (const callee of callees) {
      const [from, to] = [caller, callee].map((name) => name.replace(/\.<lambda\d+>$/u, ""));
      const isOutside = [...modules].every((module) => to !== module && !`${to}`.startsWith(`${module}.`));
      if (from !== undefined && to !== undefined && !isOutside) edges.add(`${from} -> ${to}`);
    }
  return edges;
}

function moduleOf(path: string): string {
  return path.replace(/(?:\/?__init__)?\.py$/u, "").replaceAll("/", ".");
}

function describe({ caller, callee }: PeerEdge): string {
  return `${nameOf(caller)} -> ${nameOf(callee)}`;
}

function nameOf({ path, name }: CodePlace): string {
  return name === "<module>" ? moduleOf(path) : `${moduleOf(path)}.${name}`;
}
