import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, it } from "vitest";

import { testFrameworks } from "../../../src/languages/index.ts";
import { plantOrchard, roomy } from "../orchard.ts";
import { installLibrary, needingLibraries } from "../python-library.ts";

const pytest = await installLibrary("pytest==8.3.5");
const folder = mkdtempSync(join(tmpdir(), "diorama-shared-"));
afterAll(() => {
  for (const each of [pytest, folder]) if (each !== undefined) rmSync(each, { recursive: true, force: true });
});

/** Where each function's only line stands. */
const LINES = {
  collected: 5,
  imported: 9,
  wide: 13,
  narrow: 17,
  direct: 21,
  nested: 26,
  cached: 31,
  kept: 38,
};
const MODULE = `import functools


def collected():
    return 1


def imported(function):
    return function


def wide():
    return 2


def narrow():
    return 3


def direct():
    return 4


class Nest:
    def nested(self):
        return 5


@functools.lru_cache()
def cached():
    return 6


class Box:
    @staticmethod
    @functools.lru_cache(None)
    def kept():
        return 7
`;
const LATE = "import kiln\n\n\n@kiln.imported\ndef f():\n    return kiln.Nest().nested()\n";
const TESTS = `import kiln
import pytest


@pytest.fixture(scope="module")
def oven():
    return kiln.wide()


@pytest.fixture
def tray():
    return kiln.narrow()


@pytest.mark.parametrize("number", [kiln.collected()])
def test_one(oven, tray, number):
    import late

    assert kiln.direct() + late.f() == 9
    assert kiln.cached() + kiln.Box.kept() == 13


def test_two(oven):
    assert oven == 2
    assert kiln.cached() + kiln.Box.kept() == 13
`;

it.skipIf(pytest === undefined)(
  needingLibraries("lines that run for several tests are told apart"),
  async () => {
    const texts = { "tests/test_kiln.py": TESTS };
    mkdirSync(join(folder, "tests"));
    for (const [path, text] of Object.entries({ "kiln.py": MODULE, "late.py": LATE, ...texts }))
      writeFileSync(join(folder, path), text);
    const isTest = (path: string): boolean => path.startsWith("tests/");
    await using orchard = await plantOrchard({
      other: { source: folder, editedFile: "kiln.py", isTest },
      path: pytest ?? "",
    });
    const { evaluator, editableTree } = orchard;
    const tests = await evaluator.prepareTests(editableTree, {
      framework: "pytest",
      texts,
      files: ["tests/test_kiln.py"],
      arguments: testFrameworks.pytest.judgeArguments({ configuration: "declared", addopts: [] }),
    });
    const job = { editableTree, fileText: MODULE, tests, order: [], limits: roomy, trust: "own" } as const;
    const run = await evaluator.runTests({ ...job, traceLines: true });
    expect(run.results.map(({ outcome }) => outcome)).toEqual(["passed", "passed"]);
    const { collected, imported, wide, narrow, direct, nested, cached, kept } = LINES;
    const all = Object.values(LINES);
    const [one, two] = run.results.map(({ lines = [] }) => lines.filter((line) => all.includes(line)));
    expect(run.sharedLines?.filter((line) => all.includes(line))).toEqual([collected, imported, wide]);
    expect(one).toEqual([imported, wide, narrow, direct, nested, cached, kept]);
    expect(two).toEqual([cached, kept]);
    expect((await evaluator.runTests(job)).sharedLines).toBeUndefined();
  },
);
