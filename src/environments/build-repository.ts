import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

import { digestOf, joinPath, publishFolder, type HostPath } from "../base/index.ts";
import type { AcquiredSource } from "../sources/index.ts";
import type { EnvironmentFailure } from "../spec/index.ts";
import type { AttemptJournal } from "./attempts.ts";
import type { BuildDescription, BuildPlan, BuiltRepository, Job, RepositoryBuild } from "./build-system.ts";
import { made, type Step } from "./failures.ts";
import { SOURCE_PATH, writable } from "./machine.ts";
import { runJob, type Installation } from "./run-job.ts";
import { decidedByMachine } from "./system/system-files.ts";
import { materialiseTree } from "./tree.ts";

/** Raised when what is kept below `products` changes its form or meaning. */
const FORMAT = 6;

/** Builds the repository where there is something to build, and keeps what that gave. */
export async function buildRepository(
  acquired: AcquiredSource,
  plan: BuildPlan,
  installation: Installation,
  journal: AttemptJournal,
): Promise<Step<BuiltRepository>> {
  const { staging, options } = installation;
  const key = digestOf({
    format: FORMAT,
    tree: acquired.treeDigest,
    version: acquired.repository.version,
    ...decidedByMachine(installation),
    ...(options.recipe === undefined ? {} : { lock: options.recipe.lock }),
    ...(options.requested?.env === undefined ? {} : { env: options.requested.env }),
    ...(plan.decidedBy === undefined ? {} : { plan: plan.decidedBy }),
  });
  const kept = joinPath(options.cacheDirectory, "products", key.replace("sha256:", ""));
  if (existsSync(kept)) {
    const { failure, ...built } = readKept(kept);
    if (failure !== undefined) journal.note("build", whatOf(plan), { status: "failed", failure });
    return made(built);
  }
  const target = staging.folder("repository");
  mkdirSync(joinPath(target, "tree"));
  const description = await describeBuild(acquired, plan, { target, installation, journal });
  if (description.status === "failed") return description;
  writeFileSync(joinPath(target, "build.json"), JSON.stringify(description.value));
  await publishFolder(target, kept);
  const { failure: _, ...built } = readKept(kept);
  return made(built);
}

function whatOf(plan: BuildPlan): string {
  return "job" in plan ? plan.what : "";
}

/** What is kept beside the products: where something else took a build's place, what that failed at too. */
interface KeptDescription extends BuildDescription {
  readonly failure?: EnvironmentFailure;
}

interface Building {
  readonly target: HostPath;
  readonly installation: Installation;
  readonly journal: AttemptJournal;
}

async function describeBuild(
  acquired: AcquiredSource,
  plan: BuildPlan,
  building: Building,
): Promise<Step<KeptDescription>> {
  const { target, journal } = building;
  if (!("job" in plan)) return made(plan.layOut(target));
  const built = journal.note("build", plan.what, await tryBuilds(acquired, plan, building));
  const unbuilt = built.status === "failed" ? plan.otherwise(built.failure) : undefined;
  if (built.status === "made" || unbuilt === undefined) return built;
  const description = { ...unbuilt.layOut(target), failure: built.failure };
  if (unbuilt.attempt !== undefined)
    journal.note(unbuilt.attempt.stage, unbuilt.attempt.what, unbuilt.attempt.step);
  return made(description);
}

async function tryBuilds(
  acquired: AcquiredSource,
  build: RepositoryBuild,
  { target, installation }: Building,
): Promise<Step<BuildDescription>> {
  const { staging } = installation;
  const run = async (job: Job, suffix: string): Promise<Step<BuildDescription>> => {
    const source = staging.folder(`source${suffix}`);
    const work = staging.folder(`build${suffix}`);
    await materialiseTree(acquired, undefined, source);
    const done = await runJob(job, { work, mounts: [writable(source, SOURCE_PATH)] }, installation);
    return done.status === "failed" ? done : build.collect(work, target);
  };
  const first = await run(build.job, "");
  const again = first.status === "failed" ? build.retry(first.failure) : undefined;
  if (again === undefined) return first;
  const second = await run(again, "-again");
  return second.status === "made" ? second : first;
}

function readKept(directory: HostPath): BuiltRepository & KeptDescription {
  const text = readFileSync(joinPath(directory, "build.json"), "utf8");
  return { ...(JSON.parse(text) as KeptDescription), directory };
}
