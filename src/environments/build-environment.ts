import { throwIfInterrupted, type HostPath } from "../base/index.ts";
import type { AcquiredSource } from "../sources/index.ts";
import type { EnvironmentFailure, TestCounts } from "../spec/index.ts";
import { assembleEnvironment, programVariables } from "./assemble.ts";
import { createJournal, type AttemptJournal } from "./attempts.ts";
import type { Environment, EnvironmentOutcome } from "./environment.ts";
import { advise, type AdviceFacts } from "./advice/advise.ts";
import { failed, made, type Step } from "./failures.ts";
import { importModules } from "./import-check.ts";
import { startInstallProxy, type Installer } from "./installer.ts";
import {
  askInterpreter,
  chooseInterpreter,
  findInterpreters,
  OLDEST_PYTHON,
  type Interpreter,
} from "./interpreter.ts";
import { installLayer } from "./layer.ts";
import { resolveLock } from "./lock.ts";
import { DEFAULT_TEST_LIMITS, type EnvironmentOptions } from "./options.ts";
import { findKeptOutcome, keepOutcome, outcomeKey } from "./outcome-cache.ts";
import { readDeclaredProject, type DeclaredProject } from "./python/declared.ts";
import { topLevelModules } from "./python/import-roots.ts";
import { buildRepository, type BuiltRepository } from "./repository-build.ts";
import { isEmptyRequest } from "./request/request.ts";
import { requirementsToTry, unknownExtra } from "./requirements-to-try.ts";
import { createStagingDirectory, type StagingDirectory } from "./staging.ts";
import type { TestSetup } from "./tests/pytest.ts";
import { testFilesOf, verifyTests } from "./tests/verify.ts";
import { obtainUv } from "./tool-uv.ts";
import { materialiseTree } from "./tree.ts";

/** What the stages of one build share. */
interface Build {
  readonly acquired: AcquiredSource;
  readonly project: DeclaredProject;
  readonly options: EnvironmentOptions;
  readonly staging: StagingDirectory;
  readonly journal: AttemptJournal;
}

/**
 * Makes the environment of a repository and finds out how far it gets. Everything that the repository or its dependencies
 * can cause is a value; throws only for this machine's own troubles (no uv to be had, a full disk, a broken sandbox) and
 * when interrupted. A second call with the same source, interpreter and limits gives the outcome of the first at once.
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
  const project = readDeclaredProject(acquired.directory, acquired.files);
  const build: Build = { acquired, project, options, staging, journal };
  const interpreter = await selectInterpreter(project, options);
  if (interpreter.status === "failed") return timed(await giveUp(build, interpreter.failure, undefined));

  const key = outcomeKey(acquired, interpreter.value, options);
  const kept = findKeptOutcome(key, interpreter.value, options);
  if (kept !== undefined) return { ...kept, durationMs: performance.now() - started };

  const environment = await install(build, interpreter.value);
  if (environment.status === "failed")
    return timed(await giveUp(build, environment.failure, interpreter.value));
  const triedOut = await tryOut(build, environment.value);
  const facts = await adviceFacts(build, {
    failure: triedOut.failure,
    interpreter: interpreter.value,
    tests: triedOut.tests,
    lock: environment.value.recipe.lock,
  });
  const outcome = timed({ ...triedOut, advice: advise(facts), hasTests: facts.hasTests });
  keepOutcome(key, outcome, options);
  return outcome;
}

async function selectInterpreter(
  { requiresPython }: DeclaredProject,
  options: EnvironmentOptions,
): Promise<Step<Interpreter>> {
  const given = options.interpreter;
  const asked = given === undefined ? undefined : await askInterpreter(given, options.machine);
  if (asked !== undefined) return made(asked);
  const known = given === undefined ? await findInterpreters(options.machine) : [];
  const requested = options.requested?.python;
  const chosen = chooseInterpreter(known, requiresPython, requested);
  if (chosen !== undefined) return made(chosen);
  const have = given ?? (known.map(({ release }) => release).join(", ") || "none");
  const wanted =
    requested === undefined
      ? `the repository asks for ${requiresPython ?? `>=${OLDEST_PYTHON}`}`
      : `you ask for ${requested}`;
  return failed(
    "no_interpreter",
    `No usable CPython was found: ${wanted}, this machine has ${have} (releases before ${OLDEST_PYTHON} are not used).`,
  );
}

type GivenUp = Omit<Extract<EnvironmentOutcome, { status: "failed" }>, "attempts" | "durationMs">;

async function giveUp(
  build: Build,
  failure: EnvironmentFailure,
  interpreter: Interpreter | undefined,
): Promise<GivenUp> {
  const facts = await adviceFacts(build, { failure, interpreter, tests: NO_COUNTS, lock: "" });
  return { status: "failed", failure, advice: advise(facts) };
}

async function adviceFacts(
  { project, options, acquired }: Build,
  found: {
    readonly failure: EnvironmentFailure | undefined;
    readonly interpreter: { readonly release: string } | undefined;
    readonly tests: TestCounts;
    readonly lock: string;
  },
): Promise<AdviceFacts> {
  const known = found.failure === undefined ? [] : await findInterpreters(options.machine);
  return {
    failure: found.failure,
    project,
    release: found.interpreter?.release,
    releases: known.map(({ release }) => release),
    tests: found.tests,
    lock: found.lock,
    hasTests: hasTests(project, options),
    missingSubmodules: acquired.missingSubmodules.map(({ path }) => path),
  };
}

function hasTests(project: DeclaredProject, { requested }: EnvironmentOptions): boolean {
  return requested?.test_command !== undefined || testFilesOf(project).length > 0;
}

async function install(build: Build, interpreter: Interpreter): Promise<Step<Environment>> {
  const { acquired, project, options, staging, journal } = build;
  const uv = await obtainUv(options);
  await using proxy = await startInstallProxy(options);
  const installer: Installer = { uv, interpreter, proxy, options };
  const { requested = {} } = options;

  options.progress.begin("building the repository in a sandbox");
  const repository = await buildRepository(acquired, project, { installer, staging, journal });
  if (repository.status === "failed") return repository;
  throwIfInterrupted(options.signal);

  options.progress.begin("installing what it needs");
  const layer = await installDependencies(build, installer, repository.value);
  if (layer.status === "failed") return layer;
  throwIfInterrupted(options.signal);
  return made(
    assembleEnvironment({
      recipe: {
        format: "environment/1",
        language: "python",
        interpreter: interpreter.description,
        platform: interpreter.platform,
        lock: layer.value.lock,
        import_roots: [...repository.value.importRoots],
        products: { ...repository.value.products.digests },
        variables: programVariables(requested),
        ...(isEmptyRequest(requested) ? {} : { requested }),
      },
      interpreter,
      layer: layer.value.directory,
      products: repository.value.products.directory,
    }),
  );
}

async function installDependencies(
  { project, staging, journal, options }: Build,
  installer: Installer,
  repository: BuiltRepository,
): Promise<Step<{ readonly lock: string; readonly directory: HostPath }>> {
  let last: Step<never> = failed("nothing_declared", "There is nothing to install.");
  const requested = options.requested?.with ?? [];
  const unknown = unknownExtra(requested, repository);
  if (unknown !== undefined) return journal.note("resolve", "what was asked for", unknown);
  for (const { what, request } of requirementsToTry(project, repository, requested)) {
    throwIfInterrupted(options.signal);
    const lock = journal.note("resolve", what, await resolveLock(request, installer, staging));
    const layer =
      lock.status === "failed"
        ? lock
        : journal.note("install", what, await installLayer(lock.value, installer, staging));
    if (lock.status === "made" && layer.status === "made")
      return made({ lock: lock.value, directory: layer.value });
    if (layer.status === "failed") last = layer;
    if (last.status === "failed" && last.failure.category === "registry_unreachable") break;
  }
  return last;
}

type TriedOut = Omit<
  Exclude<EnvironmentOutcome, { status: "failed" }>,
  "advice" | "hasTests" | "attempts" | "durationMs"
>;

async function tryOut(build: Build, environment: Environment): Promise<TriedOut> {
  const { project, options, journal } = build;
  const setup = createTestSetup(build, environment);
  const modules = topLevelModules(project.files, environment.recipe.import_roots);
  options.progress.begin("importing the repository");
  const imported = journal.note("import", modules.join(", "), await importModules(setup, modules));
  const nothing = { environment, tests: NO_COUNTS, testRecords: [], testInvocation: NO_TESTS };
  if (imported.status === "failed") return { ...nothing, status: "installed", failure: imported.failure };
  if (project.testFiles.length === 0 && options.requested?.test_command === undefined)
    return { ...nothing, status: "imports" };
  const tests = await verifyTests(setup, project);
  const step: Step<undefined> =
    tests.failure === undefined
      ? made(undefined)
      : { status: "failed", failure: tests.failure, log: tests.log };
  journal.note("test", `pytest, ${tests.arguments.configuration} options`, step);
  return {
    status: tests.status,
    environment,
    tests: tests.counts,
    testRecords: tests.records,
    testInvocation: { ...tests.arguments, skip: tests.killers },
    ...(tests.failure === undefined ? {} : { failure: tests.failure }),
  };
}

const NO_COUNTS = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
const NO_TESTS = { configuration: "declared", addopts: [], files: [], skip: [] } as const;

function createTestSetup({ acquired, options, staging }: Build, environment: Environment): TestSetup {
  return {
    layer: environment.layer,
    interpreter: environment.interpreter,
    importRoots: environment.recipe.import_roots,
    variables: environment.recipe.variables,
    copyTree: (destination) => materialiseTree(acquired, environment, destination),
    staging,
    options,
    limits: options.testLimits ?? DEFAULT_TEST_LIMITS,
  };
}
