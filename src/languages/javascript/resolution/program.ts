import type ts from "typescript-api";

import type { RepositoryPath } from "../../../base/index.ts";
import { compilerFolder, getCompiler } from "./compiler.ts";
import { createModuleFinder, type ModuleFinder } from "./module-names.ts";
import { readPackages } from "./packages.ts";
import { createProjects } from "./projects.ts";
import type { SourceFileCache } from "./source-file-cache.ts";
import { createVirtualFiles, toVirtual } from "./virtual-files.ts";

/** The compiler's own declaration files stand here, apart from the repository. */
const LIBRARY_FOLDER = "/compiler";

/** One setting for all files, so that one checker sees them all: strict, because types are followed furthest then; every file a module. */
function programOptions(): ts.CompilerOptions {
  const ts = getCompiler();
  return {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    allowJs: true,
    checkJs: false,
    maxNodeModuleJsDepth: 0,
    strict: true,
    jsx: ts.JsxEmit.Preserve,
    types: [],
    noEmit: true,
    skipLibCheck: true,
    allowUmdGlobalAccess: true,
    allowImportingTsExtensions: true,
    resolvePackageJsonExports: true,
  };
}

/** What a program is made of: the compiler's settings, the files to begin with, and how it reads files and finds modules. */
export interface ScriptSources {
  readonly options: ts.CompilerOptions;
  readonly roots: readonly string[];
  readonly cache: SourceFileCache;
  readonly host: ts.CompilerHost & Required<Pick<ts.CompilerHost, "resolveModuleNameLiterals">>;
}

/** The files of a repository for one program, over their texts alone. Nothing is read from the disk but the compiler's own declaration files. */
export function createScriptSources(
  texts: ReadonlyMap<RepositoryPath, string>,
  projectFiles: ReadonlyMap<RepositoryPath, string>,
  cache: SourceFileCache,
): ScriptSources {
  const ts = getCompiler();
  const options = programOptions();
  const files = createVirtualFiles(new Map([...projectFiles, ...texts]));
  const read = (file: string): string | undefined =>
    file.startsWith(`${LIBRARY_FOLDER}/`)
      ? ts.sys.readFile(compilerFolder() + file.slice(LIBRARY_FOLDER.length))
      : files.read(file);
  const lookup: ts.ModuleResolutionHost = {
    fileExists: files.has,
    readFile: files.read,
    directoryExists: files.hasFolder,
    getDirectories: (folder) => [...files.folders(folder)],
    useCaseSensitiveFileNames: true,
  };
  const find = createModuleFinder({
    files,
    host: lookup,
    options,
    packages: readPackages(projectFiles),
    optionsOf: createProjects(projectFiles, files),
  });
  const host: ScriptSources["host"] = {
    ...lookup,
    readFile: read,
    fileExists: (file) => read(file) !== undefined,
    getSourceFile: (file, settings) => cache.get(file, settings, () => read(file)),
    getDefaultLibFileName: () => `${LIBRARY_FOLDER}/${ts.getDefaultLibFileName(options)}`,
    getDefaultLibLocation: () => LIBRARY_FOLDER,
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => undefined,
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => ({ resolvedModule: describeModule(find(text, from), ts) })),
  };
  const roots = [...texts.keys()]
    .map(toVirtual)
    .filter((file) => !hidesSources(file, files.read(file) ?? "", find));
  return { options, roots, host, cache };
}

/** True for a file that declares a whole module (`declare module "x"`) whose source is there: the declaration would stand in its place. */
function hidesSources(file: string, text: string, find: ModuleFinder): boolean {
  if (!file.endsWith(".d.ts") || !/\bmodule\s+["']/u.test(text)) return false;
  const { ambientExternalModules = [] } = getCompiler().preProcessFile(text);
  return ambientExternalModules.some((name) => find(name, file) !== undefined);
}

function describeModule(
  file: string | undefined,
  { Extension }: typeof ts,
): ts.ResolvedModuleFull | undefined {
  const ending = file === undefined ? undefined : /(?:\.d)?\.[mc]?[jt]sx?$/u.exec(file)?.[0];
  const extension = Object.values(Extension).find((each) => each === ending);
  if (file === undefined || extension === undefined) return undefined;
  return { resolvedFileName: file, extension, isExternalLibraryImport: false };
}
