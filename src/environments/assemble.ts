import { asHostPath, digestOf, type HostPath } from "../base/index.ts";
import type { EnvironmentRecipe, EnvironmentRequest } from "../spec/index.ts";
import type { Environment } from "./environment.ts";
import type { Interpreter } from "./interpreter.ts";
import { confinedMounts, LAYER_PATH, LAYER_PYTHON, readable } from "./machine.ts";

/** Variables of all programs in an environment of Python. */
export const PROGRAM_VARIABLES: Readonly<Record<string, string>> = {
  LANG: "C.UTF-8",
  PYTHONDONTWRITEBYTECODE: "1",
  PYTHONNOUSERSITE: "1",
  TZ: "UTC",
};

/** All variables of programs of a repository, those that the user asked for among them. */
export function programVariables({ env }: EnvironmentRequest): Record<string, string> {
  return { ...PROGRAM_VARIABLES, ...env };
}

/** Puts the parts of an environment together. */
export function assembleEnvironment(parts: {
  readonly recipe: EnvironmentRecipe;
  readonly interpreter: Interpreter;
  readonly layer: HostPath;
  readonly products: HostPath;
}): Environment {
  const { recipe, interpreter, layer, products } = parts;
  return {
    recipe,
    digest: digestOf(recipe),
    mounts: [...confinedMounts(interpreter), readable(layer, LAYER_PATH)],
    python: LAYER_PYTHON,
    products,
    interpreter: asHostPath(interpreter.path),
    layer,
  };
}
