import type { Modules } from "../../modules.ts";
import { createImportTest, importedNames, possibleNames } from "./imports.ts";
import { moduleNameOf } from "./module-name.ts";

/** How Python files are imported. */
export const pythonModules: Modules = {
  nameOf: moduleNameOf,
  possibleNames,
  importedNames,
  isPackage: (path) => path.endsWith("/__init__.py"),
  createImportTest,
};
