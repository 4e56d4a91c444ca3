/*
 * What an evaluation costs beside the judging itself: `npm run bench -- evaluation-load [--tasks N] [--samples N] [--workers N] [--at-once N]`. A model that answers at once is
 * asked for every sample of a small function; then the same answers are judged again from what the run has stored, which shows what asking costs. Says how often the judge had nothing waiting while answers were outstanding, the processor time of the
 * evaluating process alone (endpoint, supervisors and candidates are other processes) and how its memory grew.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { asHostPath, silentLogger, type WorkLoad } from "../src/base/index.ts";
import {
  DEFAULT_ASKING,
  evaluateTaskSet,
  type EvaluateOptions,
  type EvaluateReport,
} from "../src/evaluation/index.ts";
import { writeOrchardTaskSet } from "../test/evaluation/orchard-task-set.ts";
import { median, RawRows, shown } from "./measure/figures.ts";

const { values } = parseArgs({
  options: {
    tasks: { type: "string", default: "500" },
    samples: { type: "string", default: "10" },
    workers: { type: "string", default: "2" },
    "at-once": { type: "string", default: "1" },
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

interface Moment {
  readonly done: number;
  readonly asked: number;
  readonly waiting: number;
  readonly cpuMs: number;
  /** Of that, what the main thread took; the rest is collecting garbage and compiling. */
  readonly mainMs: number;
  readonly heapBytes: number;
  readonly residentBytes: number;
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
  let moments: Moment[] = [];
  let done = 0;
  let load: () => WorkLoad = () => ({ asked: 0, waiting: 0, atWork: 0, evaluated: 0, stored: 0 });
  let isModel = false;
  const look = (): void => {
    if (!isModel) return;
    const { asked = 0, waiting } = load();
    const cpuMs = millisecondsOf(process.cpuUsage());
    const mainMs = millisecondsOf(process.threadCpuUsage());
    const { heapUsed, rss } = process.memoryUsage();
    moments.push({ done, asked, waiting, cpuMs, mainMs, heapBytes: heapUsed, residentBytes: rss });
  };
  const timer = setInterval(look, EVERY_MS);
  const evaluate = (
    run: string,
    completions: EvaluateOptions["completions"],
    stage: string,
  ): Promise<EvaluateReport> => {
    [moments, done] = [[], 0];
    return evaluateTaskSet(
      {
        taskSet,
        completions,
        samples,
        run: asHostPath(join(directory, run)),
        runsDirectory: asHostPath(directory),
        workers,
        sandbox: "auto",
        tool: "diorama bench",
        asking: { ...DEFAULT_ASKING, requests: 16, samplesAtOnce: Number(values["at-once"]) },
      },
      {
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
      },
    );
  };
  const spec = `openai:fast@${line.toString().trim()}`;
  const asked = await evaluate("run", { kind: "model", spec }, `judging ${spec}`);
  tell("asked", moments, asked);
  const again = { kind: "stored", run: asHostPath(join(directory, "run")) } as const;
  const rescored = await evaluate("again", again, `judging ${spec}`);
  tell("from what is stored", moments, rescored);
  clearInterval(timer);
} finally {
  endpoint.stdin.end();
  rmSync(directory, { recursive: true, force: true });
}

function millisecondsOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1_000;
}

function tell(how: string, moments: readonly Moment[], report: EvaluateReport): void {
  const raw = new RawRows("evaluation-load");
  for (const moment of moments) raw.add({ how, ...moment });
  const warm = moments.filter(({ done }) => done >= WARM_AFTER);
  const outstanding = warm.filter(({ asked }) => asked > 0);
  const idle = outstanding.filter(({ waiting }) => waiting === 0);
  const [first, last] = [warm[0], warm.at(-1)];
  const perSample = (name: "cpuMs" | "mainMs"): string =>
    first === undefined || last === undefined
      ? "unknown"
      : shown((last[name] - first[name]) / (last.done - first.done));
  const quarter = (number: number): readonly Moment[] =>
    warm.filter((_, index) => Math.floor((4 * index) / warm.length) === number);
  const mebibytes = (of: readonly number[]): string => `${shown(median(of) / 2 ** 20, 0)} MiB`;
  const grown = (name: "heapBytes" | "residentBytes"): string =>
    [1, 2, 3].map((number) => mebibytes(quarter(number).map((moment) => moment[name]))).join(", ");
  console.log(
    [
      `${how}: ${report.samples} samples of ${tasks} tasks, ${report.not_judged} not judged, ${workers} workers, up to ${values["at-once"]} samples in a request`,
      ...(outstanding.length === 0
        ? []
        : [
            `  judge without anything waiting while answers were outstanding: ${idle.length} of ${outstanding.length} looks, ${EVERY_MS} ms apart, after ${WARM_AFTER} samples`,
          ]),
      `  processor time of the evaluating process: ${perSample("cpuMs")} ms a sample, ${perSample("mainMs")} ms of it by the main thread`,
      `  memory, second to last quarter: heap ${grown("heapBytes")}; resident ${grown("residentBytes")}`,
      `  raw rows: ${raw.path}`,
    ].join("\n"),
  );
}
