// Edges of TypeScript against the type checker's own answers: `npm run bench -- script-graph --root FOLDER --project tsconfig.json[,…]`.
// Prints how many calls the checker leads to a named definition of the repository, how many of them are missing, and how many edges from the same files are
// extra, by how they were found.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

import type { CodeEdge } from "../src/languages/index.ts";
import { linkTree, readTree } from "./script-graph/read-tree.ts";
import { readTypeTruth, referencedConfigurations } from "./script-graph/type-truth.ts";

const { values } = parseArgs({
  options: {
    root: { type: "string" },
    project: { type: "string", default: "tsconfig.json" },
    differences: { type: "string" },
  },
});
const root = resolve(values.root ?? ".");
const configurations = values.project
  .split(",")
  .flatMap((project) => referencedConfigurations(root, project));
const truth = readTypeTruth(root, [...new Set(configurations)]);
const covered = new Set(truth.map(({ path }) => path));
const { edges } = linkTree(await readTree(root));

const keyOf = (path: string, caller: number, at: number, calleePath: string, callee: number): string =>
  [path, caller, at, calleePath, callee].join(":");
const predicted = new Map<string, CodeEdge>();
for (const edge of edges) {
  if (edge.kind !== "call") continue;
  const { caller, callee, at } = edge;
  predicted.set(keyOf(caller.path, caller.line, at ?? 0, callee.path, callee.line), edge);
}
const wanted = new Map(
  truth.map((call) => [keyOf(call.path, call.caller, call.at, call.calleePath, call.callee), call]),
);
const missing = [...wanted].filter(([key]) => !predicted.has(key)).map(([, call]) => call);
const sites = new Set([...wanted.values()].map(({ path, at }) => `${path}:${String(at)}`));
const extra = [...predicted]
  .filter(([key, { caller }]) => covered.has(caller.path) && !wanted.has(key))
  .map(([, edge]) => edge);
const count = (list: readonly CodeEdge[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { how, confidence } of list) {
    const key = `${how}${confidence < 0.5 ? " (below 0.5)" : ""}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};
const atTrueSites = extra.filter(({ caller, at }) => sites.has(`${caller.path}:${String(at)}`));
console.log(
  JSON.stringify({
    calls: wanted.size,
    missing: missing.length,
    extraAtThem: count(atTrueSites),
    extra: count(extra),
    edges: edges.length,
  }),
);
if (values.differences !== undefined) {
  writeFileSync(values.differences, JSON.stringify({ missing, extra }, undefined, 1));
}
