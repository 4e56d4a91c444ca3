import { createLimit } from "../../base/index.ts";
import type { TestArguments } from "../../languages/index.ts";
import type { TestPlan } from "../build-system.ts";
import type { TreeSetup } from "../run-in-tree.ts";
import { summariseRuns, type TestSummary } from "./ladder.ts";
import { runAllTests, type SuiteRun } from "./run-all-tests.ts";

/** How the repository's tests are called, and what three runs of them gave. */
export interface VerifiedTests extends TestSummary {
  readonly arguments: TestArguments;
  /** Tests that end the process or pass their time limit. */
  readonly killers: readonly string[];
}

/** Runs beside the first one; each with another hash seed. */
const FURTHER_RUNS = [1, 2];

/** How the tests are called, and what the first run gave. */
export interface FirstRun {
  readonly run: SuiteRun;
  readonly arguments: TestArguments;
}

/** Runs the repository's tests once: finds out how to call the framework. */
export async function runFirst(setup: TreeSetup, plan: TestPlan): Promise<FirstRun> {
  const { progress } = setup.options;
  progress.begin("running the repository's tests", 1 + FURTHER_RUNS.length);
  const first = await findRun(setup, plan);
  progress.advance(1, `${first.run.outcomes.size} tests`);
  return first;
}

/** What the first run says alone. */
export function summariseFirst({ run, arguments: options }: FirstRun): VerifiedTests {
  return { ...summariseRuns([run]), arguments: options, killers: run.killers };
}

/** Runs the tests two times more as the first run did, at once where there are two workers; not where there were none. */
export async function repeatRuns(
  setup: TreeSetup,
  { framework }: TestPlan,
  first: FirstRun,
): Promise<VerifiedTests> {
  if (first.run.outcomes.size === 0) return { ...summariseFirst(first), killers: [] };
  const { progress, workers } = setup.options;
  const { killers } = first.run;
  const limit = createLimit(Math.min(workers, FURTHER_RUNS.length));
  let done = 1;
  progress.begin("running the repository's tests again", 1 + FURTHER_RUNS.length);
  const others = await Promise.all(
    FURTHER_RUNS.map((seed, index) =>
      limit(async () => {
        const request = { framework, arguments: first.arguments, seed, skip: killers, workerNumber: index };
        const run = await runAllTests(setup, request);
        progress.advance(++done);
        return run;
      }),
    ),
  );
  const runs = [first.run, ...others.map((run) => withOutcomesOf(run, first.run, killers))];
  return { ...summariseRuns(runs), arguments: first.arguments, killers };
}

async function findRun(
  setup: TreeSetup,
  { framework, ways, laterWaysMake = false }: TestPlan,
): Promise<FirstRun> {
  let best: FirstRun | undefined;
  for (const candidate of ways) {
    const finds = candidate.files.length > 0 && !laterWaysMake;
    if (finds && best !== undefined && best.run.outcomes.size > 0) break;
    const request = { framework, arguments: candidate, seed: 0, skip: [], workerNumber: 0 };
    const run = await runAllTests(setup, request);
    if (best === undefined || saysMore(run, best.run) || (laterWaysMake && isBehind(run, best.run)))
      best = { run, arguments: candidate };
    if (isGood(run, laterWaysMake ? MOST_PASS : 0)) break;
  }
  if (best === undefined) throw new Error(`There is no way to call ${framework.name}.`);
  return best;
}

/** Share of the tests that pass or are skipped above which nothing that could be made beforehand seems to lack. */
const MOST_PASS = 0.9;

/** Found tests, of which at least that share passes or is skipped, and could collect everything: no other way of calling will be better. */
function isGood(run: SuiteRun, leastShare: number): boolean {
  const score = scoreOf(run);
  return (
    run.isTimedOut ||
    (score > 0 && run.collectionErrors.length === 0 && score >= leastShare * run.outcomes.size)
  );
}

/** More tests pass; or it tells of tests, or of what stands in their way, where the other one found nothing at all. */
function saysMore(run: SuiteRun, other: SuiteRun): boolean {
  if (scoreOf(run) !== scoreOf(other)) return scoreOf(run) > scoreOf(other);
  const isSilent = ({ outcomes, collectionErrors, foundNone }: SuiteRun): boolean =>
    outcomes.size === 0 && collectionErrors.length === 0 && foundNone;
  return isSilent(other) && !isSilent(run);
}

/** Found nothing either, where more was made before: what stands in the way then is no lack of that. */
function isBehind(run: SuiteRun, other: SuiteRun): boolean {
  return run.outcomes.size === 0 && other.outcomes.size === 0 && !run.isTimedOut;
}

function scoreOf(run: SuiteRun): number {
  return [...run.outcomes.values()].filter(({ outcome }) => outcome === "passed" || outcome === "skipped")
    .length;
}

function withOutcomesOf(run: SuiteRun, first: SuiteRun, ids: readonly string[]): SuiteRun {
  const outcomes = new Map(run.outcomes);
  for (const id of ids) {
    const known = first.outcomes.get(id);
    if (known !== undefined) outcomes.set(id, known);
  }
  return { ...run, outcomes };
}
