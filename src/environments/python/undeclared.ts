import { posix } from "node:path";

import type { RepositoryPath } from "../../base/index.ts";
import type { RepositoryFiles } from "../repository-files.ts";
import { knownDistribution } from "./import-map.ts";

// Tests often need a package that no list of the repository names (their authors have it installed). Only packages
// of this table are added, found by what a test file imports, by the fixtures it asks for and by its marks.

/** Modules that tests import and whose distributions their lists often forget. */
const OF_TESTS = new Set(
  "attr attrs ddt dirty_equals faker freezegun hypothesis mock nose parameterized pkg_resources pyfakefs pytest_asyncio pytest_mock pytz requests_mock responses setuptools six testfixtures time_machine toml unittest2 yaml".split(
    " ",
  ),
);

/** pytest plug-ins by a fixture that they give. */
export const BY_FIXTURE: Readonly<Record<string, string>> = {
  benchmark: "pytest-benchmark",
  freezer: "pytest-freezer",
  httpx_mock: "pytest-httpx",
  mocker: "pytest-mock",
  requests_mock: "requests-mock",
  snapshot: "syrupy",
  subtests: "pytest-subtests",
  datadir: "pytest-datadir",
};

const BY_MARK: Readonly<Record<string, string>> = { asyncio: "pytest-asyncio", trio: "pytest-trio" };

/** An import that is tried, and another one where it is not there. */
const WITH_FALLBACK =
  /^([ \t]*)try:[ \t]*\n\1[ \t]+(?:import|from)[ \t].*\n\1except[ \t(]+(?:ImportError|ModuleNotFoundError)\b.*:[^\n]*\n\1[ \t]+(?:import|from)[ \t]/gm;

/**
 * Distributions that the tests use without saying so, sorted. Names that the repository itself provides as a module,
 * that it defines as a fixture or that the tests of a file are parametrized with are left alone, and so is what has a fallback.
 */
export function findUndeclaredTestRequirements(
  files: RepositoryFiles,
  isTestFile: (path: RepositoryPath) => boolean,
): string[] {
  const testFiles = files.paths.filter((path) => path.endsWith(".py") && isTestFile(path));
  const provided = new Set(
    files.paths
      .filter((path) => path.endsWith(".py"))
      .flatMap((path) => path.replace(/\.py$/, "").split("/")),
  );
  const texts = testFiles.map((path) => files.text(path) ?? "");
  const whole = texts.join("\n");
  const needed = new Set<string>();
  for (const [, module = ""] of whole
    .replaceAll(WITH_FALLBACK, "")
    .matchAll(/^[ \t]*(?:import|from)[ \t]+([A-Za-z_]\w*)/gm))
    if (OF_TESTS.has(module) && !provided.has(module)) needed.add(knownDistribution(module) ?? module);
  for (const text of texts)
    for (const [, parameters = ""] of text.matchAll(/^[ \t]*(?:async )?def test\w*\(([^)]*)\)/gm))
      for (const [name] of parameters.matchAll(/\w+/g))
        if (Object.hasOwn(BY_FIXTURE, name) && !definesFixture(whole, name) && !isParametrized(text, name))
          add(needed, BY_FIXTURE, name);
  for (const [, mark = ""] of whole.matchAll(/mark\.(\w+)/g)) add(needed, BY_MARK, mark);
  return [...needed].sort();
}

/** True where a function makes the fixture, or a module gives one that name. */
function definesFixture(text: string, name: string): boolean {
  return new RegExp(`def ${name}\\(|^${name}[ \\t]*=[^=]|\\bname=["']${name}["']`, "m").test(text);
}

function isParametrized(text: string, name: string): boolean {
  return new RegExp(`parametrize\\(\\s*[[(]?(?:[\\w\\s,"']*\\W)?${name}\\b`).test(text);
}

function add(needed: Set<string>, table: Readonly<Record<string, string>>, name: string): void {
  if (Object.hasOwn(table, name)) needed.add(table[name] ?? name);
}

/** True for test code by its path alone: below a test folder, or named like a test. */
export function looksLikeTestPath(path: RepositoryPath): boolean {
  const name = posix.basename(path);
  return (
    /(^|\/)(tests?|testing|unit_?tests?|t)\//.test(path) ||
    /^(test_.*|.*_tests?|tests?|conftest)\.py$/.test(name)
  );
}
