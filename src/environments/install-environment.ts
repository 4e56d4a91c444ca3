import { joinPath, throwIfInterrupted, type HostPath, type StagingDirectory } from "../base/index.ts";
import type { AcquiredSource } from "../sources/index.ts";
import type { EnvironmentRecipe } from "../spec/index.ts";
import { assembleEnvironment } from "./assemble.ts";
import type { AttemptJournal } from "./attempts.ts";
import type { BrokenParts } from "./broken-parts.ts";
import { buildRepository } from "./build-repository.ts";
import type { BuiltRepository, LockPlan, Toolchain } from "./build-system.ts";
import type { Environment } from "./environment.ts";
import { failed, made, type Step } from "./failures.ts";
import type { FoundEvidence } from "./find-evidence.ts";
import { installLayer } from "./layer.ts";
import type { EnvironmentOptions } from "./options.ts";
import { prepareTree } from "./prepare-tree.ts";
import { digestProducts } from "./products.ts";
import { resolveLock } from "./resolve-lock.ts";
import { openInstallation, type Installation } from "./run-job.ts";
import type { SystemLayer } from "./system/system-files.ts";
import { makeSystemLayer, restoreSystemLayer } from "./system/system-layer.ts";

/** What the stages of one build share. */
export interface Build extends FoundEvidence {
  /** The toolchains of this machine for the build system, best first. */
  readonly toolchains: readonly Toolchain[];
  /** Names of packages that the system lacks. */
  readonly systemPackages: readonly string[];
  readonly acquired: AcquiredSource;
  readonly options: EnvironmentOptions;
  readonly staging: StagingDirectory;
  readonly journal: AttemptJournal;
  /** What no trial of this build could build. */
  readonly broken: BrokenParts;
}

/** Builds the repository and installs what it needs: all that goes before its code can run. */
export async function installEnvironment(build: Build, toolchain: Toolchain): Promise<Step<Environment>> {
  const { acquired, system, evidence, options, staging, journal } = build;
  const systemLayer = await layUnder(build, toolchain);
  if (systemLayer.status === "failed") return systemLayer;
  const surroundings = { system, toolchain, staging, options, systemLayer: systemLayer.value };
  await using installation = await openInstallation(surroundings);
  options.progress.begin("building the repository in a sandbox");
  const plan = evidence.planBuild(toolchain, options.recipe?.lock);
  const repository = await buildRepository(acquired, plan, installation, journal);
  if (repository.status === "failed") return repository;
  throwIfInterrupted(options.signal);

  options.progress.begin("installing what it needs");
  const layer = await installDependencies(build, installation, repository.value);
  if (layer.status === "failed") return layer;
  throwIfInterrupted(options.signal);
  const built = joinPath(repository.value.directory, "tree");
  const prepared = await prepare(build, installation, { ...repository.value, built, ...layer.value });
  if (prepared.status === "failed") return prepared;
  const products = prepared.value;
  return made(
    assembleEnvironment(system, {
      recipe: describeRecipe(build, toolchain, {
        lock: layer.value.lock,
        products,
        repository: repository.value,
        systemLayer: systemLayer.value,
      }),
      toolchain,
      layer: layer.value.directory,
      systemLayer: systemLayer.value?.directory,
      products,
    }),
  );
}

/** What is laid over the system's own files: as a recipe names it, else what the system was found to lack. */
async function layUnder(
  { system, staging, options, journal, systemPackages }: Build,
  toolchain: Toolchain,
): Promise<Step<SystemLayer | undefined>> {
  const locked = options.recipe?.system;
  if (locked === undefined && systemPackages.length === 0) return made(undefined);
  options.progress.begin("laying packages of the system out");
  const surroundings = { system, toolchain, staging, options };
  const layer =
    locked === undefined
      ? await makeSystemLayer(systemPackages, surroundings)
      : await restoreSystemLayer(locked, surroundings);
  return journal.note("system", (locked?.wanted ?? systemPackages).join(", "), layer);
}

function describeRecipe(
  { system, evidence, options: { requested = {}, recipe } }: Build,
  toolchain: Toolchain,
  made: {
    readonly lock: string;
    readonly products: HostPath;
    readonly repository: BuiltRepository;
    readonly systemLayer: SystemLayer | undefined;
  },
): EnvironmentRecipe {
  return {
    format: "environment/1",
    language: system.language,
    interpreter: toolchain.description,
    platform: toolchain.platform,
    lock: made.lock,
    import_roots: [...made.repository.importRoots],
    products: digestProducts(made.products),
    variables: recipe?.variables ?? { ...system.variables, ...evidence.variables, ...requested.env },
    ...(made.systemLayer === undefined ? {} : { system: made.systemLayer.packages }),
    ...(Object.keys(requested).length === 0 ? {} : { requested }),
  };
}

/** Gives the folder of all products: those of building, and what is made of the tree beside its dependencies. */
async function prepare(
  { acquired, evidence, options, journal }: Build,
  installation: Installation,
  {
    importRoots,
    built,
    lock,
    directory: layer,
  }: InstalledLock & Pick<BuiltRepository, "importRoots"> & { readonly built: HostPath },
): Promise<Step<HostPath>> {
  const preparation = evidence.planPreparation?.(importRoots, options.recipe?.lock);
  if (preparation === undefined) return made(built);
  options.progress.begin("making what its tests need of the tree");
  const over = { products: built, lock, layer };
  const products = await prepareTree(acquired, preparation, over, installation);
  return journal.note("prepare", preparation.what, products);
}

interface InstalledLock {
  readonly lock: string;
  readonly directory: HostPath;
}

async function installDependencies(
  build: Build,
  installation: Installation,
  repository: BuiltRepository,
): Promise<Step<InstalledLock>> {
  const { evidence, journal, options } = build;
  if (options.recipe !== undefined)
    return await installPlan({ what: "what the lock lists", lock: options.recipe.lock }, installation, build);
  const plans = evidence.planLocks(repository, installation.toolchain);
  if (plans.status === "failed") return journal.note("resolve", "what was asked for", plans);
  let last: Step<InstalledLock> = failed("nothing_declared", "There is nothing to install.");
  for (const plan of plans.value) {
    throwIfInterrupted(options.signal);
    last = await installPlan(plan, installation, build);
    if (last.status === "made" || last.failure.category === "registry_unreachable") break;
  }
  return last;
}

async function installPlan(
  plan: LockPlan,
  installation: Installation,
  { journal, broken }: Pick<Build, "journal" | "broken">,
): Promise<Step<InstalledLock>> {
  const lock = journal.note("resolve", plan.what, await resolveLock(plan, installation));
  if (lock.status === "failed") return lock;
  const known = broken.find(lock.value, installation);
  const layer = journal.note("install", plan.what, known ?? (await installLayer(lock.value, installation)));
  if (layer.status === "failed") broken.note(lock.value, layer, installation);
  return layer.status === "failed" ? layer : made({ lock: lock.value, directory: layer.value });
}
