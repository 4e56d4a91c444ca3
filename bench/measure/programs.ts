import { readFileSync } from "node:fs";

import type { EvaluationLimits } from "../../src/judge/index.ts";
import type { CpuMeter } from "./cpu.ts";
import { median, shown, type RawRows } from "./figures.ts";
import { timeAll } from "./load.ts";
import { runPlain } from "./plain.ts";
import { openRepost, type Program } from "./repost.ts";
import { openShelf } from "./shelf.ts";

/** What is imported ahead for all programs that import nothing heavier. */
const lightMiB = 1.5;

const limits: EvaluationLimits = {
  caseCpuSeconds: 10,
  importSeconds: 10,
  memoryBytes: 4 * 2 ** 30,
  outputBytes: 2 ** 20,
};

/**
 * RepoST's scripts, each once as one program with the reference as the rival: RepoST's own sequential runner, two warm
 * workers, and a plain parent, interleaved. Rows that import something beyond the standard library, or that sleep, are left out.
 */
export async function measurePrograms(options: {
  readonly python: string;
  readonly rounds: number;
  readonly meter: CpuMeter;
  readonly raw: RawRows;
  readonly rows: string;
  readonly repost: string;
  readonly repostPython: string;
}): Promise<void> {
  const { python, rounds, meter, raw } = options;
  const rows = JSON.parse(readFileSync(options.rows, "utf8")) as readonly Row[];
  await using peer = await openRepost({ folder: options.repost, python: options.repostPython, rows });
  const all = await peer.programs();
  const standard = new Set(await peer.standardModules());
  const isStandard = ({ modules }: Program): boolean =>
    modules.every((name) => standard.has(name.split(".")[0] ?? ""));
  const chosen = all.filter((program) => isStandard(program) && !/\bsleep\b/.test(program.text));
  const weights = await peer.weights([...new Set(chosen.flatMap(({ modules }) => modules))]);
  const isLight = (name: string): boolean => (weights[name] ?? Number.POSITIVE_INFINITY) < lightMiB;
  const light = chosen.filter(({ modules }) => modules.every(isLight));
  const groups = [light, chosen.filter((program) => !light.includes(program))].map((programs) => ({
    programs,
    preload: [...new Set(programs.flatMap(({ modules }) => modules))].sort(),
  }));
  const preloadOf = new Map(
    groups.flatMap(({ programs, preload }) => programs.map(({ idx }) => [idx, preload])),
  );
  const indexes = new Set(chosen.map(({ idx }) => idx));
  const chosenRows = rows.filter(({ idx }) => indexes.has(idx));
  console.log(
    `\nRepoST's scripts: ${rows.length} rows, ${all.filter(isStandard).length} of the standard library, ${chosen.length} that do not sleep ` +
      `(${light.length} of them import light modules only: a parent of their own)`,
  );

  const seconds = {
    repost: [] as number[],
    start: [] as number[],
    warm: [] as number[],
    plain: [] as number[],
  };
  const cpu = { warm: [] as number[], plain: [] as number[] };
  const startUp = (await peer.run([])).seconds;
  let theirs = new Map<string, string>();
  const codes = new Map<string, number>();
  const ours = new Map<string, string>();
  for (let round = 0; round < rounds; round++) {
    const ran = await peer.run(chosenRows);
    theirs = ran.statuses;
    seconds.repost.push(ran.seconds - startUp);

    const begun = performance.now();
    await using shelf = await openShelf({ python, workers: 2 });
    const run = async ({ idx, text }: Program): Promise<void> => {
      const { editableTree, evaluator } = shelf;
      const preload = preloadOf.get(idx) ?? [];
      const outcome = await evaluator.runProgram({ editableTree, text, preload, limits, trust: "own" });
      const isSuccess = outcome.status === "exited" && outcome.exitCode === 0;
      ours.set(idx, isSuccess ? "success" : outcome.status === "timed-out" ? "timeout" : "error");
    };
    // One parent of each group for each worker, as two of a group are asked for at once.
    for (const { programs } of groups) await Promise.all(programs.slice(0, 2).map(run));
    seconds.start.push((performance.now() - begun) / 1000);
    const before = meter.read() ?? Number.NaN;
    const warm = await timeAll(chosen, 2, run);
    cpu.warm.push(((meter.read() ?? Number.NaN) - before) / chosen.length);
    seconds.warm.push(warm.seconds);

    const plain = { seconds: 0, cpuSeconds: 0 };
    for (const { programs, preload } of groups) {
      const texts = programs.map(({ text }) => text);
      const found = await runPlain(python, { preload, programs: texts, repeats: 3 });
      plain.seconds += found.seconds;
      plain.cpuSeconds += found.cpuSeconds;
      for (const [index, { idx }] of programs.entries()) codes.set(idx, found.codes[index] ?? Number.NaN);
    }
    seconds.plain.push(plain.seconds / 3);
    cpu.plain.push(plain.cpuSeconds / 3 / chosen.length);
    raw.add({
      part: "programs",
      repost: ran.seconds,
      start: seconds.start.at(-1),
      warm: warm.seconds,
      plain: plain.seconds / 3,
      cpu_warm: cpu.warm.at(-1),
      cpu_plain: cpu.plain.at(-1),
    });
  }
  const perSecond = (times: readonly number[]): string => shown(chosen.length / median(times), 1);
  const ratios = seconds.repost.map((time, index) => time / (seconds.warm[index] ?? Number.NaN));
  const withStart = seconds.repost.map(
    (time, index) =>
      (time + startUp) / ((seconds.warm[index] ?? Number.NaN) + (seconds.start[index] ?? Number.NaN)),
  );
  const costs = cpu.warm.map((time, index) => time / (cpu.plain[index] ?? Number.NaN));
  console.log(
    `  RepoST's runner, one process  ${perSecond(seconds.repost)}/s (its own start, ${shown(startUp)} s, left out)`,
  );
  console.log(
    `  two warm workers              ${perSecond(seconds.warm)}/s (their start, ${shown(median(seconds.start))} s, left out)`,
  );
  console.log(`  plain parent, no isolation    ${perSecond(seconds.plain)}/s`);
  console.log(
    `  warm to RepoST, wall: ${shown(median(ratios), 1)} times; with the start of both: ${shown(median(withStart), 1)} times`,
  );
  console.log(
    `  CPU of one evaluation, warm ${shown(1000 * median(cpu.warm))} ms to plain parent ${shown(1000 * median(cpu.plain))} ms: ${shown(median(costs))}`,
  );
  const differing = chosen.filter(({ idx }) => theirs.get(idx) !== ours.get(idx));
  console.log(`  equal verdicts: ${chosen.length - differing.length} of ${chosen.length}`);
  for (const { idx } of differing) {
    console.log(
      `    row ${idx}: RepoST ${theirs.get(idx)}, warm ${ours.get(idx)}, exit code of a plain run ${codes.get(idx)}`,
    );
  }
}

interface Row {
  readonly idx: string;
}
