import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import ts from "typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Names of languages, of their tools and files, and of guest programs. */
const named =
  /python|pytest|unittest|conftest|cpython|coverage\.py|diorama_(?!starting)|\.py[cod]?\b|__[a-z]+__/iu;

/** What still knows a test framework, or what Python's operators say of plain data. */
const notYet = new Set([
  "src/judge/index.ts",
  "src/judge/tests/assertions.ts",
  "src/judge/tests/pytest-arguments.ts",
  "src/judge/tests/test-run.ts",
]);

test("the judge's code, comments apart, names no language", () => {
  const files = globSync("src/judge/**/*.ts", { cwd: root }).filter((path) => !notYet.has(path));
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((path) => named.test(codeOf(path)))).toEqual([]);
});

test("what is not yet so is listed and nothing else", () => {
  expect([...notYet].filter((path) => !named.test(codeOf(path)))).toEqual([]);
});

function codeOf(path: string): string {
  const source = ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest);
  return ts.createPrinter({ removeComments: true }).printFile(source);
}
