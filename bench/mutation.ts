/*
 * Our judge beside mutmut: `npm run bench -- mutation [--mutmut PYTHON] [--functions N]`. For each package tasks are cut, their cases are written as
 * a file of pytest, mutmut runs its own mutants over it one at a time, and the same mutants go to our judge over the same cases, as
 * candidates, as our own mutants are run, and in a process each; function by function, in turns, one worker each. Then its mutants of every accepted task are judged
 * by all cases: those that survive are printed for reading. DIORAMA_MIRRORS names a folder with the repositories as OWNER+NAME/repo.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { asHostPath, joinPath, silentLogger, silentProgress } from "../src/base/index.ts";
import { openWorkshop, type Workshop } from "../src/curation/index.ts";
import { findHidden, openTaskSpecimen } from "../src/curation/task-specimen.ts";
import { readTaskSet, type LoadedTask } from "../src/datasets/index.ts";
import { restoreEnvironment } from "../src/environments/index.ts";
import { createJudging, limitsFor, type JudgingSubject } from "../src/judge/index.ts";
import { runBodiesTogether } from "../src/proof/bodies.ts";
import { seeOtherwise } from "../src/proof/body-series.ts";
import { seeMutants } from "../src/proof/mutant-runs.ts";
import { findResident, observationsOf, observeReference, type Specimen } from "../src/proof/index.ts";
import type { Observation, SuiteCase } from "../src/spec/index.ts";
import { unifiedDiff } from "../src/proof/unified-diff.ts";
import { findPython } from "../test/judge/orchard.ts";
import { median, RawRows, shown } from "./measure/figures.ts";
import { findMutmut, MUTMUT, MutmutProject, type ForeignMutant } from "./mutation/mutmut.ts";
import { literalCases, pytestFile } from "./mutation/pytest-file.ts";

const PACKAGES = ["jpvanhal/inflection", "python-humanize/humanize"];

/** Fewer cases are no suite. */
const FEWEST_CASES = 4;

const { values } = parseArgs({
  options: {
    mutmut: { type: "string" },
    python: { type: "string", default: findPython() },
    functions: { type: "string", default: "12" },
  },
});
const raw = new RawRows("mutation");
const folder = resolve("runs", "bench");
const mutmut = findMutmut(values.mutmut, values.python, folder);
console.log(`mutmut ${MUTMUT}, one child; our judge with one worker`);

interface Times {
  readonly mutmut: number[];
  readonly candidates: number[];
  readonly series: number[];
  readonly forks: number[];
}
const setUps = { mutmut: [] as number[], candidates: [] as number[], series: [] as number[] };
const total: Times = { mutmut: [], candidates: [], series: [], forks: [] };
let [functions, disagreed] = [0, 0];
{
  const context = { logger: silentLogger, progress: silentProgress, signal: new AbortController().signal };
  await using workshop = await openWorkshop({ workers: 1, sandbox: "auto" }, context);
  for (const repository of PACKAGES) await measurePackage(workshop, repository);
}
console.log(`${functions} functions of ${PACKAGES.length} packages, ${total.mutmut.length} mutants`);
printTimes("all", total);
for (const [name, seconds] of Object.entries(setUps))
  console.log(`  set-up of a function, ${name}: ${shown(median(seconds), 2)} s`);
console.log(`  told otherwise by the two: ${disagreed}`);
console.log(`raw rows: ${raw.path}`);

async function measurePackage(workshop: Workshop, repository: string): Promise<void> {
  using taskSet = readTaskSet(asHostPath(buildTasks(repository)));
  const tasks = [...taskSet.tasks()];
  const [first] = tasks;
  if (first === undefined) throw new Error(`No task was accepted of ${repository}.`);
  const files = Object.fromEntries(tasks.map((task) => [pathOf(task), task.originalFileText()]));
  const place = join(folder, `mutmut-${repository.replace("/", "-")}`);
  const project = new MutmutProject(mutmut, place, first.maskedTree, files);
  const times: Times = { mutmut: [], candidates: [], series: [], forks: [] };
  let [survived, judged, measured] = [0, 0, 0];
  for (const task of tasks) {
    const opened = await openTask(workshop, task);
    if (measured < Number(values.functions) && (await compareFunction(project, opened, times))) measured++;
    const foreign = findMutants(project, opened.specimen);
    judged += foreign.length;
    survived += await listSurvivors(opened, foreign);
  }
  functions += measured;
  printTimes(`${repository}, ${measured} functions`, times);
  for (const key of ["mutmut", "candidates", "series", "forks"] as const) total[key].push(...times[key]);
  console.log(
    `  mutmut's mutants of ${tasks.length} accepted tasks over all their cases: ${survived} of ${judged} survive (${shown((100 * survived) / Math.max(1, judged), 1)} %)`,
  );
}

/** Both on one function, over the cases that a plain test can hold; false where there are too few, or mutmut mutates nothing of it. */
async function compareFunction(project: MutmutProject, opened: OpenedTask, times: Times): Promise<boolean> {
  const { specimen, suite, expected, task } = opened;
  const { module, definition } = specimen;
  const { name } = definition;
  const literals = literalCases(suite, expected);
  if (definition.kind !== "function" || literals.length < FEWEST_CASES) return false;
  const pattern = `${module}.x_${name}__mutmut_*`;
  const run = project.run(pattern, pytestFile(module, name, literals), definition.path);
  if (run === undefined || run.mutants.size === 0) return false;
  const spent = [...run.mutants.values()].map(({ seconds }) => 1000 * seconds);
  times.mutmut.push(...spent);
  setUps.mutmut.push(run.seconds - spent.reduce((sum, one) => sum + one, 0) / 1000);
  const foreign = findMutants(project, specimen);
  const cases = literals.map(({ suiteCase }) => suiteCase);
  const ours = await measureOurs(opened, foreign, cases, times);
  for (const { key, completion } of foreign) {
    const [theirs, own] = [run.mutants.get(key)?.isKilled, ours.get(key)];
    raw.add({ name, key, theirs, own });
    if (theirs === own) continue;
    disagreed++;
    console.log(`${key}: mutmut ${theirs ? "killed" : "survived"}, ours ${own ? "killed" : "survived"}`);
    printDiff(task, completion);
  }
  return true;
}

/** Prints the mutants that pass all cases of a task, and gives their number. */
async function listSurvivors(
  { specimen, suite, expected, task }: OpenedTask,
  foreign: readonly ForeignMutant[],
): Promise<number> {
  const verdicts = await runBodiesTogether(specimen, foreign.map(asVariant), suite, expected, true);
  const survivors = foreign.filter((_, index) => verdicts[index]?.verdict === "resolved");
  for (const { key, completion } of survivors) {
    console.log(`survives: ${key}`);
    printDiff(task, completion);
  }
  return survivors.length;
}

/** A set that is there is used again. */
function buildTasks(repository: string): string {
  const out = join(folder, `tasks-${repository.replace("/", "-")}`);
  if (existsSync(join(out, "task-set.json"))) return out;
  const mirrors = process.env["DIORAMA_MIRRORS"];
  const source =
    mirrors === undefined ? `github:${repository}` : join(mirrors, repository.replace("/", "+"), "repo");
  const program = join(import.meta.dirname, "..", "bin", "diorama");
  const words = [program, "build", source, "--tier", "simple", "--out", out, "--license", "any"];
  const { status } = spawnSync(process.execPath, words, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`No tasks could be cut out of ${repository}.`);
  return out;
}

interface OpenedTask {
  readonly task: LoadedTask;
  readonly specimen: Specimen;
  readonly subject: JudgingSubject;
  /** Hidden cases and examples. */
  readonly suite: readonly SuiteCase[];
  readonly expected: Readonly<Record<string, Observation>>;
}

async function openTask(workshop: Workshop, task: LoadedTask): Promise<OpenedTask> {
  const restored = await restoreEnvironment(task.record.environment, workshop.environmentOptions);
  const hidden = findHidden(workshop.language, task);
  if (restored.status === "failed" || hidden === undefined) throw new Error(`Cannot open ${task.record.id}.`);
  const directory = joinPath(workshop.temporaryDirectory, `bench-${task.record.id}`);
  const plain = openTaskSpecimen(workshop, task, {
    environment: restored.value,
    definition: hidden[0],
    directory,
  });
  const examples = task.record.visible_examples;
  const suite = [
    ...examples.map(({ id, origin, recipe }) => ({ id, origin, recipe })),
    ...task.suite().cases,
  ];
  const reference = await observeReference(plain, suite);
  const limited = { ...plain, limits: limitsFor(task.record.limits, reference) };
  const resident = await findResident(limited, suite, reference);
  const expected = observationsOf(reference.results);
  const { evaluator, language, originalText, definition, workbench, module, policy } = limited;
  return {
    task,
    specimen: { ...limited, resident },
    suite,
    expected,
    subject: {
      evaluator,
      language,
      originalText,
      definition,
      task: {
        workbench,
        locate: (lines) => ({ module, name: definition.name, kind: definition.kind, lines }),
        suite,
        expected,
        policy,
        limits: task.record.limits,
      },
    },
  };
}

/** Judges mutants over cases both ways; true of those that were killed. */
async function measureOurs(
  { specimen, subject, expected }: OpenedTask,
  foreign: readonly ForeignMutant[],
  cases: readonly SuiteCase[],
  times: Times,
): Promise<ReadonlyMap<string, boolean>> {
  const judging = createJudging(1);
  const own = { ...subject, task: { ...subject.task, suite: cases } };
  const begun = performance.now();
  // What a first candidate waits for: limits measured with the reference, a parent started.
  await judging.judge(own, "pass");
  setUps.candidates.push((performance.now() - begun) / 1000);
  const killed = new Map<string, boolean>();
  for (const { key, completion } of foreign) {
    const started = performance.now();
    const { verdict, isDuplicate } = await judging.judge(own, completion);
    if (!isDuplicate) times.candidates.push(performance.now() - started);
    killed.set(key, verdict !== "resolved");
  }
  const bodies = foreign.map(({ completion }) => ({ completion, groups: [{ cases, stops: true }] }));
  const warming = performance.now();
  await seeOtherwise(specimen, bodies.slice(0, 3), expected, "checked");
  setUps.series.push((performance.now() - warming) / 1000);
  const started = performance.now();
  const seen = await seeMutants(specimen, bodies, expected, ({ differences }) => differences.length > 0);
  const each = (performance.now() - started) / Math.max(1, foreign.length);
  times.series.push(...foreign.map(() => each));
  const forked = performance.now();
  await seeOtherwise(specimen, bodies, expected, "apart");
  times.forks.push(...foreign.map(() => (performance.now() - forked) / foreign.length));
  for (const [index, { key }] of foreign.entries()) {
    const one = seen[index];
    const isKilled = one !== undefined && (one.differences.length > 0 || one.timedOutAt !== undefined);
    if (one !== undefined && isKilled !== killed.get(key)) {
      disagreed++;
      console.log(`${key}: as a candidate ${killed.get(key) ? "killed" : "survived"}, in series not so`);
    }
  }
  return killed;
}

function asVariant({ key, completion }: ForeignMutant): { id: string; kind: string; completion: string } {
  return { id: key, kind: "mutmut", completion };
}

/** The mutants of a target that mutmut has written so far; it writes those of a whole file. */
function findMutants(project: MutmutProject, { definition, module }: Specimen): readonly ForeignMutant[] {
  return project.mutantsOf(definition.path, module).filter(({ target }) => target === definition.name);
}

function pathOf(task: LoadedTask): string {
  return task.record.targets[0]?.path ?? "";
}

function printDiff(task: LoadedTask, completion: string): void {
  const reference = task.referenceText();
  const margin = /^[ \t]*/.exec(reference)?.[0] ?? "";
  const dedented = reference
    .split("\n")
    .map((line) => (line.startsWith(margin) ? line.slice(margin.length) : line))
    .join("\n");
  console.log(unifiedDiff(dedented, completion, pathOf(task), 1));
}

function printTimes(name: string, { mutmut: theirs, ...ours }: Times): void {
  const mean = (times: readonly number[]): number => times.reduce((sum, one) => sum + one, 0) / times.length;
  console.log(`${name}: ${theirs.length} mutants, ms each: mutmut ${shown(mean(theirs), 1)}`);
  const words = {
    candidates: "as candidates",
    series: "as mutants of ours",
    forks: "the same, a process each",
  };
  for (const key of ["candidates", "series", "forks"] as const)
    console.log(
      `  ours ${words[key]}: ${shown(mean(ours[key]), 1)}, ${shown(mean(theirs) / mean(ours[key]), 1)} times as fast`,
    );
}
