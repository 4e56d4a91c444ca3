import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";

/** A function as GCC saw it. */
export interface CompiledFunction {
  /** Absolute path. */
  readonly path: string;
  readonly name: string;
  readonly line: number;
}

/** A direct call as GCC saw it. Several callees where several programs define the name. */
export interface CompiledCall {
  readonly caller: CompiledFunction;
  readonly callees: readonly CompiledFunction[];
  readonly name: string;
  readonly line: number;
}

/** What GCC compiled in a build. */
export interface CompilerTruth {
  /** By `path:name`. */
  readonly functions: ReadonlyMap<string, CompiledFunction>;
  /** Calls of functions that were compiled too. */
  readonly calls: readonly CompiledCall[];
  /** Calls of others, as `caller path:caller:line:name`. */
  readonly outsideCalls: ReadonlySet<string>;
  /** `path:line` of lines that the preprocessor left in. */
  readonly lines: ReadonlySet<string>;
  /** Calls of pointers; whom they reach GCC does not say. */
  readonly indirectCalls: number;
}

/**
 * Writes a program `cc` into a folder that compiles like GCC, without optimisation, and leaves what `-fcallgraph-info` and `-E` say in `folder`. Functions
 * that nothing uses are kept.
 */
export function writeCompiler(folder: string): string {
  const path = join(folder, "cc");
  writeFileSync(
    path,
    `#!/bin/bash
case " $* " in
*" -c "*|*.c*) ;;
*) exec gcc "$@" ;;
esac
id="${folder}/$$-$RANDOM"
pwd > "$id.cwd"
gcc "$@" -O0 -fno-inline -w -Dalways_inline=unused -D__always_inline__=__unused__ -fkeep-static-functions -fkeep-inline-functions -fcallgraph-info -dumpdir "$id-"
status=$?
case " $* " in *" -E "*|*" -M "*) exit $status ;; esac
args=(); skip=
for word in "$@"; do
  if [ -n "$skip" ]; then skip=; continue; fi
  case "$word" in -o|-MF|-MT|-MQ) skip=1 ;; -c|-M*|-Wp,-M*|*.o|*.a|-l*) ;; *) args+=("$word") ;; esac
done
gcc "\${args[@]}" -E > "$id.lines" 2>/dev/null
exit $status
`,
  );
  chmodSync(path, 0o755);
  return path;
}

/** Reads what a build left in the folder. A header of which the build took a copy is the first of the sources (absolute paths) with its name and bytes. */
export function readCompilerTruth(folder: string, sources: readonly string[]): CompilerTruth {
  const sourceOf = createSourceFinder(sources);
  const graphs = readdirSync(folder)
    .filter((name) => name.endsWith(".ci"))
    .sort()
    .map((name) => {
      const id = /^\d+-\d+/.exec(name)?.[0] ?? "";
      const cwd = readFileSync(join(folder, `${id}.cwd`), "utf8").trim();
      return readGraph(readFileSync(join(folder, name), "utf8"), (path) => sourceOf(resolve(cwd, path)));
    });
  const functions = new Map<string, CompiledFunction>();
  const globals = new Map<string, Map<string, CompiledFunction>>();
  for (const { nodes } of graphs) {
    for (const [title, node] of nodes) {
      const key = `${node.path}:${node.name}`;
      functions.set(key, node);
      if (title.includes(":")) continue;
      const known = globals.get(node.name) ?? new Map<string, CompiledFunction>();
      globals.set(node.name, known.set(key, node));
    }
  }
  const calls = new Map<string, CompiledCall>();
  const outsideCalls = new Set<string>();
  let indirectCalls = 0;
  for (const { nodes, edges } of graphs) {
    for (const { from, to, line } of edges) {
      const caller = nodes.get(from);
      if (to === "__indirect_call") indirectCalls++;
      const own = nodes.get(to);
      const callees = own === undefined ? [...(globals.get(to)?.values() ?? [])] : [own];
      if (caller !== undefined && callees.length === 0)
        outsideCalls.add(`${caller.path}:${caller.name}:${line}:${to}`);
      if (caller === undefined || callees.length === 0) continue;
      const name = callees[0]?.name ?? to;
      const key = `${caller.path}:${caller.name}:${line}:${name}`;
      const known = calls.get(key)?.callees ?? [];
      const more = callees.filter(
        (each) => !known.some(({ path, name: other }) => path === each.path && other === each.name),
      );
      calls.set(key, { caller, callees: [...known, ...more], name, line });
    }
  }
  return {
    functions,
    calls: [...calls.values()],
    outsideCalls,
    lines: readLines(folder, sourceOf),
    indirectCalls,
  };
}

function createSourceFinder(sources: readonly string[]): (path: string) => string {
  const byName = Map.groupBy(sources, (path) => basename(path));
  const known = new Map(sources.map((path) => [path, path]));
  return (path) => {
    const found = known.get(path) ?? findOriginal(path, byName.get(basename(path)) ?? []) ?? path;
    known.set(path, found);
    return found;
  };
}

function findOriginal(path: string, sources: readonly string[]): string | undefined {
  if (sources.length === 0 || !existsSync(path)) return undefined;
  const bytes = readFileSync(path);
  return sources.find((source) => readFileSync(source).equals(bytes));
}

interface Graph {
  readonly nodes: ReadonlyMap<string, CompiledFunction>;
  readonly edges: readonly { readonly from: string; readonly to: string; readonly line: number }[];
}

/** The format is VCG's as GCC's `dump_final_callgraph_node_vcg` writes it. */
function readGraph(text: string, sourceOf: (path: string) => string): Graph {
  const nodes = new Map<string, CompiledFunction>();
  for (const match of text.matchAll(
    /^node: \{ title: "([^"]+)" label: "([^"]+?)\\n([^"]+?):(\d+):\d+[^"]*" (shape : ellipse )?\}/gm,
  )) {
    const [, title = "", name = "", path = "", line = "", isOutside] = match;
    if (isOutside === undefined) nodes.set(title, { path: sourceOf(path), name, line: Number(line) });
  }
  const edges = [
    ...text.matchAll(
      /^edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"(?: label: "[^"]*?:(\d+):\d+")? \}/gm,
    ),
  ].map(([, from = "", to = "", line = ""]) => ({ from, to: withoutAlias(to), line: Number(line) }));
  return { nodes, edges };
}

/** GCC calls a function by a local alias where that could be replaced when programs are put together. */
function withoutAlias(title: string): string {
  return title.replace(/^(?:.*:)?([^:]+)\.localalias$/, "$1");
}

/** Lines that are not empty after preprocessing, by the line marks between them. */
function readLines(folder: string, sourceOf: (path: string) => string): Set<string> {
  const lines = new Set<string>();
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".lines"))) {
    const cwd = readFileSync(join(folder, name.replace(/\.lines$/, ".cwd")), "utf8").trim();
    let path = "";
    let line = 0;
    for (const text of readFileSync(join(folder, name), "utf8").split("\n")) {
      const mark = /^# (\d+) "((?:[^"\\]|\\.)*)"/.exec(text);
      if (mark !== null) {
        path = (mark[2] ?? "").startsWith("/usr/") ? "" : sourceOf(resolve(cwd, mark[2] ?? ""));
        line = Number(mark[1]);
      } else {
        if (path !== "" && text.trim() !== "") lines.add(`${path}:${line}`);
        line++;
      }
    }
  }
  return lines;
}
