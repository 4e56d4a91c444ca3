import type { Definition, Modules, ParsedFile } from "../languages/index.ts";
import type { EnvironmentRecipe } from "../spec/index.ts";

/** Every definition with the import name of its module, where it has one. */
export function placedDefinitions(
  files: readonly ParsedFile[],
  importRoots: EnvironmentRecipe["import_roots"],
  modules: Modules,
): { readonly definition: Definition; readonly module: string }[] {
  return files.flatMap(({ path, definitions }) => {
    const module = modules.nameOf(path, importRoots);
    return module === undefined ? [] : definitions.map((definition) => ({ definition, module }));
  });
}
