import { digestOf, type HostPath } from "../base/index.ts";
import { systemMounts } from "../sandbox/index.ts";
import type { EnvironmentRecipe } from "../spec/index.ts";
import type { BuildSystem, Toolchain } from "./build-system.ts";
import type { Environment } from "./environment.ts";
import { LAYER_PATH, readable } from "./machine.ts";

/** Puts the parts of an environment together. */
export function assembleEnvironment(
  system: BuildSystem,
  parts: {
    readonly recipe: EnvironmentRecipe;
    readonly toolchain: Toolchain;
    readonly layer: HostPath;
    readonly systemLayer: HostPath | undefined;
    readonly products: HostPath;
  },
): Environment {
  const { recipe, toolchain, layer, systemLayer } = parts;
  return {
    ...parts,
    digest: digestOf(recipe),
    mounts: [
      ...systemMounts(systemLayer),
      ...system.mountsOf(toolchain, "judging", systemLayer),
      readable(layer, LAYER_PATH),
    ],
    program: system.program,
  };
}
