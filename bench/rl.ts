/*
 * Load as in reinforcement learning: `npm run bench -- rl [--python FILE] [--steps N] [--memory MIB] [--stop-at-first]`. 1,000 tasks over 50
 * environments; each step judges 16 answers to each of 256 tasks: 5 % loop, 2 % take memory, 30 % of all are duplicates, a quarter of the
 * rest is wrong. Tasks are chosen by a Zipf distribution. Raw rows in `runs/bench/`.
 */
import { parseArgs } from "node:util";

import { createRandom } from "../src/base/index.ts";
import { createJudging } from "../src/judge/index.ts";
import { findPython } from "../test/judge/orchard.ts";
import { loop, memoryBomb, rightAnswer, wrongAnswer, type Answer } from "./measure/answers.ts";
import { CpuMeter } from "./measure/cpu.ts";
import { median, quantile, RawRows, shown } from "./measure/figures.ts";
import { openLibrary, type LibraryTask } from "./measure/library.ts";
import { residentMiB } from "./measure/resident.ts";

const { values } = parseArgs({
  options: {
    python: { type: "string", default: findPython() },
    steps: { type: "string", default: "5" },
    memory: { type: "string", default: "512" },
    workers: { type: "string", default: "2" },
    "stop-at-first": { type: "boolean", default: false },
  },
});
const [tasksPerStep, answersEach] = [256, 16];
const workers = Number(values.workers);
const random = createRandom("reinforcement learning");
using meter = new CpuMeter();
const raw = new RawRows("rl");

const opened = performance.now();
await using library = await openLibrary({
  python: values.python,
  workers,
  environments: 50,
  tasksEach: 20,
  parentMemoryBytes: Number(values.memory) * 1024 ** 2,
  stopsAtFirst: values["stop-at-first"],
});
console.log(
  `${library.tasks.length} tasks of 50 environments, opened in ${shown((performance.now() - opened) / 1000, 1)} s`,
);

/** Task of rank r with a weight of 1/r, ranks dealt out at random. */
const ranked = random.shuffle(library.tasks);
const weights = ranked.map((_, index) => 1 / (index + 1));
const total = weights.reduce((sum, weight) => sum + weight, 0);
function drawTask(): LibraryTask {
  let left = random.next() * total;
  const index = weights.findIndex((weight) => (left -= weight) <= 0);
  return ranked[Math.max(0, index)] as LibraryTask;
}

let serial = 0;
function drawAnswer({ light }: LibraryTask): Answer {
  const chance = random.next();
  serial++;
  if (chance < 0.05) return loop(light, serial);
  if (chance < 0.07) return memoryBomb(light, serial);
  return chance < 0.3 ? wrongAnswer(light, serial) : rightAnswer(light, serial);
}

const steps: { seconds: number; cold: number; loopShare: number; resident: number }[] = [];
const times: number[] = [];
const loopCosts: number[] = [];
let wrong = 0;
for (let step = 0; step < Number(values.steps); step++) {
  const judging = createJudging(workers);
  const parents = library.evaluator.parents;
  const before = { started: parents.started, cpu: meter.read() ?? Number.NaN };
  const questions = Array.from({ length: tasksPerStep }, drawTask).flatMap((task) => {
    const answers: Answer[] = [];
    for (let sample = 0; sample < answersEach; sample++) {
      const earlier = answers[Math.floor(random.next() * answers.length)];
      answers.push(earlier !== undefined && random.next() < 0.32 ? earlier : drawAnswer(task));
    }
    return answers.map((answer) => ({ task, answer }));
  });
  const started = performance.now();
  let loopCpu = 0;
  const judged = await Promise.all(
    questions.map(async ({ task, answer }) => {
      const judgement = await judging.judge(task.subject, answer.completion);
      if (!answer.verdicts.includes(judgement.verdict)) wrong++;
      if (!judgement.isDuplicate) {
        times.push(judgement.durationMs);
        if (answer.kind === "loops") {
          loopCpu += judgement.cpuMs;
          loopCosts.push(judgement.cpuMs / 100);
        }
      }
      return judgement;
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const cpu = (meter.read() ?? Number.NaN) - before.cpu;
  const resident = residentMiB();
  const cold = (parents.started - before.started) / Math.max(1, judging.load.evaluated);
  const row = {
    step,
    seconds,
    answers: judged.length,
    duplicates: judging.load.duplicates,
    cpu,
    loop_seconds: loopCpu / 1000,
    started: parents.started - before.started,
    own_mib: resident.own,
    parents_mib: resident.below,
  };
  raw.add(row);
  steps.push({ seconds, cold, loopShare: loopCpu / 1000 / cpu, resident: resident.below });
  console.log(
    `step ${step + 1}: ${shown(seconds, 1)} s for ${judged.length} answers (${shown(judged.length / seconds, 0)}/s), ${judging.load.duplicates} duplicates, ` +
      `loops ${shown((100 * loopCpu) / 1000 / cpu, 0)} % of the CPU, parents started ${row.started} (${shown(100 * cold, 1)} % of evaluations), ` +
      `${shown(resident.below, 0)} MiB in parents, ${shown(resident.own, 0)} MiB here`,
  );
}
console.log(
  `a step: median ${shown(median(steps.map(({ seconds }) => seconds)), 1)} s; one evaluation: p50 ${shown(median(times))} ms, ` +
    `p99 ${shown(quantile(times, 0.99))} ms, p99.9 ${shown(quantile(times, 0.999))} ms`,
);
console.log(
  `a distinct loop: CPU ${shown(median(loopCosts))} times its task's limit (most ${shown(Math.max(...loopCosts))}); wrong verdicts: ${wrong}; raw rows: ${raw.path}`,
);
if (wrong > 0) process.exitCode = 1;
