// Edges of JavaScript against calls that were seen while a project's tests ran: `npm run bench -- script-calls --root FOLDER --run "npx mocha"`.
// The command runs with a loader that notes who calls whom (functions with a name, generators and what is called by the event loop left out), and with the
// engine's coverage. Recall is over seen calls; precision over edges to functions whose call line ran, between files that were loaded.
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import type { CodeEdge, CodePlace } from "../src/languages/index.ts";
import { linkTree, readTree } from "./script-graph/read-tree.ts";
import { readTraces, type SeenCalls } from "./script-graph/trace-truth.ts";

const { values } = parseArgs({
  options: {
    root: { type: "string" },
    run: { type: "string" },
    differences: { type: "string" },
    traces: { type: "string" },
    keep: { type: "string" },
  },
});
const root = realpathSync(resolve(values.root ?? "."));
const seen = values.traces === undefined ? runTraced(values.run ?? "node --test") : readAt(values.traces);
const { edges } = linkTree(await readTree(root));

const placeOf = ({ path, name, line }: CodePlace): string => `${path}:${String(line)}:${name}`;
const keyOf = (caller: CodePlace, callee: CodePlace, at: number | null): string =>
  `${placeOf(caller)}@${String(at)}→${placeOf(callee)}`;
const calls = edges.filter(({ kind }) => kind === "call");
const predicted = new Set(calls.map(({ caller, callee, at }) => keyOf(caller, callee, at)));
const pairs = new Set(calls.map(({ caller, callee }) => keyOf(caller, callee, null)));
const wanted = new Set(seen.calls.map(({ caller, callee, at }) => keyOf(caller, callee, at)));
const missing = seen.calls.filter(({ caller, callee, at }) => !predicted.has(keyOf(caller, callee, at)));
const missingPairs = missing.filter(({ caller, callee }) => !pairs.has(keyOf(caller, callee, null)));
const measured = calls.filter(
  ({ caller, callee, at }) =>
    seen.ran.has(`${caller.path}:${String(at)}`) && seen.functions.has(placeOf(callee)),
);
const extra = measured.filter(({ caller, callee, at }) => !wanted.has(keyOf(caller, callee, at)));
const groups = new Map<string, { right: number; of: number }>();
for (const edge of measured) {
  const group = `${edge.how} ${edge.confidence >= 0.8 ? "≥ 0.8" : edge.confidence >= 0.4 ? "≥ 0.4" : "< 0.4"}`;
  const counts = groups.get(group) ?? { right: 0, of: 0 };
  counts.of++;
  if (wanted.has(keyOf(edge.caller, edge.callee, edge.at))) counts.right++;
  groups.set(group, counts);
}
const share = (part: number, of: number): string =>
  `${String(part)} of ${String(of)} (${(part / of).toFixed(3)})`;
console.log(
  `recall ${share(wanted.size - missing.length, wanted.size)}; callers and callees alone ${share(wanted.size - missingPairs.length, wanted.size)}`,
);
console.log(`precision ${share(measured.length - extra.length, measured.length)}`);
for (const [group, { right, of }] of [...groups].sort()) console.log(`  ${group}: ${share(right, of)}`);
if (values.differences !== undefined) {
  writeFileSync(
    values.differences,
    JSON.stringify({ missing, extra: extra satisfies CodeEdge[] }, undefined, 1),
  );
}

function runTraced(command: string): SeenCalls {
  const folder = mkdtempSync(join(tmpdir(), "script-calls-"));
  const [traces, coverage] = [join(folder, "traces"), join(folder, "coverage")];
  const hook = fileURLToPath(new URL("script-graph/trace-hook.mjs", import.meta.url));
  spawnSync("mkdir", ["-p", traces, coverage]);
  const { status } = spawnSync(command, {
    shell: true,
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PATH: `${join(process.execPath, "..")}:${process.env["PATH"] ?? ""}`,
      NODE_OPTIONS: `--import ${hook}`,
      NODE_V8_COVERAGE: coverage,
      TRACE_ROOT: root,
      TRACE_OUT: traces,
    },
  });
  console.log(`${command}: exit code ${String(status)}`);
  if (values.keep !== undefined) {
    renameSync(folder, values.keep);
    return readAt(values.keep);
  }
  const told = readTraces(root, traces, coverage);
  rmSync(folder, { recursive: true });
  return told;
}

function readAt(folder: string): SeenCalls {
  return readTraces(root, join(folder, "traces"), join(folder, "coverage"));
}
