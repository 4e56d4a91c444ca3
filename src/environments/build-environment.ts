import { createStagingDirectory } from "../base/index.ts";
import type { AcquiredSource } from "../sources/index.ts";
import type { EnvironmentFailure, TestCounts } from "../spec/index.ts";
import { createJournal } from "./attempts.ts";
import type { AdviceFacts, Toolchain, TrialPlan } from "./build-system.ts";
import type { Environment, EnvironmentOutcome } from "./environment.ts";
import { made, type Step } from "./failures.ts";
import { findEvidence } from "./find-evidence.ts";
import { installEnvironment, type Build } from "./install-environment.ts";
import { DEFAULT_TEST_LIMITS, type EnvironmentOptions } from "./options.ts";
import { findKeptOutcome, keepOutcome, outcomeKey } from "./outcome-cache.ts";
import { findRecipeToolchain } from "./restore-environment.ts";
import { runInTree, type TreeSetup } from "./run-in-tree.ts";
import { findMissing } from "./system-packages.ts";
import { verifyTests } from "./tests/verify.ts";

/**
 * Makes the environment of a repository and finds out how far it gets. Everything that the repository or its dependencies
 * can cause is a value; throws only for this machine's own troubles (no installer to be had, a full disk, a broken sandbox) and
 * when interrupted. A second call with the same source, toolchain and limits gives the outcome of the first at once.
 */
export async function buildEnvironment(
  acquired: AcquiredSource,
  options: EnvironmentOptions,
): Promise<EnvironmentOutcome> {
  const started = performance.now();
  await using staging = createStagingDirectory(options.cacheDirectory);
  const journal = createJournal(options.logger);
  const timed = <T extends object>(end: T) => ({
    ...end,
    attempts: journal.attempts,
    durationMs: performance.now() - started,
  });

  options.progress.begin("reading what the repository declares");
  const found = findEvidence(acquired, options);
  if (found.status === "failed")
    return timed({ status: "failed", failure: found.failure, advice: undefined, evidence: [] });
  const build: Build = { ...found.value, acquired, options, staging, journal };
  const { system, evidence } = build;
  const toolchain = await chooseToolchain(build);
  if (toolchain.status === "failed") return timed(await giveUp(build, toolchain.failure, undefined));

  const key = outcomeKey(acquired, system, toolchain.value, options);
  const kept = findKeptOutcome(key, system, toolchain.value, options);
  if (kept !== undefined) return { ...kept, durationMs: performance.now() - started };

  const environment = await installEnvironment(build, toolchain.value);
  if (environment.status === "failed")
    return timed(await giveUp(build, environment.failure, toolchain.value));
  const trial = evidence.planTrial(environment.value.recipe.import_roots);
  const triedOut = await tryOut(build, environment.value, trial);
  const facts = await adviceFacts(build, trial, {
    failure: triedOut.failure,
    toolchain: toolchain.value,
    tests: triedOut.tests,
    lock: environment.value.recipe.lock,
  });
  const { hasTests } = facts;
  const outcome = timed({ ...triedOut, advice: evidence.advise(facts), evidence: evidence.items, hasTests });
  keepOutcome(key, outcome, options);
  return outcome;
}

async function chooseToolchain({ system, evidence, options }: Build): Promise<Step<Toolchain>> {
  return options.recipe === undefined
    ? evidence.chooseToolchain(await system.findToolchains(options.machine))
    : await findRecipeToolchain(options.recipe, system, options);
}

type GivenUp = Omit<Extract<EnvironmentOutcome, { status: "failed" }>, "attempts" | "durationMs">;

async function giveUp(
  build: Build,
  failure: EnvironmentFailure,
  toolchain: Toolchain | undefined,
): Promise<GivenUp> {
  const { evidence } = build;
  const found = { failure, toolchain, tests: NO_COUNTS, lock: "" };
  const facts = await adviceFacts(build, evidence.planTrial([]), found);
  return { status: "failed", failure, advice: evidence.advise(facts), evidence: evidence.items };
}

async function adviceFacts(
  { system, options, acquired }: Build,
  { tests: plan }: TrialPlan,
  found: {
    readonly failure: EnvironmentFailure | undefined;
    readonly toolchain: Toolchain | undefined;
    readonly tests: TestCounts;
    readonly lock: string;
  },
): Promise<AdviceFacts> {
  const { failure, toolchain, tests, lock } = found;
  const known = failure === undefined ? [] : await system.findToolchains(options.machine);
  return {
    failure,
    tests,
    lock,
    release: toolchain?.release,
    releases: known.map(({ release }) => release),
    hasTests: plan?.hasTests === true,
    missingSubmodules: acquired.missingSubmodules.map(({ path }) => path),
  };
}

type TriedOut = Omit<
  Exclude<EnvironmentOutcome, { status: "failed" }>,
  "advice" | "evidence" | "hasTests" | "attempts" | "durationMs"
>;

async function tryOut(build: Build, environment: Environment, trial: TrialPlan): Promise<TriedOut> {
  const { system, acquired, staging, options, journal } = build;
  const limits = options.testLimits ?? DEFAULT_TEST_LIMITS;
  const setup: TreeSetup = { system, environment, acquired, staging, options, limits };
  const nothing = { environment, tests: NO_COUNTS, testRecords: [], testInvocation: NO_TESTS };
  if (trial.tests?.includesCheck !== true) {
    options.progress.begin("importing the repository");
    const loaded = journal.note("import", trial.what, await checkImport(setup, trial));
    if (loaded.status === "failed") return { ...nothing, status: "installed", failure: loaded.failure };
  }
  if (trial.tests === undefined) return { ...nothing, status: "imports" };
  const { framework } = trial.tests;
  const tests = await verifyTests(setup, trial.tests);
  const failure = trial.tests.includesCheck === true ? failureOfSystem(tests.failure) : tests.failure;
  const step: Step<undefined> =
    failure === undefined ? made(undefined) : { status: "failed", failure, log: tests.log };
  journal.note("test", `${framework.name}, ${tests.arguments.configuration} options`, step);
  const isBuilt = tests.records.length > 0 || tests.failure === undefined;
  return {
    // Where running the tests builds everything, nothing was built that has no test to show for it.
    status: trial.tests.includesCheck === true && !isBuilt ? "installed" : tests.status,
    environment,
    tests: tests.counts,
    testRecords: tests.records,
    testInvocation: { framework: framework.name, ...tests.arguments, skip: tests.killers },
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Of what could not be built for tests, that the system lacks something, where that is why. */
function failureOfSystem(failure: EnvironmentFailure | undefined): EnvironmentFailure | undefined {
  const isMissing = failure?.category === "collection_failed" && findMissing(failure.message) !== undefined;
  return failure !== undefined && isMissing ? { ...failure, category: "needs_system_package" } : failure;
}

const NO_COUNTS = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
const NO_TESTS = { framework: "", configuration: "declared", addopts: [], files: [], skip: [] } as const;
const IMPORT_TIMEOUT_MS = 180_000;

/** Loads the repository's code, without network. Made with what could be loaded, where anything could. */
async function checkImport(
  setup: TreeSetup,
  { check, readCheck }: TrialPlan,
): Promise<Step<readonly string[]>> {
  if (check.status === "failed") return check;
  const outcome = await runInTree(setup, {
    name: "import",
    seed: 0,
    timeoutMs: IMPORT_TIMEOUT_MS,
    workerNumber: 0,
    report: setup.staging.folder("report-import"),
    command: check.value,
  });
  return readCheck(outcome);
}
