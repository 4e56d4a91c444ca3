/*
 * Honest and hostile answers in one long run: `npm run bench -- mixed [--python FILE] [--count N] [--cold N]`. Says how many verdicts
 * were wrong, what was left behind, how many parents died, how the memory went, and (`--cold`) of how many answers a cold
 * interpreter showed something else than a warm one. Raw rows in `runs/bench/`.
 */
import { parseArgs } from "node:util";

import { createRandom } from "../src/base/index.ts";
import {
  createJudging,
  editFile,
  findMasked,
  locate,
  orderFor,
  type EvaluationJob,
} from "../src/judge/index.ts";
import { findPython } from "../test/judge/orchard.ts";
import {
  heavyAnswer,
  hostileAnswer,
  hostileKinds,
  rightAnswer,
  wrongAnswer,
  type Answer,
} from "./measure/answers.ts";
import { median, quantile, RawRows, shown } from "./measure/figures.ts";
import { findTraces, traceCounts } from "./measure/traces.ts";
import { openLibrary, type LibraryTask } from "./measure/library.ts";
import { timeAll } from "./measure/load.ts";
import { residentMiB } from "./measure/resident.ts";
import { limits } from "./measure/shelf.ts";

const { values } = parseArgs({
  options: {
    python: { type: "string", default: findPython() },
    count: { type: "string", default: "100000" },
    cold: { type: "string", default: "5000" },
    workers: { type: "string", default: "2" },
  },
});
const [count, cold, workers] = [Number(values.count), Number(values.cold), Number(values.workers)];
const random = createRandom("honest and hostile");
const raw = new RawRows("mixed");
const before = findTraces();

/** Every kind of answer by its number; one in fifty loops, takes memory, or is heavy otherwise. */
function answerOf({ light }: LibraryTask, number: number): Answer {
  const chance = random.next();
  if (chance < 0.02) return heavyAnswer(light, random.integer(5));
  if (chance < 0.3) return hostileAnswer(light, random.integer(hostileKinds));
  return chance < 0.6 ? wrongAnswer(light, number) : rightAnswer(light, number);
}

{
  await using library = await openLibrary({ python: values.python, workers, environments: 6, tasksEach: 5 });
  const judging = createJudging(workers);
  const wrong = new Map<string, number>();
  const verdicts = new Map<string, number>();
  const times: number[] = [];
  const memory: { own: number; below: number }[] = [];
  let done = 0;
  const started = performance.now();
  await timeAll(
    Array.from({ length: count }, (_, number) => number),
    4 * workers,
    async (number) => {
      const task = random.pick(library.tasks);
      const answer = answerOf(task, number);
      // A line of its own: every answer is run.
      const completion = answer.completion.replace(/:\n/, `:\n    serial = ${number}\n`);
      const judgement = await judging.judge(task.subject, completion);
      verdicts.set(judgement.verdict, (verdicts.get(judgement.verdict) ?? 0) + 1);
      if (!answer.verdicts.includes(judgement.verdict)) {
        wrong.set(answer.kind, (wrong.get(answer.kind) ?? 0) + 1);
        raw.add({ wrong: answer.kind, number, verdict: judgement.verdict, reason: judgement.reason });
      }
      times.push(judgement.durationMs);
      done++;
      if (done % Math.max(1, Math.floor(count / 20)) === 0) {
        const resident = residentMiB();
        memory.push(resident);
        raw.add({
          done,
          seconds: (performance.now() - started) / 1000,
          ...resident,
          ...library.evaluator.parents,
        });
      }
    },
  );
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${count} answers in ${shown(seconds, 0)} s (${shown(count / seconds, 1)}/s, ${workers} workers); one evaluation: p50 ${shown(median(times))} ms, p99 ${shown(quantile(times, 0.99))} ms`,
  );
  console.log(`  verdicts: ${[...verdicts].map(([verdict, n]) => `${verdict} ${n}`).join(", ")}`);
  console.log(`  wrong verdicts: ${sum(wrong)} ${[...wrong].map(([kind, n]) => `${kind} ${n}`).join(", ")}`);
  const stable = memory.slice(Math.floor(memory.length / 4));
  console.log(
    `  memory from a quarter on: here ${spread(stable.map(({ own }) => own))}, parents ${spread(stable.map(({ below }) => below))}`,
  );
  if (cold > 0) await compareWithCold(library.tasks);
  const { started: begun, lost } = library.evaluator.parents;
  console.log(`  parents started ${begun}, lost ${lost}`);
  if (sum(wrong) > 0 || lost > 0 || (verdicts.get("infrastructure") ?? 0) > 0) process.exitCode = 1;
}

console.log(`  left behind: ${traceCounts(before, findTraces())}`);
console.log(`raw rows: ${raw.path}`);

/** What a case shows must not depend on whether the interpreter is fresh. */
async function compareWithCold(tasks: readonly LibraryTask[]): Promise<void> {
  let differing = 0;
  const started = performance.now();
  await timeAll(
    Array.from({ length: cold }, (_, number) => number),
    workers,
    async (number) => {
      const task = random.pick(tasks);
      const { subject } = task;
      const { suite } = subject.grader;
      const answer = answerOf(task, number);
      const edited = editFile(subject, answer.completion);
      if (edited.status === "refused") return;
      const job: EvaluationJob = {
        editableTree: subject.editableTree,
        target: locate(subject, edited.lines),
        fileText: edited.fileText,
        masked: findMasked(subject, edited.fileText),
        cases: suite,
        order: orderFor(edited.fileText, suite.length),
        limits,
        output: [],
        trust: "candidate",
      };
      const [fresh, warm] = [
        await subject.evaluator.evaluateCold(job),
        await subject.evaluator.evaluate(job),
      ].map((outcome) => ({
        status: outcome.status,
        results: outcome.results.map(({ id, observation }) => ({ id, observation })),
      }));
      if (JSON.stringify(fresh) === JSON.stringify(warm)) return;
      differing++;
      raw.add({ differing: answer.kind, number, cold: fresh, warm });
    },
  );
  console.log(
    `  warm and cold: ${cold - differing} of ${cold} equal (${shown((performance.now() - started) / 1000, 0)} s)`,
  );
  if (differing > 0) process.exitCode = 1;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, one) => total + one, 0);
}

function spread(sizes: readonly number[]): string {
  const middle = median(sizes);
  const most = Math.max(...sizes.map((size) => Math.abs(size - middle) / middle));
  return `${shown(middle, 0)} MiB (±${shown(100 * most, 1)} %)`;
}
