import { existsSync, readFileSync } from "node:fs";

import { digestOf, joinPath, writeFileAtomically, type HostPath } from "../base/index.ts";
import type { AcquiredSource } from "../sources/index.ts";
import { assembleEnvironment } from "./assemble.ts";
import type { BuildSystem, Toolchain } from "./build-system.ts";
import type { EnvironmentOutcome } from "./environment.ts";
import { DEFAULT_TEST_LIMITS, type EnvironmentOptions } from "./options.ts";

/** Raised whenever building or testing the same thing may give something else than before. */
const FORMAT = 37;

type Built = Exclude<EnvironmentOutcome, { status: "failed" }>;

/** What the outcome of building depends on: the source, the toolchain, the registries, the limits and this tool. */
export function outcomeKey(
  acquired: AcquiredSource,
  system: BuildSystem,
  { description, platform, path }: Toolchain,
  options: EnvironmentOptions,
): string {
  return digestOf({
    format: FORMAT,
    tree: acquired.treeDigest,
    version: acquired.repository.version,
    interpreter: [description, platform, path],
    index: system.describeInstaller(options).registries,
    limits: options.testLimits ?? DEFAULT_TEST_LIMITS,
    requested: options.requested ?? {},
    ...(options.forTasks === true ? { forTasks: true } : {}),
    ...(options.recipe === undefined ? {} : { recipe: digestOf(options.recipe) }),
  });
}

/** The outcome of an earlier run, where its toolchain, layer and products are still there. */
export function findKeptOutcome(
  key: string,
  system: BuildSystem,
  options: EnvironmentOptions,
): Built | undefined {
  const path = fileOf(key, options);
  if (!existsSync(path)) return undefined;
  const { environment, ...rest } = JSON.parse(readFileSync(path, "utf8")) as Built;
  const { recipe, toolchain, layer, systemLayer, products } = environment;
  const needed = [layer, products, toolchain.path, ...(systemLayer === undefined ? [] : [systemLayer])];
  if (!needed.every((path) => existsSync(path))) return undefined;
  const parts = { recipe, toolchain, layer, systemLayer, products };
  return { ...rest, environment: assembleEnvironment(system, parts) };
}

/** Keeps an outcome that another run would give again; one that a time limit decided, or that the machine lacks something for, is not kept. */
export function keepOutcome(key: string, outcome: Built, options: EnvironmentOptions): void {
  if (OF_NOW.includes(outcome.failure?.category)) return;
  writeFileAtomically(fileOf(key, options), JSON.stringify(outcome));
}

const OF_NOW: readonly unknown[] = ["timed_out", "needs_system_package"];

function fileOf(key: string, { cacheDirectory }: EnvironmentOptions): HostPath {
  return joinPath(cacheDirectory, "outcomes", `${key.replace("sha256:", "")}.json`);
}
