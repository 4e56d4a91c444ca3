/*
 * Our judge beside other tools of mutation testing: `npm run bench -- mutation [--set DIR…] [--mutmut PYTHON] [--cosmic-ray PYTHON] [--functions N]`. For
 * each package tasks are cut, their cases are written as a file of pytest, mutmut runs its own mutants over it one at a time, and the same mutants
 * go to our judge over the same cases: as candidates, as `mutate --mutants` runs them, and in a process each; function by function, in turns, one worker
 * each. Then the mutants that mutmut and cosmic-ray make of every accepted task are judged by all its cases: those that survive are printed for
 * reading. With `--set` only that, for the tasks of finished sets. DIORAMA_MIRRORS names a folder with the repositories as OWNER+NAME/repo.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { asHostPath, silentLogger, silentProgress } from "../src/base/index.ts";
import { openServices, type Services } from "../src/curation/index.ts";
import { readTaskSet, type LoadedTask } from "../src/datasets/index.ts";
import { createJudging } from "../src/judge/index.ts";
import { seeOtherwise } from "../src/proof/body-series.ts";
import { seeMutants } from "../src/proof/mutant-runs.ts";
import { findGrader, type SuiteCase } from "../src/spec/index.ts";
import { findPython } from "../test/judge/orchard.ts";
import { median, RawRows, shown } from "./measure/figures.ts";
import { MutmutProject } from "./mutation/mutmut.ts";
import { diffOf, openTask, type OpenedTask } from "./mutation/opened-task.ts";
import { literalCases, pytestFile } from "./mutation/pytest-file.ts";
import { addFates, describeFates, judgeForeign, NO_FATES, type Fates } from "./mutation/survivors.ts";
import {
  findCosmicRay,
  findMutmut,
  MUTMUT,
  openCosmicRay,
  openMutmut,
  type ForeignMutant,
} from "./mutation/tools.ts";

const PACKAGES = ["jpvanhal/inflection", "python-humanize/humanize"];

/** Fewer cases are no suite. */
const FEWEST_CASES = 4;

const { values } = parseArgs({
  options: {
    set: { type: "string", multiple: true, default: [] },
    mutmut: { type: "string" },
    "cosmic-ray": { type: "string" },
    python: { type: "string", default: findPython() },
    functions: { type: "string", default: "12" },
  },
});
const raw = new RawRows("mutation");
const folder = resolve("runs", "bench");
const python = findMutmut(values.mutmut, values.python, folder);
const mutmut = openMutmut(python);
const tools = [mutmut, openCosmicRay(findCosmicRay(values["cosmic-ray"], values.python, folder))];

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
  await using services = await openServices({ workers: 1, sandbox: "auto" }, context);
  for (const directory of values.set) await measureSet(services, directory);
  if (values.set.length === 0) await measurePackages(services);
}
console.log(`raw rows: ${raw.path}`);

async function measurePackages(services: Services): Promise<void> {
  console.log(`mutmut ${MUTMUT}, one child; our judge with one worker`);
  for (const repository of PACKAGES) await comparePackage(services, repository);
  console.log(`${functions} functions of ${PACKAGES.length} packages, ${total.mutmut.length} mutants`);
  printTimes("all", total);
  for (const [name, seconds] of Object.entries(setUps))
    console.log(`  set-up of a function, ${name}: ${shown(median(seconds), 2)} s`);
  console.log(`  told otherwise by the two: ${disagreed}`);
}

async function comparePackage(services: Services, repository: string): Promise<void> {
  const directory = buildTasks(repository);
  using taskSet = readTaskSet(asHostPath(directory));
  const tasks = [...taskSet.tasks()];
  const [first] = tasks;
  if (first === undefined) throw new Error(`No task was accepted of ${repository}.`);
  const files = Object.fromEntries(tasks.map((task) => [pathOf(task), task.originalFileText()]));
  const place = join(folder, `mutmut-${repository.replace("/", "-")}`);
  const project = new MutmutProject(python, place, first.maskedTree, files);
  const times: Times = { mutmut: [], candidates: [], series: [], forks: [] };
  let measured = 0;
  for (const task of tasks) {
    if (measured === Number(values.functions)) break;
    if (await compareFunction(project, await openTask(services, task), times)) measured++;
  }
  functions += measured;
  printTimes(`${repository}, ${measured} functions`, times);
  for (const key of ["mutmut", "candidates", "series", "forks"] as const) total[key].push(...times[key]);
  await measureSet(services, directory);
}

/** Judges the mutants that each tool makes of the accepted tasks of a set. */
async function measureSet(services: Services, directory: string): Promise<void> {
  using taskSet = readTaskSet(asHostPath(resolve(directory)));
  const sums = new Map<string, Fates>();
  let [count, byTests] = [0, 0];
  for (const task of taskSet.tasks()) {
    if (findGrader(task.record, "observed") === undefined) {
      byTests++;
      continue;
    }
    const opened = await openTask(services, task);
    count++;
    for (const tool of tools) {
      const fates = await judgeForeign(opened, tool, raw);
      console.log(`${task.record.id}, ${tool.name}: ${describeFates(fates)}`);
      sums.set(tool.name, addFates(sums.get(tool.name) ?? NO_FATES, fates));
    }
  }
  console.log(
    `${directory}: ${count} accepted tasks, mutants over all their cases; ${byTests} graded by tests left out`,
  );
  for (const [name, fates] of sums) console.log(`  ${name}: ${describeFates(fates)}`);
}

/** Both on one function, over the cases that a plain test can hold; false where there are too few, or mutmut mutates nothing of it. */
async function compareFunction(project: MutmutProject, opened: OpenedTask, times: Times): Promise<boolean> {
  const { proofTarget, suite, expected } = opened;
  const { module, definition } = proofTarget;
  const { name } = definition;
  const literals = literalCases(suite, expected);
  if (definition.kind !== "function" || literals.length < FEWEST_CASES) return false;
  const pattern = `${module}.x_${name}__mutmut_*`;
  const run = project.run(pattern, pytestFile(module, name, literals), definition.path);
  if (run === undefined || run.mutants.size === 0) return false;
  const spent = [...run.mutants.values()].map(({ seconds }) => 1000 * seconds);
  times.mutmut.push(...spent);
  setUps.mutmut.push(run.seconds - spent.reduce((sum, one) => sum + one, 0) / 1000);
  const foreign = mutmut.mutantsOf(proofTarget);
  const cases = literals.map(({ suiteCase }) => suiteCase);
  const ours = await measureOurs(opened, foreign, cases, times);
  for (const { key, completion } of foreign) {
    const [theirs, own] = [run.mutants.get(key)?.isKilled, ours.get(key)];
    raw.add({ name, key, theirs, own });
    if (theirs === own) continue;
    disagreed++;
    console.log(`${key}: mutmut ${theirs ? "killed" : "survived"}, ours ${own ? "killed" : "survived"}`);
    console.log(diffOf(proofTarget, completion));
  }
  return true;
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

/** Judges mutants over cases both ways; true of those that were killed. */
async function measureOurs(
  { proofTarget, subject, expected }: OpenedTask,
  foreign: readonly ForeignMutant[],
  cases: readonly SuiteCase[],
  times: Times,
): Promise<ReadonlyMap<string, boolean>> {
  const judging = createJudging(1);
  const own = { ...subject, grader: { ...subject.grader, suite: cases } };
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
  await seeOtherwise(proofTarget, bodies.slice(0, 3), expected, "checked");
  setUps.series.push((performance.now() - warming) / 1000);
  const started = performance.now();
  const seen = await seeMutants(proofTarget, bodies, expected, ({ differences }) => differences.length > 0);
  const each = (performance.now() - started) / Math.max(1, foreign.length);
  times.series.push(...foreign.map(() => each));
  const forked = performance.now();
  await seeOtherwise(proofTarget, bodies, expected, "apart");
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

function pathOf(task: LoadedTask): string {
  return task.record.targets[0]?.path ?? "";
}

function printTimes(name: string, { mutmut: theirs, ...ours }: Times): void {
  const mean = (times: readonly number[]): number => times.reduce((sum, one) => sum + one, 0) / times.length;
  console.log(`${name}: ${theirs.length} mutants, ms each: mutmut ${shown(mean(theirs), 1)}`);
  const words = {
    candidates: "as candidates",
    series: "as `mutate --mutants` runs them",
    forks: "the same, a process each",
  };
  for (const key of ["candidates", "series", "forks"] as const)
    console.log(
      `  ours ${words[key]}: ${shown(mean(ours[key]), 1)}, ${shown(mean(theirs) / mean(ours[key]), 1)} times as fast`,
    );
}
