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
  isTestFile: (path: string) => boolean,
): ReadonlySet<string> {
  const paths = files.map(({ parsed }) => parsed.path);
  const hasPackage = paths.some((path) => path.endsWith("/__init__.py") && !isTestFile(path));
  const importers = files.map(({ text, parsed }) => ({ path: parsed.path, names: importedNames(text) }));
  const isImported = (path: string, from: (importer: string) => boolean): boolean => {
    const names = moduleNames(path);
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

/** What a file may be imported as, from any folder above it: `tools/gen.py` as `tools.gen` and `gen`. */
function moduleNames(path: string): readonly string[] {
  const parts = path.replace(/(?:\/__init__)?\.py$/, "").split("/");
  return parts.map((_, at) => parts.slice(at).join("."));
}

/** What a text imports: `from a.b import c` may mean `a`, `a.b` and `a.b.c`. Leading dots are left out. */
function importedNames(text: string): ReadonlySet<string> {
  const lines = text.matchAll(/^[ \t]*(?:from[ \t]+\.*([\w.]*)[ \t]+)?import[ \t]+(\([^)]*\)|[^\n]*)/gm);
  const found = new Set<string>();
  for (const [, module = "", names = ""] of lines) {
    for (const name of names.match(/[\w.]+/g) ?? []) {
      const parts = [module, name].filter(Boolean).join(".").split(".");
      for (const at of parts.keys()) found.add(parts.slice(0, at + 1).join("."));
    }
  }
  return found;
}
