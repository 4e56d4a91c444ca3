import type { Runtime } from "../judge/index.ts";
import type { Environment } from "./environment.ts";

/** An environment as programs run in it. */
export function runtimeOf({ mounts, python, recipe, digest }: Environment): Runtime {
  return { mounts, interpreter: python, variables: recipe.variables, digest };
}
