/*
 * Verdicts beside the truth: `npm run bench -- verdicts --alternatives FILE… [--sets FOLDER] [--source SOURCE…] [--workers N]`. FILE has other
 * implementations of functions of released packages, one JSON object a line: `source`, `path`, `name` (qualified), `kind` (`correct` or `wrong`), `id`,
 * `completion`, and where known `mistake` and `caught_by_own_tests`. Tasks of those functions are built into FOLDER, one set for each source
 * (a set that is there is used as it is), and every line whose function became a task is judged. Printed are false passes (wrong ones resolved) and
 * false fails (correct ones not) with 95 % intervals (Wilson), by package and by kind of mistake, beside what the package's own tests say of the same
 * lines, and every line that was judged falsely.
 */
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { z } from "zod";

import { asHostPath } from "../src/base/index.ts";
import { readTaskSet } from "../src/datasets/index.ts";
import { openJudge, type TaskJudgement } from "../src/evaluation/library.ts";
import { RawRows } from "./measure/figures.ts";
import { buildSet } from "./verdicts/build-set.ts";
import { describeRates, describeFalse, type JudgedLine } from "./verdicts/rates.ts";

const alternative = z.looseObject({
  source: z.string(),
  path: z.string(),
  name: z.string(),
  kind: z.enum(["correct", "wrong"]),
  id: z.string(),
  completion: z.string(),
  why: z.string().default(""),
  mistake: z.string().default("not named"),
  caught_by_own_tests: z.boolean().nullable().default(null),
});
export type Alternative = z.infer<typeof alternative>;

const { values } = parseArgs({
  options: {
    alternatives: { type: "string", multiple: true, default: [] },
    sets: { type: "string", default: join("runs", "bench", "verdicts") },
    source: { type: "string", multiple: true, default: [] },
    workers: { type: "string", default: String(availableParallelism()) },
  },
});
if (values.alternatives.length === 0) throw new Error("Name a file with --alternatives FILE.");
const lines = values.alternatives
  .flatMap((file) => readFileSync(file, "utf8").trimEnd().split("\n"))
  .map((line) => alternative.parse(JSON.parse(line)))
  .filter(({ source }) => values.source.length === 0 || values.source.includes(source));
const workers = Number(values.workers);
const raw = new RawRows("verdicts");
const judged: JudgedLine[] = [];
for (const [source, own] of Map.groupBy(lines, (line) => line.source)) {
  const directory = resolve(values.sets, source.replaceAll(/[^\w.-]+/gu, "-"));
  if (!existsSync(directory)) await buildSet(source, own, { directory, workers });
  judged.push(...(await judgeLines(directory, own)));
}
console.log(describeRates(lines, judged));
console.log(describeFalse(judged));
console.log(`raw rows: ${raw.path}`);

/** Judges the lines whose function is a task of the set. */
async function judgeLines(directory: string, own: readonly Alternative[]): Promise<JudgedLine[]> {
  const taskOf = readTargets(directory);
  await using judge = await openJudge({ taskSet: directory, workers });
  const judging = own.flatMap((line) => {
    const task = taskOf(line);
    return task === undefined
      ? []
      : [judge.judge(task, line.completion).then((found) => record(line, found))];
  });
  return await Promise.all(judging);
}

/** The task of a line's function. A property's getter and its setter have one name: the header tells which of them is meant. */
function readTargets(directory: string): (line: Alternative) => string | undefined {
  using taskSet = readTaskSet(asHostPath(directory));
  const tasks = Array.from(taskSet.tasks(), ({ record: { id, targets } }) => ({ id, target: targets[0] }));
  const named = Map.groupBy(tasks, ({ target }) => `${target?.path}:${target?.name}`);
  return ({ path, name, completion }) => {
    const found = named.get(`${path}:${name}`) ?? [];
    const meant = found.find(({ target }) => completion.includes(target?.signature ?? ""));
    return (meant ?? found[0])?.id;
  };
}

function record(line: Alternative, judgement: TaskJudgement): JudgedLine {
  const { source, path, name, kind, id, mistake } = line;
  const { verdict, reason, difference, cpuMs } = judgement;
  raw.add({ source, path, name, kind, id, mistake, verdict, reason, difference, cpu_ms: cpuMs });
  return { line, judgement };
}
