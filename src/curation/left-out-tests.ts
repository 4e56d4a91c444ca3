import { basename } from "node:path";

import type { SourceFile } from "../analysis/index.ts";

/**
 * Which files a candidate's tree goes without: test code, except what only looks like it. A file named like a test that other code
 * of the repository imports (`jinja2/tests.py` holds template tests) belongs to the product, and so do the files beside it that it
 * would need; without it nothing could be imported.
 */
export function findLeftOutTests(
  files: ReadonlyMap<string, SourceFile>,
  isTestFile: (path: string) => boolean,
): (path: string) => boolean {
  const imports = [...files]
    .filter(([path]) => !isTestFile(path))
    .flatMap(([, { text }]) =>
      [...text.matchAll(/^[ \t]*(?:from|import)[ \t]+[^\n]*(?:\([^)]*\))?/gm)].map(([line]) => line),
    )
    .join("\n");
  const isImported = (path: string): boolean => {
    const name = basename(path).replace(/\.py$/, "");
    const folder = path.split("/").at(-2);
    const module = RegExp.escape(name === "__init__" || name === "conftest" ? (folder ?? name) : name);
    const package_ = folder === undefined ? "" : `${RegExp.escape(folder)}\\.`;
    const relative = new RegExp(
      `^[ \\t]*from[ \\t]+\\.+(?:${module}\\b|[ \\t]*import[^\\n]*\\b${module}\\b)`,
      "m",
    );
    const absolute = new RegExp(`^[ \\t]*(?:from|import)[ \\t]+[\\w.]*\\b${package_}${module}\\b`, "m");
    return relative.test(imports) || (package_ !== "" && absolute.test(imports));
  };
  const decided = new Map<string, boolean>();
  return (path) => {
    if (!isTestFile(path)) return false;
    const known = decided.get(path) ?? !isImported(path);
    decided.set(path, known);
    return known;
  };
}
