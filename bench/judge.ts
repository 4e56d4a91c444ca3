/*
 * How many evaluations a second, and what one costs: `npm run bench -- judge [--python FILE] [--rounds N]
 * [--rows FILE --repost FOLDER --repost-python FILE]`. Ratios of one run, sides interleaved, median of the rounds; raw rows in
 * `runs/bench/`. ROWS is a file of RepoST rows, FOLDER holds `execution.py`, `utils.py` and `utils_exec.py` of RepoST, and
 * `--repost-python` is an interpreter that has what they import.
 */
import { parseArgs } from "node:util";

import { findPython } from "../test/judge/orchard.ts";
import { measureBatches } from "./measure/batches.ts";
import { CpuMeter } from "./measure/cpu.ts";
import { RawRows } from "./measure/figures.ts";
import { measureStopping } from "./measure/stopping.ts";
import { measurePrograms } from "./measure/programs.ts";

const { values } = parseArgs({
  options: {
    python: { type: "string", default: findPython() },
    rounds: { type: "string", default: "5" },
    rows: { type: "string" },
    repost: { type: "string" },
    "repost-python": { type: "string" },
  },
});
using meter = new CpuMeter();
const raw = new RawRows("judge");
const rounds = Number(values.rounds);
await measureBatches({ python: values.python, rounds, meter, raw });
await measureStopping({ python: values.python, rounds, meter, raw });
const { rows, repost, "repost-python": repostPython } = values;
if (rows === undefined || repost === undefined || repostPython === undefined) {
  console.log("\nRepoST's runner is not measured: --rows, --repost and --repost-python say where it is.");
} else await measurePrograms({ python: values.python, rounds, meter, raw, rows, repost, repostPython });
console.log(`\nraw rows: ${raw.path}`);
