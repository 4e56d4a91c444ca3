import { mkdirSync } from "node:fs";

import { joinPath } from "../base/index.ts";
import type { EnvironmentRecipe } from "../spec/index.ts";
import { assembleEnvironment } from "./assemble.ts";
import type { Environment } from "./environment.ts";
import { failed, made, type Step } from "./failures.ts";
import { startInstallProxy, type Installer } from "./installer.ts";
import { askInterpreter, findInterpreters } from "./interpreter.ts";
import { installLayer } from "./layer.ts";
import type { EnvironmentOptions } from "./options.ts";
import { createStagingDirectory } from "./staging.ts";
import { obtainUv } from "./tool-uv.ts";

/**
 * Makes an environment again from its recipe alone: the layer from the lock, with the recipe's digest. Its products are an
 * empty folder, for a task's tree already holds them. Fails with `no_interpreter` where the recipe's exact interpreter or
 * platform is not here, and with the installer's category where the lock cannot be installed any more.
 */
export async function restoreEnvironment(
  recipe: EnvironmentRecipe,
  options: EnvironmentOptions,
): Promise<Step<Environment>> {
  const given = options.interpreter;
  const asked = given === undefined ? undefined : await askInterpreter(given, options.machine);
  const known = asked === undefined ? await findInterpreters(options.machine) : [asked];
  const interpreter = known.find(
    ({ description, platform }) => description === recipe.interpreter && platform === recipe.platform,
  );
  if (interpreter === undefined) {
    const have =
      known.map(({ description, platform }) => `${description} on ${platform}`).join(", ") || "none";
    return failed(
      "no_interpreter",
      `The environment needs ${recipe.interpreter} on ${recipe.platform}; this machine has ${have}.`,
    );
  }
  await using staging = createStagingDirectory(options.cacheDirectory);
  const uv = await obtainUv(options);
  await using proxy = await startInstallProxy(options);
  const installer: Installer = { uv, interpreter, proxy, options };
  const layer = await installLayer(recipe.lock, installer, staging);
  if (layer.status === "failed") return layer;
  const products = joinPath(options.cacheDirectory, "products", "none");
  mkdirSync(products, { recursive: true });
  return made(assembleEnvironment({ recipe, interpreter, layer: layer.value, products }));
}
