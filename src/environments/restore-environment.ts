import { mkdirSync } from "node:fs";

import { createStagingDirectory, joinPath } from "../base/index.ts";
import type { EnvironmentRecipe } from "../spec/index.ts";
import { assembleEnvironment } from "./assemble.ts";
import type { Toolchain } from "./build-system.ts";
import { getBuildSystem } from "./build-systems.ts";
import type { Environment } from "./environment.ts";
import { failed, made, type Step } from "./failures.ts";
import { installLayer } from "./layer.ts";
import type { EnvironmentOptions } from "./options.ts";
import { openInstallation } from "./run-job.ts";
import { restoreSystemLayer } from "./system/system-layer.ts";

/**
 * Makes an environment again from its recipe alone: the layer from the lock, with the recipe's digest. Its products are an
 * empty folder, for a task's tree already holds them. Fails with `no_interpreter` where the recipe's exact toolchain or
 * platform is not here, with `needs_system_package` where packages of the system cannot be had or shown here, and with the installer's category
 * where the lock cannot be installed any more.
 */
export async function restoreEnvironment(
  recipe: EnvironmentRecipe,
  options: EnvironmentOptions,
): Promise<Step<Environment>> {
  const system = getBuildSystem(recipe.language, options);
  const found = findRecipeToolchain(recipe, await system.findToolchains(options.machine));
  if (found.status === "failed") return found;
  const toolchain = found.value;
  await using staging = createStagingDirectory(options.cacheDirectory);
  const surroundings = { system, toolchain, staging, options };
  const under =
    recipe.system === undefined ? made(undefined) : await restoreSystemLayer(recipe.system, surroundings);
  if (under.status === "failed") return under;
  const systemLayer = under.value;
  await using installation = await openInstallation({ ...surroundings, systemLayer });
  const layer = await installLayer(recipe.lock, installation);
  if (layer.status === "failed") return layer;
  const products = joinPath(options.cacheDirectory, "products", "none");
  mkdirSync(products, { recursive: true });
  const parts = { recipe, toolchain, layer: layer.value, systemLayer: systemLayer?.directory, products };
  return made(assembleEnvironment(system, parts));
}

/** Of the toolchains of this machine the one that a recipe names; `no_interpreter` where it is none of them. */
export function findRecipeToolchain(recipe: EnvironmentRecipe, known: readonly Toolchain[]): Step<Toolchain> {
  const toolchain = known.find(
    ({ description, platform }) => description === recipe.interpreter && platform === recipe.platform,
  );
  if (toolchain === undefined) {
    const have =
      known.map(({ description, platform }) => `${description} on ${platform}`).join(", ") || "none";
    return failed(
      "no_interpreter",
      `The environment needs ${recipe.interpreter} on ${recipe.platform}; this machine has ${have}.`,
    );
  }
  return made(toolchain);
}
