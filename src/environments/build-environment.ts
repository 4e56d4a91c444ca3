import {
  createStagingDirectory,
  joinPath,
  throwIfInterrupted,
  type HostPath,
  type StagingDirectory,
} from "../base/index.ts";
import type { AcquiredSource } from "../sources/index.ts";
import type { EnvironmentFailure, TestCounts } from "../spec/index.ts";
import { assembleEnvironment } from "./assemble.ts";
import { createJournal, type AttemptJournal } from "./attempts.ts";
import { buildRepository } from "./build-repository.ts";
import type { AdviceFacts, BuiltRepository, LockPlan, Toolchain, TrialPlan } from "./build-system.ts";
import type { Environment, EnvironmentOutcome } from "./environment.ts";
import { failed, made, type Step } from "./failures.ts";
import { findEvidence, type FoundEvidence } from "./find-evidence.ts";
import { installLayer } from "./layer.ts";
import { DEFAULT_TEST_LIMITS, type EnvironmentOptions } from "./options.ts";
import { findKeptOutcome, keepOutcome, outcomeKey } from "./outcome-cache.ts";
import { digestProducts } from "./products.ts";
import { resolveLock } from "./resolve-lock.ts";
import { runInTree, type TreeSetup } from "./run-in-tree.ts";
import { openInstallation, type Installation } from "./run-job.ts";
import { verifyTests } from "./tests/verify.ts";

/** What the stages of one build share. */
interface Build extends FoundEvidence {
  readonly acquired: AcquiredSource;
  readonly options: EnvironmentOptions;
  readonly staging: StagingDirectory;
  readonly journal: AttemptJournal;
}

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
    return timed({ status: "failed", failure: found.failure, advice: undefined });
  const build: Build = { ...found.value, acquired, options, staging, journal };
  const { system, evidence } = build;
  const toolchain = evidence.chooseToolchain(await system.findToolchains(options.machine));
  if (toolchain.status === "failed") return timed(await giveUp(build, toolchain.failure, undefined));

  const key = outcomeKey(acquired, system, toolchain.value, options);
  const kept = findKeptOutcome(key, system, toolchain.value, options);
  if (kept !== undefined) return { ...kept, durationMs: performance.now() - started };

  const environment = await install(build, toolchain.value);
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
  const outcome = timed({ ...triedOut, advice: evidence.advise(facts), hasTests: facts.hasTests });
  keepOutcome(key, outcome, options);
  return outcome;
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
  return { status: "failed", failure, advice: evidence.advise(facts) };
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

async function install(build: Build, toolchain: Toolchain): Promise<Step<Environment>> {
  const { acquired, system, evidence, options, staging, journal } = build;
  await using installation = await openInstallation(system, toolchain, staging, options);
  const { requested = {} } = options;

  options.progress.begin("building the repository in a sandbox");
  const plan = evidence.planBuild(toolchain);
  const repository = await buildRepository(acquired, plan, installation, journal);
  if (repository.status === "failed") return repository;
  throwIfInterrupted(options.signal);

  options.progress.begin("installing what it needs");
  const layer = await installDependencies(build, installation, repository.value);
  if (layer.status === "failed") return layer;
  throwIfInterrupted(options.signal);
  const products = joinPath(repository.value.directory, "tree");
  return made(
    assembleEnvironment(system, {
      recipe: {
        format: "environment/1",
        language: system.language,
        interpreter: toolchain.description,
        platform: toolchain.platform,
        lock: layer.value.lock,
        import_roots: [...repository.value.importRoots],
        products: digestProducts(products),
        variables: { ...system.variables, ...requested.env },
        ...(Object.keys(requested).length === 0 ? {} : { requested }),
      },
      toolchain,
      layer: layer.value.directory,
      products,
    }),
  );
}

interface InstalledLock {
  readonly lock: string;
  readonly directory: HostPath;
}

async function installDependencies(
  { evidence, journal, options }: Build,
  installation: Installation,
  repository: BuiltRepository,
): Promise<Step<InstalledLock>> {
  const plans = evidence.planLocks(repository, installation.toolchain);
  if (plans.status === "failed") return journal.note("resolve", "what was asked for", plans);
  let last: Step<InstalledLock> = failed("nothing_declared", "There is nothing to install.");
  for (const plan of plans.value) {
    throwIfInterrupted(options.signal);
    last = await installPlan(plan, installation, journal);
    if (last.status === "made" || last.failure.category === "registry_unreachable") break;
  }
  return last;
}

async function installPlan(
  plan: LockPlan,
  installation: Installation,
  journal: AttemptJournal,
): Promise<Step<InstalledLock>> {
  const lock = journal.note("resolve", plan.what, await resolveLock(plan, installation));
  if (lock.status === "failed") return lock;
  const layer = journal.note("install", plan.what, await installLayer(lock.value, installation));
  return layer.status === "failed" ? layer : made({ lock: lock.value, directory: layer.value });
}

type TriedOut = Omit<
  Exclude<EnvironmentOutcome, { status: "failed" }>,
  "advice" | "hasTests" | "attempts" | "durationMs"
>;

async function tryOut(build: Build, environment: Environment, trial: TrialPlan): Promise<TriedOut> {
  const { system, acquired, staging, options, journal } = build;
  const limits = options.testLimits ?? DEFAULT_TEST_LIMITS;
  const setup: TreeSetup = { system, environment, acquired, staging, options, limits };
  options.progress.begin("importing the repository");
  const loaded = journal.note("import", trial.what, await checkImport(setup, trial));
  const nothing = { environment, tests: NO_COUNTS, testRecords: [], testInvocation: NO_TESTS };
  if (loaded.status === "failed") return { ...nothing, status: "installed", failure: loaded.failure };
  if (trial.tests === undefined) return { ...nothing, status: "imports" };
  const { framework } = trial.tests;
  const tests = await verifyTests(setup, trial.tests);
  const step: Step<undefined> =
    tests.failure === undefined
      ? made(undefined)
      : { status: "failed", failure: tests.failure, log: tests.log };
  journal.note("test", `${framework.name}, ${tests.arguments.configuration} options`, step);
  return {
    status: tests.status,
    environment,
    tests: tests.counts,
    testRecords: tests.records,
    testInvocation: { framework: framework.name, ...tests.arguments, skip: tests.killers },
    ...(tests.failure === undefined ? {} : { failure: tests.failure }),
  };
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
