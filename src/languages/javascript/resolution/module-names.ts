import type ts from "typescript-api";

import { getCompiler } from "./compiler.ts";
import {
  findEntry,
  findInPackages,
  findSource,
  isDeclarationFile,
  type RepositoryPackage,
} from "./packages.ts";
import type { ModuleOptions } from "./projects.ts";
import type { VirtualFiles } from "./virtual-files.ts";

/** What finding modules needs to know of a repository. */
export interface ModuleContext {
  readonly files: VirtualFiles;
  readonly host: ts.ModuleResolutionHost;
  readonly options: ts.CompilerOptions;
  readonly packages: ReadonlyMap<string, RepositoryPackage>;
  optionsOf(file: string): ModuleOptions;
}

/** The source file that a module's name means in a file; undefined for what the repository does not hold. */
export type ModuleFinder = (specifier: string, from: string) => string | undefined;

/**
 * Finds modules as the compiler does under the nearest configuration's options, then through the manifests of the repository's own packages,
 * whose built files are led back to their sources. A source is preferred to a declaration file beside it: calls lead to what runs.
 */
export function createModuleFinder(context: ModuleContext): ModuleFinder {
  const ts = getCompiler();
  const caches = new Map<ModuleOptions, { options: ts.CompilerOptions; cache: ts.ModuleResolutionCache }>();
  const settingsOf = (from: string): { options: ts.CompilerOptions; cache: ts.ModuleResolutionCache } => {
    const own = context.optionsOf(from);
    let settings = caches.get(own);
    if (settings === undefined) {
      const options = { ...context.options, ...own };
      settings = { options, cache: ts.createModuleResolutionCache("/", (name) => name, options) };
      caches.set(own, settings);
    }
    return settings;
  };
  return (specifier, from) => {
    const { options, cache } = settingsOf(from);
    const { resolvedModule } = ts.resolveModuleName(specifier, from, options, context.host, cache);
    const found = resolvedModule?.resolvedFileName;
    if (found !== undefined && !isDeclarationFile(found)) return found;
    const source = findBuilt(specifier, from, context);
    return source === undefined || (found !== undefined && isDeclarationFile(source)) ? found : source;
  };
}

function findBuilt(specifier: string, from: string, { files, packages }: ModuleContext): string | undefined {
  if (!specifier.startsWith(".")) return findInPackages(packages, specifier, files);
  const place = new URL(specifier, `file://${from}`).pathname.replace(/\/$/u, "");
  const isPackage = [...packages.values()].find(({ folder }) => folder === place);
  return (isPackage && findEntry(isPackage, "", files)) ?? findSource(place, files);
}
