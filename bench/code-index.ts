/*
 * What an index costs: `npm run bench -- code-index --folder FOLDER [--rounds N] [--stage NAME]… [--share N]…`. Each stage runs in a process of its own, all of them in each round: structures
 * alone, then summaries too, on one thread and on two; then with an empty cache, with that cache, and after an edit of one file. Prints medians and ranges. With `--share 0.25 --share 0.5 …` the same
 * for that share of the files, the first by path; what a file costs shows whether cost grows with their number alone.
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
    share: { type: "string", multiple: true, default: ["1"] },
  },
});

interface Measured {
  readonly stage: string;
  readonly share: string;
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
for (let round = 0; round < Number(values.rounds); round++)
  for (const share of values.share) measureRound(share);
for (const share of values.share) for (const stage of values.stage) report(share, stage);

function measureRound(share: string): void {
  const cache = makeTemporaryFolder("bench");
  for (const stage of values.stage) {
    const words = [program, stage, values.folder, share, ...(stage.includes("thread") ? [] : [cache])];
    const answer = execFileSync(process.execPath, words, { encoding: "utf8" });
    measured.push({ ...(JSON.parse(answer) as Omit<Measured, "share">), share });
  }
  rmSync(cache, { recursive: true });
}

function report(share: string, stage: string): void {
  const own = measured.filter((one) => one.stage === stage && one.share === share);
  const files = own[0]?.files ?? 0;
  const figures = FIGURES.map((name) => {
    const all = own.map((one) => one[name]);
    return `${name} ${median(all)} (${Math.min(...all)}-${Math.max(...all)})`;
  });
  const each = (median(own.map(({ cpu_ms: cpu }) => cpu)) / Math.max(1, files)).toFixed(1);
  console.log(
    [stage, `${files} files`, `${own[0]?.edges ?? 0} edges`, ...figures, `cpu_ms_a_file ${each}`].join("  "),
  );
}
