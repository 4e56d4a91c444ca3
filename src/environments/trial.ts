import type { EnvironmentFailure, TestCounts } from "../spec/index.ts";
import type { AdviceFacts, Toolchain, TrialPlan, Trouble } from "./build-system.ts";
import type { Environment, EnvironmentOutcome } from "./environment.ts";
import { made, type Step } from "./failures.ts";
import { installEnvironment, type Build } from "./install-environment.ts";
import { DEFAULT_TEST_LIMITS } from "./options.ts";
import { findRecipeToolchain } from "./restore-environment.ts";
import { runInTree, type TreeSetup } from "./run-in-tree.ts";
import { adviseOnSystemLayer } from "./system/advice.ts";
import { findMissing, findMissingOfException } from "./system/missing.ts";
import { repeatRuns, runFirst, summariseFirst, type VerifiedTests } from "./tests/verify.ts";

/** How a trial ended: an outcome without what was tried before. */
export type TrialEnd = WithoutHistory<EnvironmentOutcome>;
type WithoutHistory<T> = T extends unknown ? Omit<T, "attempts" | "durationMs"> : never;

/** One installation by one set of evidence, and how far it got. */
export interface Trial {
  readonly build: Build;
  readonly end: TrialEnd;
  readonly trouble: Trouble;
  /** Runs the tests again where they ran once alone; the end with that in it. */
  finish(): Promise<TrialEnd>;
}

/** The toolchain that the evidence asks for, or where an environment is made again that of the recipe. */
export function chooseToolchain({
  evidence,
  toolchains,
  options: { recipe },
}: Pick<Build, "evidence" | "toolchains" | "options">): Step<Toolchain> {
  return recipe === undefined
    ? evidence.chooseToolchain(toolchains)
    : findRecipeToolchain(recipe, toolchains);
}

/** Installs, loads, and runs the tests: once where what the first run gave is not good enough for `verified`, else three times. */
export async function tryEnvironment(build: Build): Promise<Trial> {
  const { journal } = build;
  const before = journal.attempts.length;
  const trial = await tryOnce(build);
  const failedBuilds = journal.attempts
    .slice(before)
    .flatMap(({ stage, succeeded, detail }) =>
      (stage === "build" || stage === "install") && !succeeded ? [detail] : [],
    )
    .join("\n");
  return { ...trial, trouble: { ...trial.trouble, failedBuilds } };
}

async function tryOnce(build: Build): Promise<Trial> {
  const toolchain = chooseToolchain(build);
  if (toolchain.status === "failed") return giveUp(build, toolchain, undefined);
  const environment = await installEnvironment(build, toolchain.value);
  if (environment.status === "failed") return giveUp(build, environment, toolchain.value);
  const plan = build.evidence.planTrial(environment.value.recipe.import_roots);
  const triedOut = await tryOut(build, environment.value, plan);
  const describe = (tried: TriedOut) =>
    describeTrial(build, plan, { tried, toolchain: toolchain.value, lock: environment.value.recipe.lock });
  const { end, trouble } = describe(triedOut);
  const { repeat } = triedOut;
  const finish = async () => (repeat === undefined ? end : describe(await repeat()).end);
  return { build, end, trouble, finish };
}

/** The end where nothing could be installed. */
export function giveUp(
  build: Build,
  { failure, log }: Extract<Step<never>, { readonly status: "failed" }>,
  toolchain: Toolchain | undefined,
): Trial {
  const { evidence } = build;
  const told = { failure, log: log ?? failure.message, toolchain, tests: NO_COUNTS, lock: "" };
  const trouble = describeTrouble(build, evidence.planTrial([]), told);
  const end: TrialEnd = {
    status: "failed",
    language: build.system.language,
    failure,
    advice: adviseOnSystemLayer(failure) ?? evidence.advise(trouble),
    evidence: evidence.items,
    remedies: [],
    plan: evidence.editing?.current,
  };
  return { build, end, trouble, finish: () => Promise.resolve(end) };
}

function describeTrial(
  build: Build,
  plan: TrialPlan,
  found: { readonly tried: TriedOut; readonly toolchain: Toolchain; readonly lock: string },
): Pick<Trial, "end" | "trouble"> {
  const { evidence } = build;
  const { repeat: _, log, ...tried } = found.tried;
  const { failure, tests } = tried;
  const { toolchain, lock } = found;
  const { import_roots: importRoots } = tried.environment.recipe;
  const trouble = describeTrouble(build, plan, { failure, tests, log, toolchain, lock, importRoots });
  const { hasTests } = trouble;
  return {
    end: {
      ...tried,
      advice: evidence.advise(trouble),
      evidence: evidence.items,
      remedies: [],
      plan: evidence.editing?.current,
      hasTests,
    },
    trouble,
  };
}

function describeTrouble(
  { toolchains: known, acquired }: Build,
  { tests: plan }: TrialPlan,
  found: Pick<Trouble, "failure" | "tests" | "log" | "lock" | "toolchain" | "importRoots">,
): Trouble {
  const toolchains = found.failure === undefined ? [] : known;
  return {
    ...found,
    failedBuilds: "",
    toolchains,
    release: found.toolchain?.release,
    releases: toolchains.map(({ release }) => release),
    hasTests: plan?.hasTests === true,
    missingSubmodules: acquired.missingSubmodules.map(({ path }) => path),
  } satisfies Trouble & AdviceFacts;
}

type Built = Exclude<TrialEnd, { status: "failed" }>;

interface TriedOut extends Omit<Built, "advice" | "evidence" | "remedies" | "plan" | "hasTests"> {
  readonly log: string;
  /** Absent where there is nothing to be run again. */
  readonly repeat?: () => Promise<TriedOut>;
}

async function tryOut(build: Build, environment: Environment, plan: TrialPlan): Promise<TriedOut> {
  const { system, acquired, staging, options, journal } = build;
  const limits = options.testLimits ?? DEFAULT_TEST_LIMITS;
  const setup: TreeSetup = { system, environment, acquired, staging, options, limits };
  const nothing = { environment, tests: NO_COUNTS, testRecords: [], testInvocation: NO_TESTS, log: "" };
  if (plan.tests?.includesCheck !== true) {
    options.progress.begin("importing the repository");
    const loaded = journal.note("import", plan.what, await checkImport(setup, plan));
    if (loaded.status === "failed")
      return {
        ...nothing,
        status: "installed",
        failure: loaded.failure,
        log: loaded.log ?? loaded.failure.message,
      };
  }
  if (plan.tests === undefined) return { ...nothing, status: "imports" };
  const { tests } = plan;
  const first = await runFirst(setup, tests);
  const alone = summariseFirst(first);
  const repeat = async (): Promise<TriedOut> =>
    describeTests(environment, plan, await repeatRuns(setup, tests, first));
  const isGood = alone.status === "verified";
  const told = isGood ? await repeat() : describeTests(environment, plan, alone);
  noteTests(build, told);
  return isGood || first.run.outcomes.size === 0 ? told : { ...told, repeat };
}

function noteTests({ journal }: Build, { failure, log, testInvocation }: TriedOut): void {
  const step: Step<undefined> = failure === undefined ? made(undefined) : { status: "failed", failure, log };
  const { framework, configuration } = testInvocation;
  journal.note("test", `${framework}, ${configuration} options`, step);
}

function describeTests(environment: Environment, { tests: plan }: TrialPlan, tests: VerifiedTests): TriedOut {
  const includesCheck = plan?.includesCheck === true;
  const framework = plan?.framework.name ?? "";
  const failure = failureOfSystem(tests.failure, includesCheck);
  const isBuilt = tests.records.length > 0 || tests.failure === undefined;
  return {
    // Where running the tests builds everything, nothing was built that has no test to show for it.
    status: includesCheck && !isBuilt ? "installed" : tests.status,
    environment,
    tests: tests.counts,
    testRecords: tests.records,
    testInvocation: { framework, ...tests.arguments, skip: tests.killers },
    log: tests.log,
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Of what could not be built for tests, or of tests that fail, that the system lacks something, where that is why. */
function failureOfSystem(
  failure: EnvironmentFailure | undefined,
  includesCheck: boolean,
): EnvironmentFailure | undefined {
  if (failure === undefined) return undefined;
  const missing = findMissing(failure.message);
  // Of what tests print, unlike of what builds do, a name counts that the map holds.
  const isToldByTests = failure.category === "tests_failed" && missing?.package !== undefined;
  const isMissing = includesCheck
    ? isToldByTests || (failure.category === "collection_failed" && missing !== undefined)
    : failure.cause !== undefined && findMissingOfException(failure.cause.text) !== undefined;
  return isMissing ? { ...failure, category: "needs_system_package" } : failure;
}

const NO_COUNTS: TestCounts = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
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
