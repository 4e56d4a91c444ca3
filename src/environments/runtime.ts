import type { Runtime } from "../judge/index.ts";
import type { Environment } from "./environment.ts";

/** An environment as programs run in it. */
export function runtimeOf({ mounts, program, recipe, digest }: Environment): Runtime {
  return { mounts, interpreter: program, variables: recipe.variables, digest };
}
