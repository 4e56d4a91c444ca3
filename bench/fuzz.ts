/*
 * Inputs made by chance against what the host does with what others wrote: `npm run bench -- fuzz [--minutes N | --inputs N] [--seed S]
 * [completions|frames|reports|resolutions|structures]…`: of each kind for so long, by default a minute, or so many. Says how many inputs there were, what became of them, the longest time that one took and how the memory
 * went. An input that makes something throw, takes more than a second of computing or comes to two ends is kept in `runs/bench/`; then it exits 1.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { createRandom, messageOf } from "../src/base/index.ts";
import { completionsFuzz } from "./fuzz/completions.ts";
import { framesFuzz } from "./fuzz/frames.ts";
import type { Fuzz } from "./fuzz/fuzz.ts";
import { reportsFuzz } from "./fuzz/reports.ts";
import { resolutionsFuzz } from "./fuzz/resolutions.ts";
import { structuresFuzz } from "./fuzz/structures.ts";

const kinds: Readonly<Record<string, () => Fuzz | Promise<Fuzz>>> = {
  completions: completionsFuzz,
  frames: framesFuzz,
  reports: reportsFuzz,
  resolutions: resolutionsFuzz,
  structures: structuresFuzz,
};
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "1" },
    inputs: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
/** Of computing, on this thread: other work of the machine does not count. */
const STALL_MS = 1_000;

function computingMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

for (const kind of positionals.length > 0 ? positionals : Object.keys(kinds)) {
  const fuzz = await kinds[kind]?.();
  if (fuzz === undefined) throw new Error(`There is no ${kind}: ${Object.keys(kinds).join(", ")}.`);
  const random = createRandom(`${kind} ${values.seed}`);
  const until =
    performance.now() + (values.inputs === undefined ? Number(values.minutes) * 60_000 : Infinity);
  const wanted = Number(values.inputs ?? Infinity);
  const ends = new Map<string, number>();
  const failures = new Map<string, number>();
  let [inputs, worstMs, mostMiB] = [0, 0, 0];
  for (; inputs < wanted && performance.now() < until; inputs++) {
    const input = fuzz.make(random);
    const fail = (why: string): void => {
      failures.set(why, (failures.get(why) ?? 0) + 1);
      mkdirSync("runs/bench", { recursive: true });
      writeFileSync(`runs/bench/fuzz-${kind}-${values.seed}-${inputs}`, input);
    };
    try {
      const before = computingMs();
      const first = fuzz.check(input);
      const tookMs = computingMs() - before;
      worstMs = Math.max(worstMs, tookMs);
      if (tookMs > STALL_MS) fail("took more than a second");
      if (fuzz.check(input) !== first) fail("came to two ends");
      const end = first.split(" ").slice(0, 2).join(" ").replace(/\d.*/, "");
      ends.set(end, (ends.get(end) ?? 0) + 1);
    } catch (error) {
      fail(messageOf(error).slice(0, 100));
    }
    if (inputs % 500 === 0) mostMiB = Math.max(mostMiB, process.memoryUsage.rss() / 2 ** 20);
  }
  console.log(
    `${kind}: ${inputs} inputs, worst ${worstMs.toFixed(0)} ms of computing, most memory ${mostMiB.toFixed(0)} MiB`,
  );
  for (const [end, count] of [...ends].sort(([, a], [, b]) => b - a).slice(0, 16))
    console.log(`  ${end.padEnd(32)} ${count}`);
  for (const [why, count] of failures) console.log(`  FAILED ${why}: ${count}`);
  if (failures.size > 0) process.exitCode = 1;
}
