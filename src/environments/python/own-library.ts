import { dirname } from "node:path";

import { asHostPath, joinPath, type HostPath } from "../../base/index.ts";
import type { Environment } from "../environment.ts";

/** The library that an interpreter brings with it. */
export interface OwnLibrary {
  readonly directory: HostPath;
  /** Folders of it for what was installed for the interpreter of this machine: they are covered in every sandbox. */
  readonly covered: readonly string[];
}

/** Where an environment's interpreter has its own library. */
export function ownLibraryOf({ toolchain, recipe }: Environment): OwnLibrary {
  const directory = asHostPath(dirname(dirname(toolchain.path)));
  const name = `python${languageVersionOf(recipe)}`;
  return { directory: joinPath(directory, "lib", name), covered: ["site-packages", "dist-packages"] };
}

/** Folders in which an environment's modules lie on this machine: the interpreter's own, then installed ones. */
export function moduleFolders(environment: Environment): readonly HostPath[] {
  const name = `python${languageVersionOf(environment.recipe)}`;
  return [ownLibraryOf(environment).directory, joinPath(environment.layer, "lib", name, "site-packages")];
}

/** Folders above each package of a dependency layer: `lib/pythonX.Y/site-packages/NAME`. */
export const PACKAGE_DEPTH = 4;

/** Folders in which interpreters keep what they compiled. */
export const COMPILED_FOLDERS: readonly string[] = ["__pycache__"];

/** Major and minor version of a recipe's interpreter. */
export function languageVersionOf({ interpreter }: Environment["recipe"]): string {
  return /\d+\.\d+/.exec(interpreter)?.[0] ?? "3";
}
