import { asHostPath, digestOf, type HostPath } from "../base/index.ts";
import type { EnvironmentRecipe } from "../spec/index.ts";
import type { Environment } from "./environment.ts";
import type { Interpreter } from "./interpreter.ts";
import { LAYER_PATH, LAYER_PYTHON, readable, runtimeMounts } from "./machine.ts";

/** Variables of all programs in an environment of Python. */
export const PROGRAM_VARIABLES: Readonly<Record<string, string>> = {
  LANG: "C.UTF-8",
  PYTHONDONTWRITEBYTECODE: "1",
  PYTHONNOUSERSITE: "1",
  TZ: "UTC",
};

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
    mounts: [...runtimeMounts(interpreter.path), readable(layer, LAYER_PATH)],
    python: LAYER_PYTHON,
    products,
    interpreter: asHostPath(interpreter.path),
    layer,
  };
}
