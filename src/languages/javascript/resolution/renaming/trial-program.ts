import type ts from "typescript-api";

import { digestOf } from "../../../../base/index.ts";
import { getCompiler } from "../compiler.ts";
import type { ScriptSources } from "../program.ts";
import { findRepositoryPath } from "../virtual-files.ts";

/** A program that can be asked what it would be with other texts. */
export interface TrialProgram {
  readonly program: ts.Program;
  /** The repository's own files. */
  readonly files: readonly ts.SourceFile[];
  /** Everything that has to change where the name at a character of a file does, as the compiler's language service finds it. */
  findLocations(file: string, at: number): readonly ts.RenameLocation[];
  /** How many errors of which kind the checker has in a file: `2339` and so on. */
  countErrors(file: ts.SourceFile): ReadonlyMap<number, number>;
  /** The answer of `ask` while some files have other texts. */
  tryTexts<T>(texts: ReadonlyMap<string, string>, ask: () => T): T;
}

/** Opens the files of a program anew, JavaScript checked like TypeScript. */
export function openTrialProgram({ options, roots, host }: ScriptSources): TrialProgram {
  const ts = getCompiler();
  const settings = { ...options, checkJs: true };
  let tried: ReadonlyMap<string, string> = new Map();
  const textOf = (file: string): string | undefined =>
    tried.get(file) ?? host.getSourceFile(file, ts.ScriptTarget.ESNext)?.text;
  const service = ts.createLanguageService({
    getCompilationSettings: () => settings,
    getScriptFileNames: () => [...roots],
    getScriptVersion: (file) => {
      const text = tried.get(file);
      return text === undefined ? "0" : digestOf(text);
    },
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
  });
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
      return getProgram()
        .getSourceFiles()
        .filter(({ fileName }) => findRepositoryPath(fileName) !== undefined);
    },
    findLocations: (file, at) =>
      service.findRenameLocations(file, at, false, false, { providePrefixAndSuffixTextForRename: true }) ??
      [],
    countErrors: (file) => {
      const found = getProgram().getSemanticDiagnostics(file);
      return new Map([...Map.groupBy(found, ({ code }) => code)].map(([code, all]) => [code, all.length]));
    },
    tryTexts: (texts, ask) => {
      tried = texts;
      try {
        return ask();
      } finally {
        tried = new Map();
      }
    },
  };
}
