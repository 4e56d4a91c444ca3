import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { makeTemporaryFolder } from "../../src/base/index.ts";
import type { CodeEdge } from "../../src/languages/index.ts";
import { median } from "../measure/figures.ts";

/** An edge of a peer; `at` is null where it does not say where the call stands. */
export type PeerEdge = Pick<CodeEdge, "kind" | "caller" | "callee" | "at" | "how" | "confidence">;

/** What a peer found of one folder. */
export interface PeerGraph {
  readonly name: string;
  readonly edges: readonly PeerEdge[];
  /** Calls written in the folder. */
  readonly sites: number;
  /** Of each run. */
  readonly cpuSeconds: readonly number[];
  readonly problem: string | null;
}

interface Answer {
  readonly edges: readonly PeerEdge[];
  readonly sites: number;
  readonly cpu_s: number;
  readonly problem: string | null;
}

/** Seconds that a peer has for a folder. */
const SECONDS = 600;

/** Runs `bench/peers/NAME_edges.py` with the Python of a virtual environment, given as `NAME=FOLDER`, on each of the folders, `runs` times over. */
export function runPeer(given: string, roots: readonly string[], runs: number): readonly PeerGraph[] {
  const [name = "", environment = ""] = given.split("=");
  const program = fileURLToPath(new URL(`../peers/${name}_edges.py`, import.meta.url));
  const python = join(environment, "bin", "python");
  const answers = Array.from({ length: runs }, (_, run) => {
    const out = join(makeTemporaryFolder("bench"), `${name}-${run}.json`);
    execFileSync(python, [program, out, String(SECONDS), ...roots], { stdio: "ignore" });
    return JSON.parse(readFileSync(out, "utf8")) as Answer[];
  });
  return roots.map((_, index) => {
    const own = answers.map((run) => run[index]).filter((one) => one !== undefined);
    const [first] = own;
    if (first === undefined) throw new Error(`${name} gave nothing`);
    return { ...first, name, cpuSeconds: own.map(({ cpu_s: seconds }) => seconds) };
  });
}

/** Calls of a folder and the processor seconds of reading its texts and linking them, each time in a new process; its start does not count, nor that of a peer. */
export function ownGraph(root: string, runs: number): Pick<PeerGraph, "sites" | "cpuSeconds"> {
  const program = fileURLToPath(new URL("own-graph.ts", import.meta.url));
  const answers = Array.from(
    { length: runs },
    () =>
      JSON.parse(execFileSync(process.execPath, [program, root], { encoding: "utf8" })) as Pick<
        Answer,
        "sites" | "cpu_s"
      >,
  );
  return { sites: answers[0]?.sites ?? 0, cpuSeconds: answers.map(({ cpu_s: seconds }) => seconds) };
}

/** Median with range, of seconds. */
export function shownSeconds(seconds: readonly number[]): string {
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)];
  return `CPU ${median(seconds).toFixed(2)} s (${least.toFixed(2)} to ${most.toFixed(2)})`;
}
