/*
 * What an index costs: `npm run bench -- code-index --folder FOLDER [--rounds N] [--stage NAME]…`. Each stage runs in a process of its own, all of them in each round: structures
 * alone, then summaries too, on one thread and on two; then with an empty cache, with that cache, and after an edit of one file. Prints medians and ranges.
 */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { makeTemporaryFolder } from "../src/base/index.ts";
import { median } from "./measure/figures.ts";

const ALL_STAGES = [
  "structure, one thread",
  "structure, two threads",
  "one thread",
  "two threads",
  "cold",
  "warm",
  "edited",
];

const { values } = parseArgs({
  options: {
    folder: { type: "string", default: "src" },
    rounds: { type: "string", default: "5" },
    stage: { type: "string", multiple: true, default: ALL_STAGES },
  },
});

interface Measured {
  readonly stage: string;
  readonly opened_ms: number;
  readonly all_ms: number;
  readonly cpu_ms: number;
  readonly rss_mb: number;
  readonly files: number;
  readonly edges: number;
}

const FIGURES = ["opened_ms", "all_ms", "cpu_ms", "rss_mb"] as const;
const program = fileURLToPath(new URL("code-index/stage.ts", import.meta.url));
const measured: Measured[] = [];
for (let round = 0; round < Number(values.rounds); round++) {
  const cache = makeTemporaryFolder("bench");
  for (const stage of values.stage) {
    const words = [program, stage, values.folder, ...(stage.includes("thread") ? [] : [cache])];
    measured.push(JSON.parse(execFileSync(process.execPath, words, { encoding: "utf8" })) as Measured);
  }
  rmSync(cache, { recursive: true });
}
for (const stage of values.stage) {
  const own = measured.filter((one) => one.stage === stage);
  const figures = FIGURES.map((name) => {
    const all = own.map((one) => one[name]);
    return `${name} ${median(all)} (${Math.min(...all)}-${Math.max(...all)})`;
  });
  console.log([stage, `${own[0]?.files ?? 0} files`, `${own[0]?.edges ?? 0} edges`, ...figures].join("  "));
}
