import type ts from "typescript-api";

import type { RepositoryPath } from "../../../base/index.ts";
import { getCompiler } from "./compiler.ts";
import { folderAbove, toVirtual, type VirtualFiles } from "./virtual-files.ts";

const CONFIGURATION = /(?:^|\/)(?:tsconfig|jsconfig)(?:\.[\w.-]+)?\.json$/u;

/** Files that say how modules are found. */
export function isProjectFile(path: RepositoryPath): boolean {
  return CONFIGURATION.test(path) || /(?:^|\/)package\.json$/u.test(path);
}

/** What configurations say of finding modules. */
export type ModuleOptions = Partial<
  Pick<ts.CompilerOptions, "paths" | "pathsBasePath" | "baseUrl" | "rootDirs" | "customConditions">
>;

/** What holds for the files of a folder: of the nearest folder with a configuration that says how modules are found. Never throws. */
export function createProjects(
  projectFiles: ReadonlyMap<RepositoryPath, string>,
  files: VirtualFiles,
): (file: string) => ModuleOptions {
  const byFolder = new Map<string, ModuleOptions>();
  const paths = [...projectFiles.keys()].filter((path) => CONFIGURATION.test(path));
  paths.sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
  for (const path of paths) {
    const file = toVirtual(path);
    const folder = folderAbove(file);
    const options = readOptions(file, files);
    byFolder.set(folder, { ...options, ...byFolder.get(folder) });
  }
  const none: ModuleOptions = {};
  const optionsOf = (folder: string): ModuleOptions => {
    const known = byFolder.get(folder);
    if (known !== undefined && Object.keys(known).length > 0) return known;
    const options = folder === "/" ? none : optionsOf(folderAbove(folder));
    byFolder.set(folder, options);
    return options;
  };
  return (file) => optionsOf(folderAbove(file));
}

/** A folder's own `tsconfig.json` before variants of it. */
function rankOf(path: RepositoryPath): number {
  return /(?:^|\/)tsconfig\.json$/u.test(path) ? 0 : 1;
}

function readOptions(file: string, files: VirtualFiles): ModuleOptions {
  const ts = getCompiler();
  const host: ts.ParseConfigHost = {
    useCaseSensitiveFileNames: true,
    readDirectory: () => [],
    fileExists: files.has,
    readFile: files.read,
  };
  const { config } = ts.parseConfigFileTextToJson(file, files.read(file) ?? "");
  const { options } = ts.parseJsonConfigFileContent(config ?? {}, host, folderAbove(file), undefined, file);
  const { paths, pathsBasePath, baseUrl, rootDirs, customConditions } = options;
  const said = { paths, pathsBasePath, baseUrl, rootDirs, customConditions };
  return Object.fromEntries(
    Object.entries(said).filter(
      ([name, value]) => value !== undefined && (name !== "pathsBasePath" || paths),
    ),
  );
}
