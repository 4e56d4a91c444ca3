import type { SourceFile } from "../analysis/index.ts";
import type { Modules } from "../languages/index.ts";

/**
 * Which files a candidate's tree goes without: test code, except what only looks like it. A file named like a test that other code
 * of the repository imports (`jinja2/tests.py` holds template tests) belongs to the product, and so do the files beside it that it
 * would need; without it nothing could be imported.
 */
export function findLeftOutTests(
  files: ReadonlyMap<string, SourceFile>,
  isTestFile: (path: string) => boolean,
  modules: Modules,
): (path: string) => boolean {
  const product = [...files].flatMap(([path, { text }]) => (isTestFile(path) ? [] : [text]));
  const isImported = modules.createImportTest(product);
  const decided = new Map<string, boolean>();
  return (path) => {
    if (!isTestFile(path)) return false;
    const known = decided.get(path) ?? !isImported(path);
    decided.set(path, known);
    return known;
  };
}
