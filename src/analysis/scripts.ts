import type { Language } from "../languages/index.ts";
import type { SourceFile } from "./source-file.ts";

/** Names of folders at the top of a repository that hold what its people work with, no part of what they publish. */
const WORKSHOPS =
  /^(?:\.[^/]+|benchmarks?|bench|bin|ci|contrib|dev|devtools?|docs?|examples?|maintenance|misc|release|samples?|scripts?|tools?)$/;

/**
 * The files that are scripts: generators, helpers, benchmarks, set-up. That is what lies in a folder with such a name and no file outside of it
 * but tests imports, and what lies at the top beside a package and nothing imports at all.
 */
export function findScripts(
  files: readonly SourceFile[],
  { files: sources, modules }: Pick<Language, "files" | "modules">,
): ReadonlySet<string> {
  const isTestFile = (path: string): boolean => sources.isTestFile(path);
  const paths = files.map(({ parsed }) => parsed.path);
  const hasPackage = paths.some((path) => modules.isPackage(path) && !isTestFile(path));
  const importers = files.map(({ text, parsed }) => ({
    path: parsed.path,
    names: modules.importedNames(text),
  }));
  const isImported = (path: string, from: (importer: string) => boolean): boolean => {
    const names = modules.possibleNames(path);
    return importers.some(
      (one) => one.path !== path && from(one.path) && names.some((name) => one.names.has(name)),
    );
  };
  const isScript = (path: string): boolean => {
    const [top = "", ...rest] = path.split("/");
    if (rest.length > 0 && WORKSHOPS.test(top))
      return !isImported(path, (importer) => !importer.startsWith(`${top}/`) && !isTestFile(importer));
    return rest.length === 0 && hasPackage && !isImported(path, () => true);
  };
  return new Set(paths.filter((path) => !isTestFile(path) && isScript(path)));
}
