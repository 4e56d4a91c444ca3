/*
 * What an evaluation costs beside the judging itself: `npm run bench -- evaluation-load [--tasks N] [--samples N] [--workers N] [--at-once N]`. A model that answers at once is
 * asked for every sample of a small function; the same answers are judged again from what the run has stored, and once more by the judge alone: without a run, rows and prompts.
 * Says how often the judge had nothing waiting while answers were outstanding, the processor time of the evaluating process alone (endpoint, supervisors and candidates are other
 * processes), the harness's part of it, which is all but the judge's, and how memory grew. With `--live` memory is what is left of it after a collection, which takes time of its own.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { asHostPath, mapInOrder, readJsonLines, silentLogger, type WorkLoad } from "../src/base/index.ts";
import type { WorkContext } from "../src/curation/index.ts";
import { readTaskSet } from "../src/datasets/index.ts";
import {
  createTaskJudge,
  DEFAULT_ASKING,
  evaluateTaskSet,
  type EvaluateOptions,
} from "../src/evaluation/index.ts";
import { prediction } from "../src/spec/index.ts";
import { writeOrchardTaskSet } from "../test/evaluation/orchard-task-set.ts";
import { median, RawRows, shown } from "./measure/figures.ts";

const { values } = parseArgs({
  options: {
    tasks: { type: "string", default: "500" },
    samples: { type: "string", default: "10" },
    workers: { type: "string", default: "2" },
    "at-once": { type: "string", default: "1" },
    live: { type: "boolean", default: false },
  },
});
const [tasks, samples, workers] = [values.tasks, values.samples, values.workers].map(Number) as [
  number,
  number,
  number,
];

/** Samples after which everything is warm. */
const WARM_AFTER = Math.min(500, (tasks * samples) / 5);
const EVERY_MS = 25;
/** Looks from one that takes figures of the process to the next: taking them costs more than counting. */
const FIGURES_EVERY = 20;

if (values.live) setFlagsFromString("--expose-gc");
const collect = values.live ? (runInNewContext("gc") as () => void) : () => undefined;

interface Look {
  readonly asked: number;
  readonly waiting: number;
}

interface Figures {
  readonly done: number;
  readonly cpuMs: number;
  /** Of that, what the main thread took; the rest is collecting garbage and compiling. */
  readonly mainMs: number;
  readonly heapBytes: number;
  readonly residentBytes: number;
}

interface Seen {
  readonly looks: Look[];
  readonly figures: Figures[];
}

const directory = mkdtempSync(join(tmpdir(), "diorama-load-"));
const endpoint = spawn(process.execPath, [join(import.meta.dirname, "load", "endpoint.ts")], {
  stdio: ["pipe", "pipe", "inherit"],
});
try {
  const [line] = (await once(endpoint.stdout, "data")) as [Buffer];
  const taskSet = asHostPath(join(directory, "orchard"));
  const ids = Array.from({ length: tasks }, (_, index) => `grade-${String(index).padStart(12, "0")}`);
  await writeOrchardTaskSet(taskSet, ids);
  let seen: Seen = { looks: [], figures: [] };
  let done = 0;
  let load: () => WorkLoad = () => ({ asked: 0, waiting: 0, atWork: 0, evaluated: 0, stored: 0 });
  let isModel = false;
  let looked = 0;
  const look = (): void => {
    if (!isModel) return;
    const { asked = 0, waiting } = load();
    if (done >= WARM_AFTER) seen.looks.push({ asked, waiting });
    if (looked++ % FIGURES_EVERY !== 0) return;
    collect();
    const cpuMs = millisecondsOf(process.cpuUsage());
    const mainMs = millisecondsOf(process.threadCpuUsage());
    const { heapUsed, rss } = process.memoryUsage();
    seen.figures.push({ done, cpuMs, mainMs, heapBytes: heapUsed, residentBytes: rss });
  };
  const timer = setInterval(look, EVERY_MS);
  const spec = `openai:fast@${line.toString().trim()}`;
  const stage = `judging ${spec}`;
  const judging = { workers, sandbox: "auto", tool: "diorama bench" };
  const context: WorkContext = {
    progress: {
      begin: (name, _total, tellLoad) => {
        isModel = name === stage;
        if (tellLoad !== undefined) load = tellLoad;
      },
      advance: (count) => void (done = isModel ? count : done),
      note: () => undefined,
    },
    logger: silentLogger,
    signal: undefined,
  };
  const evaluate = async (
    how: string,
    run: string,
    completions: EvaluateOptions["completions"],
  ): Promise<Cost> => {
    [seen, done] = [{ looks: [], figures: [] }, 0];
    const report = await evaluateTaskSet(
      {
        taskSet,
        completions,
        samples,
        run: asHostPath(join(directory, run)),
        runsDirectory: asHostPath(directory),
        ...judging,
        asking: { ...DEFAULT_ASKING, requests: 16, samplesAtOnce: Number(values["at-once"]) },
      },
      context,
    );
    return tell(how, seen, `${report.samples} samples of ${tasks} tasks, ${report.not_judged} not judged`);
  };
  const judgeAlone = async (): Promise<Cost> => {
    [seen, done] = [{ looks: [], figures: [] }, 0];
    using set = readTaskSet(taskSet);
    await using judge = createTaskJudge(judging, context);
    const byTask = new Map([...set.tasks()].map((task) => [task.record.id, task]));
    const completions = readJsonLines(asHostPath(join(directory, "run", "completions.jsonl")));
    context.progress.begin(stage, completions.length, () => ({ ...judge.load, asked: undefined, stored: 0 }));
    const judged = mapInOrder(completions, 256, async (record) => {
      const { task_id: id, completion } = prediction.parse(record);
      const task = byTask.get(id);
      if (task === undefined) throw new Error(`there is no task ${id}`);
      return judge.judge(task, completion);
    });
    let resolved = 0;
    for await (const { verdict } of judged) {
      resolved += Number(verdict === "resolved");
      context.progress.advance(++done, "");
    }
    isModel = false;
    return tell("the judge alone", seen, `${done} samples of ${tasks} tasks, ${resolved} resolved`);
  };
  const whole = await evaluate("asked", "run", { kind: "model", spec });
  const again = { kind: "stored", run: asHostPath(join(directory, "run")) } as const;
  const rescored = await evaluate("from what is stored", "again", again);
  const judge = await judgeAlone();
  clearInterval(timer);
  const parts = {
    "judge alone": judge.cpuMs,
    "harness alone": whole.cpuMs - judge.cpuMs,
    "of it rows and stored answers": rescored.cpuMs - judge.cpuMs,
    "of it asking": whole.cpuMs - rescored.cpuMs,
  };
  const told = Object.entries(parts).map(([name, ms]) => `${name} ${shown(ms)}`);
  console.log(`processor time in ms a sample: ${told.join(", ")}`);
} finally {
  endpoint.stdin.end();
  rmSync(directory, { recursive: true, force: true });
}

function millisecondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}

/** Milliseconds of processor time that a sample took, once all was warm. */
interface Cost {
  readonly cpuMs: number;
  readonly mainMs: number;
}

function tell(how: string, { looks, figures }: Seen, what: string): Cost {
  const raw = new RawRows("evaluation-load");
  for (const each of figures) raw.add({ how, ...each });
  const warm = figures.filter(({ done }) => done >= WARM_AFTER);
  const outstanding = looks.filter(({ asked }) => asked > 0);
  const idle = outstanding.filter(({ waiting }) => waiting === 0);
  const [first, last] = [warm[0], warm.at(-1)];
  const perSample = (name: "cpuMs" | "mainMs"): number =>
    first === undefined || last === undefined
      ? Number.NaN
      : (last[name] - first[name]) / (last.done - first.done);
  const cost = { cpuMs: perSample("cpuMs"), mainMs: perSample("mainMs") };
  const quarter = (number: number): readonly Figures[] =>
    warm.filter((_, index) => Math.floor((4 * index) / warm.length) === number);
  const mebibytes = (of: readonly number[]): string => `${shown(median(of) / 2 ** 20, 0)} MiB`;
  const grown = (name: "heapBytes" | "residentBytes"): string =>
    [1, 2, 3].map((number) => mebibytes(quarter(number).map((each) => each[name]))).join(", ");
  console.log(
    [
      `${how}: ${what}, ${workers} workers, up to ${values["at-once"]} samples in a request`,
      ...(outstanding.length === 0
        ? []
        : [
            `  judge without anything waiting while answers were outstanding: ${idle.length} of ${outstanding.length} looks, ${EVERY_MS} ms apart, after ${WARM_AFTER} samples`,
          ]),
      `  processor time of the evaluating process: ${shown(cost.cpuMs)} ms a sample, ${shown(cost.mainMs)} ms of it by the main thread`,
      `  memory${values.live ? " after collections" : ""}, second to last quarter: heap ${grown("heapBytes")}; resident ${grown("residentBytes")}`,
      `  raw rows: ${raw.path}`,
    ].join("\n"),
  );
  return cost;
}
