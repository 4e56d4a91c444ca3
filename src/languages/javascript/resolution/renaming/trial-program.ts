import type ts from "typescript-api";

import { getCompiler } from "../compiler.ts";
import { importedFiles } from "../imported-files.ts";
import type { ScriptSources } from "../program.ts";
import type { SourceFileCache } from "../source-file-cache.ts";
import { findRepositoryPath } from "../virtual-files.ts";

/** A program that can be asked what it would be with other texts. */
export interface TrialProgram {
  readonly program: ts.Program;
  /** The repository's own files. */
  readonly files: readonly ts.SourceFile[];
  /** Files and all that import them, directly or not: only there can a change in them be an error. All files, where one of them is no module or adds to others. */
  filesReaching(files: ReadonlySet<string>): readonly ts.SourceFile[];
  /** Everything that has to change where the name at a character of a file does, as the compiler's language service finds it. */
  findLocations(file: string, at: number): readonly ts.RenameLocation[];
  /** How many errors of which kind the checker has in a file: `2339` and so on. */
  countErrors(file: ts.SourceFile): ReadonlyMap<number, number>;
  /** The answer of `ask` while some files have other texts. */
  tryTexts<T>(others: ReadonlyMap<string, string>, ask: () => T): T;
}

/** Opens the files of a program anew, JavaScript checked like TypeScript. */
export function openTrialProgram({ options, roots, host, cache }: ScriptSources): TrialProgram {
  const ts = getCompiler();
  const settings = { ...options, checkJs: true };
  let tried: ReadonlyMap<string, string> = new Map();
  let importers: Importers | undefined;
  const texts = new Map<string, string | undefined>();
  const textOf = (file: string): string | undefined => {
    if (!texts.has(file)) texts.set(file, host.getSourceFile(file, ts.ScriptTarget.ESNext)?.text);
    return tried.get(file) ?? texts.get(file);
  };
  const serviceHost: ts.LanguageServiceHost = {
    getCompilationSettings: () => settings,
    getScriptFileNames: () => [...roots],
    // Parsed files have their texts as versions.
    getScriptVersion: (file) => textOf(file) ?? "",
    getScriptSnapshot: (file) => {
      const text = textOf(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => host.getCurrentDirectory(),
    getDefaultLibFileName: (given) => host.getDefaultLibFileName(given),
    fileExists: (file) => host.fileExists(file),
    readFile: (file) => tried.get(file) ?? host.readFile(file),
    useCaseSensitiveFileNames: () => true,
    resolveModuleNameLiterals: (...given) => host.resolveModuleNameLiterals(...given),
  };
  const service = ts.createLanguageService(serviceHost, createRegistry(cache));
  const getProgram = (): ts.Program => {
    const program = service.getProgram();
    if (program === undefined) throw new TypeError("The language service has no program.");
    return program;
  };
  return {
    get program() {
      return getProgram();
    },
    get files() {
      return ownFiles(getProgram());
    },
    filesReaching: (files) => {
      importers ??= findImporters(getProgram());
      return reach(getProgram(), importers, files);
    },
    findLocations: (file, at) =>
      service.findRenameLocations(file, at, false, false, { providePrefixAndSuffixTextForRename: true }) ??
      [],
    countErrors: (file) => {
      const found = getProgram().getSemanticDiagnostics(file);
      return new Map([...Map.groupBy(found, ({ code }) => code)].map(([code, all]) => [code, all.length]));
    },
    tryTexts: (others, ask) => {
      tried = others;
      try {
        return ask();
      } finally {
        tried = new Map();
      }
    },
  };
}

/** Names of the files that import a file. */
type Importers = ReadonlyMap<string, readonly string[]>;

function findImporters(program: ts.Program): Importers {
  const checker = program.getTypeChecker();
  const pairs = ownFiles(program).flatMap((file) =>
    [...importedFiles(file, checker)].map(({ fileName }) => [fileName, file.fileName] as const),
  );
  return new Map(
    [...Map.groupBy(pairs, ([imported]) => imported)].map(([imported, all]) => [
      imported,
      all.map(([, by]) => by),
    ]),
  );
}

function reach(
  program: ts.Program,
  importers: Importers,
  files: ReadonlySet<string>,
): readonly ts.SourceFile[] {
  const all = ownFiles(program);
  const reached = new Set(files);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  const isSeenByAll = all.some(
    (file) => files.has(file.fileName) && isAmbient(file, program.getTypeChecker()),
  );
  return isSeenByAll ? all : all.filter(({ fileName }) => reached.has(fileName));
}

/** True for a file that other files see without importing it. */
function isAmbient(file: ts.SourceFile, checker: ts.TypeChecker): boolean {
  return (
    checker.getSymbolAtLocation(file) === undefined || /\bdeclare\s+(?:global|module)\b/u.test(file.text)
  );
}

function ownFiles(program: ts.Program): readonly ts.SourceFile[] {
  return program.getSourceFiles().filter(({ fileName }) => findRepositoryPath(fileName) !== undefined);
}

/** Parsed files of the cache that linking uses as well: they are never changed in place. */
function createRegistry(cache: SourceFileCache): ts.DocumentRegistry {
  const ts = getCompiler();
  const find = (file: string, snapshot: ts.IScriptSnapshot): ts.SourceFile => {
    const parsed = cache.get(file, ts.ScriptTarget.ESNext, () => snapshot.getText(0, snapshot.getLength()));
    if (parsed === undefined) throw new TypeError(`${file} has no text.`);
    return parsed;
  };
  return {
    ...ts.createDocumentRegistry(),
    acquireDocument: (file, _settings, snapshot) => find(file, snapshot),
    acquireDocumentWithKey: (file, _path, _settings, _key, snapshot) => find(file, snapshot),
    updateDocument: (file, _settings, snapshot) => find(file, snapshot),
    updateDocumentWithKey: (file, _path, _settings, _key, snapshot) => find(file, snapshot),
    releaseDocument: () => undefined,
    releaseDocumentWithKey: () => undefined,
  };
}
