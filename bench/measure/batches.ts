import { median, quantile, shown, type RawRows } from "./figures.ts";
import type { CpuMeter } from "./cpu.ts";
import { timeAll } from "./load.ts";
import { runPlain } from "./plain.ts";
import {
  asProgram,
  books,
  candidateText,
  jobOf,
  lightTasks,
  limits,
  openShelf,
  type LightTask,
  type Shelf,
} from "./shelf.ts";

const candidatesPerTask = 100;

/** What the file of the light tasks imports. */
const preload = ["json", "re"];

interface Candidate {
  readonly task: LightTask;
  readonly text: string;
  /** The same over the same inputs as a program that needs no judge. */
  readonly program: string;
}

interface Round {
  readonly perSecond: number;
  readonly cpuMs: number | undefined;
  readonly p50: number;
  readonly p99: number;
}

/** Batches of 100 candidates a task on light targets: warm, by one and by two workers, cold, and by a plain parent. */
export async function measureBatches(options: {
  readonly python: string;
  readonly rounds: number;
  readonly meter: CpuMeter;
  readonly raw: RawRows;
}): Promise<void> {
  const { python, rounds, meter, raw } = options;
  const found = new Map<string, Round[]>();
  const note = (side: string, round: Round): void => {
    raw.add({ part: "batches", side, ...round });
    found.set(side, [...(found.get(side) ?? []), round]);
  };
  const candidates = lightTasks.flatMap((task) =>
    Array.from({ length: candidatesPerTask }, (_, number): Candidate => {
      const text = candidateText(task, number);
      return { task, text, program: asProgram(task, text) };
    }),
  );
  const programs = candidates.map(({ program }) => program);
  let parentMiB = 0;
  for (let round = 0; round < rounds; round++) {
    const plain = await runPlain(python, { preload, programs, repeats: 2 });
    parentMiB = plain.mebibytes.VmRSS;
    const runs = 2 * programs.length;
    note("plain parent", {
      perSecond: runs / plain.seconds,
      cpuMs: (1000 * plain.cpuSeconds) / runs,
      p50: Number.NaN,
      p99: Number.NaN,
    });
    for (const workers of [1, 2]) {
      await using shelf = await openShelf({ python, workers });
      const warmed = async (
        items: readonly Candidate[],
        work: (item: Candidate) => Promise<void>,
      ): Promise<Round> => {
        await Promise.all(
          lightTasks.flatMap((_, index) =>
            Array.from({ length: workers }, () => work(items[100 * index] as Candidate)),
          ),
        );
        const before = meter.read();
        const { seconds, each } = await timeAll(items, workers, work);
        const cpu = (meter.read() ?? Number.NaN) - (before ?? Number.NaN);
        return {
          perSecond: items.length / seconds,
          cpuMs: Number.isNaN(cpu) ? undefined : (1000 * cpu) / items.length,
          p50: median(each),
          p99: quantile(each, 0.99),
        };
      };
      note(
        `programs, ${workers} worker(s)`,
        await warmed(candidates, ({ program }) => runAsProgram(shelf, program)),
      );
      for (const task of lightTasks) await shelf.evaluator.evaluate(jobOf(shelf, task, books, "own"));
      note(`warm, ${workers} worker(s)`, await warmed(candidates, (candidate) => evaluate(shelf, candidate)));
      if (workers === 2) await measureCold(shelf, note);
    }
  }
  print(found, parentMiB);
}

async function evaluate(shelf: Shelf, { task, text }: Candidate): Promise<void> {
  const { status } = await shelf.evaluator.evaluate(jobOf(shelf, task, text, "candidate"));
  if (status !== "observed") throw new Error(`A candidate of ${task.name} came back as ${status}.`);
}

async function runAsProgram(shelf: Shelf, text: string): Promise<void> {
  const { editableTree } = shelf;
  const outcome = await shelf.evaluator.runProgram({
    editableTree,
    text,
    preload,
    limits,
    trust: "candidate",
  });
  if (outcome.status !== "exited" || outcome.exitCode !== 0)
    throw new Error(`A program came back as ${outcome.status}.`);
}

function print(found: ReadonlyMap<string, readonly Round[]>, parentMiB: number): void {
  console.log(
    `Batches of ${candidatesPerTask} candidates of ${lightTasks.length} light tasks (plain parent ${shown(parentMiB, 0)} MiB resident)`,
  );
  for (const [side, all] of found) {
    const cpus = all.flatMap(({ cpuMs }) => cpuMs ?? []);
    const [p50, p99] = [median(all.map((one) => one.p50)), median(all.map((one) => one.p99))];
    console.log(
      `  ${side.padEnd(22)} ${shown(median(all.map((one) => one.perSecond)), 1).padStart(7)}/s  CPU ${shown(cpus.length === 0 ? undefined : median(cpus))} ms` +
        (Number.isNaN(p50)
          ? ""
          : `  p50 ${shown(p50)} ms  p99 ${shown(p99)} ms (${shown(p99 / p50, 1)} times)`),
    );
  }
  for (const side of ["programs", "warm"]) {
    const ratios = (found.get(`${side}, 1 worker(s)`) ?? []).flatMap(({ cpuMs }, index) => {
      const floor = found.get("plain parent")?.[index]?.cpuMs;
      return cpuMs === undefined || floor === undefined ? [] : [cpuMs / floor];
    });
    console.log(`  CPU, ${side} to plain parent: ${ratios.length === 0 ? "unknown" : shown(median(ratios))}`);
  }
}

async function measureCold(shelf: Shelf, note: (side: string, round: Round) => void): Promise<void> {
  const some = lightTasks.flatMap((task) =>
    [0, 1, 2, 3].map((number) => ({ task, text: candidateText(task, number) })),
  );
  const { seconds, each } = await timeAll(some, 2, async ({ task, text }) => {
    await shelf.evaluator.evaluateCold(jobOf(shelf, task, text, "candidate"));
  });
  note("cold, 2 worker(s)", {
    perSecond: some.length / seconds,
    cpuMs: undefined,
    p50: median(each),
    p99: quantile(each, 0.99),
  });
}
