import { createLimit } from "../../base/index.ts";
import type { DeclaredProject } from "../python/declared.ts";
import { readTestCommand, splitTestCommand } from "../request/test-command.ts";
import { NO_TESTS, summariseRuns, type TestSummary } from "./ladder.ts";
import { argumentsToTry, runTests, type PytestArguments, type TestSetup, type TestRun } from "./pytest.ts";

/** How the repository's tests are called, and what three runs of them gave. */
export interface VerifiedTests extends TestSummary {
  readonly arguments: PytestArguments;
  /** Tests that end the process or pass their time limit. */
  readonly killers: readonly string[];
}

/** Runs beside the first one; each with another hash seed. */
const FURTHER_RUNS = [1, 2];

/**
 * Runs the repository's tests three times. The first run finds out how to call pytest; the others do the same again, at
 * once where there are two workers.
 */
export async function verifyTests(setup: TestSetup, project: DeclaredProject): Promise<VerifiedTests> {
  const { progress, workers } = setup.options;
  progress.begin("running the repository's tests", 1 + FURTHER_RUNS.length);
  const first = await findRun(setup, project);
  progress.advance(1, `${first.run.outcomes.size} tests`);
  if (first.run.outcomes.size === 0)
    return { ...summariseRuns([first.run]), arguments: first.arguments, killers: [] };
  const { killers } = first.run;
  const limit = createLimit(Math.min(workers, FURTHER_RUNS.length));
  let done = 1;
  const others = await Promise.all(
    FURTHER_RUNS.map((hashSeed, index) =>
      limit(async () => {
        const request = { arguments: first.arguments, hashSeed, skip: killers, workerNumber: index };
        const run = await runTests(setup, request);
        progress.advance(++done);
        return run;
      }),
    ),
  );
  const runs = [first.run, ...others.map((run) => withOutcomesOf(run, first.run, killers))];
  return { ...summariseRuns(runs), arguments: first.arguments, killers };
}

async function findRun(
  setup: TestSetup,
  project: DeclaredProject,
): Promise<{ readonly run: TestRun; readonly arguments: PytestArguments }> {
  let best: { readonly run: TestRun; readonly arguments: PytestArguments } | undefined;
  for (const candidate of waysToCall(setup, project)) {
    if (candidate.files.length > 0 && best !== undefined && best.run.outcomes.size > 0) break;
    const run = await runTests(setup, { arguments: candidate, hashSeed: 0, skip: [], workerNumber: 0 });
    if (best === undefined || saysMore(run, best.run)) best = { run, arguments: candidate };
    if (isGood(run)) break;
  }
  if (best === undefined) throw new Error("There is always a way to call pytest.");
  return best;
}

/** As the user asked, and then in no other way; else what is found out. */
function waysToCall({ options }: TestSetup, project: DeclaredProject): readonly PytestArguments[] {
  const command = options.requested?.test_command;
  const read = command === undefined ? undefined : readTestCommand(command);
  if (read?.status !== "read") return argumentsToTry(project.pytest, testFilesOf(project));
  const { options: own, selection } = splitTestCommand(read.words, project.files);
  return [{ configuration: "declared", addopts: [...project.pytest.addopts, ...own], files: selection }];
}

/** Found tests and could collect everything: no other way of calling will be better. */
function isGood(run: TestRun): boolean {
  return run.isTimedOut || (scoreOf(run) > 0 && run.collectionErrors.length === 0);
}

/** More tests pass; or it tells of tests, or of what stands in their way, where the other one found nothing at all. */
function saysMore(run: TestRun, other: TestRun): boolean {
  if (scoreOf(run) !== scoreOf(other)) return scoreOf(run) > scoreOf(other);
  const isSilent = ({ outcomes, collectionErrors, exit }: TestRun): boolean =>
    outcomes.size === 0 && collectionErrors.length === 0 && exit === NO_TESTS;
  return isSilent(other) && !isSilent(run);
}

function scoreOf(run: TestRun): number {
  return [...run.outcomes.values()].filter(({ outcome }) => outcome === "passed" || outcome === "skipped")
    .length;
}

/** Python files that hold tests, to be named to pytest where it finds none by its own rules. */
export function testFilesOf(project: DeclaredProject): string[] {
  return project.testFiles.filter((path) => {
    if (/(^|\/)(conftest|__init__|setup)\.py$/.test(path)) return false;
    return /^\s*(async\s+)?def test|TestCase\b/m.test(project.files.text(path) ?? "");
  });
}

function withOutcomesOf(run: TestRun, first: TestRun, ids: readonly string[]): TestRun {
  const outcomes = new Map(run.outcomes);
  for (const id of ids) {
    const known = first.outcomes.get(id);
    if (known !== undefined) outcomes.set(id, known);
  }
  return { ...run, outcomes };
}
