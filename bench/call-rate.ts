/*
 * How many calls of a corpus are followed in a second of processor time, beside peers: `npm run bench -- call-rate --root FOLDER [--root …] --peer NAME=VENV
 * [--runs N]` (`pycg`, `jedi`; see bench/peers/graph_definitions.py). A peer has ten minutes for a folder; of what it does not finish, the calls count that it
 * came to. Medians of `--runs` (5), with range; no process's start counts.
 */
import { parseArgs } from "node:util";

import { ownGraph, runPeer, shownSeconds } from "./graph/peers.ts";
import { median } from "./measure/figures.ts";

const { values } = parseArgs({
  options: {
    root: { type: "string", multiple: true, default: [] },
    peer: { type: "string", multiple: true, default: [] },
    runs: { type: "string", default: "5" },
  },
});
const runs = Number(values.runs);
const own = values.root.map((root) => ({ root, ...ownGraph(root, runs) }));
for (const { root, sites, cpuSeconds } of own)
  console.log(
    `${root}: ${sites} calls; ours: ${shownSeconds(cpuSeconds)}, ${rate(sites, cpuSeconds)} a second`,
  );
for (const given of values.peer) {
  const graphs = runPeer(given, values.root, runs);
  for (const [index, { root, sites, cpuSeconds }] of own.entries()) {
    const graph = graphs[index];
    if (graph === undefined) continue;
    const times = rate(sites, cpuSeconds) / rate(graph.sites, graph.cpuSeconds);
    console.log(
      `${root}: ${graph.name} ${graph.sites} calls, ${shownSeconds(graph.cpuSeconds)}, ` +
        `${rate(graph.sites, graph.cpuSeconds)} a second; ours ${times.toFixed(1)} times that` +
        (graph.problem === null ? "" : `; ${graph.problem}`),
    );
  }
}

function rate(sites: number, cpuSeconds: readonly number[]): number {
  return Math.round(sites / median(cpuSeconds));
}
