import { describe, expect, test } from "vitest";

import type { PlanFields, Toolchain } from "../../../src/environments/build-system.ts";
import { readEvidence } from "../../../src/environments/python/evidence.ts";
import type { EnvironmentRequest } from "../../../src/spec/index.ts";
import { givenTree } from "./given-tree.ts";

const FILES = {
  "setup.py":
    "from setuptools import setup\nsetup(name='harbour', extras_require={'tide': ['tide-tables']})\n",
  "src/harbour/__init__.py": "",
  "tests/test_harbour.py": "def test_quay():\n    pass\n",
  "tests/test_tide.py": "def test_tide():\n    pass\n",
  "runtests.py": "import unittest\n",
  "tox.ini": "[testenv]\ndeps = lighthouse>=2\ncommands = python runtests.py\n",
};

function given(requested: EnvironmentRequest = {}) {
  const evidence = readEvidence(givenTree(FILES), requested);
  if (evidence.editing === undefined) throw new Error("plans of Python can be edited");
  return evidence.editing;
}

function edit(fields: PlanFields, requested: EnvironmentRequest = {}) {
  const edited = given(requested).edit(fields);
  if (edited.status === "refused") throw new Error(edited.problem);
  return edited;
}

/** What is said to fields; undefined where they are taken. */
function problemOf(fields: PlanFields, requested: EnvironmentRequest = {}): string | undefined {
  const edited = given(requested).edit(fields);
  return edited.status === "refused" ? edited.problem : undefined;
}

const INTERPRETER: Toolchain = {
  path: "/usr/bin/python3" as Toolchain["path"],
  release: "3.9.18",
  description: "cpython 3.9.18",
  platform: "linux x86_64 glibc",
};

describe("the fields of a plan of Python's", () => {
  test("come to what a user would have asked, and to what stands at the head of the lock", () => {
    const { evidence, requested } = edit({
      python: "3.9",
      requirements: ["lighthouse<3", "mock"],
      extras: ["tide"],
      bounds: ["werkzeug<1"],
      without: ["tide-tables"],
      versions_until: "2016-05-01",
      build_requirements: ["setuptools", "wheel"],
      build_bounds: ["setuptools<58"],
      from_checkout: true,
      import_roots: ["src"],
      variables: { HARBOUR_TIDE: "low" },
      test_command: "python runtests.py --quick",
    });
    expect(requested).toEqual({
      python: "3.9",
      with: [".[tide]", "lighthouse<3", "mock"],
      test_command: "python runtests.py --quick",
      env: { HARBOUR_TIDE: "low" },
    });
    const [plan] = [evidence.planBuild(INTERPRETER, undefined)];
    expect(plan.decidedBy).toEqual({ header: expect.stringContaining("# import-root src\n") as string });
    expect(plan.decidedBy).toMatchObject({
      header: expect.stringMatching(
        /# exclude-newer 2016-05-01\n[^]*# build-constraint setuptools<58\n# build-need setuptools\n# build-need wheel\n# unbuilt\n/,
      ) as string,
    });
    expect(evidence.planTrial(["src"]).tests).toMatchObject({
      framework: { name: "unittest" },
      ways: [{ addopts: ["runtests.py", "--quick"], files: [] }],
    });
    expect(evidence.editing?.current).toMatchObject({
      python: "3.9",
      extras: ["tide"],
      import_roots: ["src"],
    });
  });

  test("keep what is not said, and are emptied by null", () => {
    const { evidence } = edit({ python: "3.9", bounds: ["werkzeug<1"], variables: { A: "1" } });
    const again = evidence.editing?.edit({ bounds: null, requirements: ["mock"] });
    expect(again?.status === "edited" ? again.evidence.editing?.current : again).toEqual({
      python: "3.9",
      requirements: ["mock"],
      variables: { A: "1" },
    });
  });

  test("do not change what the user decided", () => {
    const user = { python: "3.11", test_command: "pytest tests", env: { TIDE: "high" }, with: ["mock==4"] };
    expect(problemOf({ python: "3.9" }, user)).toBe("python was decided by the user");
    expect(problemOf({ test_command: "pytest" }, user)).toBe("test_command was decided by the user");
    expect(problemOf({ variables: { TIDE: "low" } }, user)).toBe("the variable TIDE was decided by the user");
    expect(edit({ requirements: ["six"], variables: { TIDE: "high", MOON: "new" } }, user).requested).toEqual(
      {
        ...user,
        with: ["mock==4", "six"],
        env: { TIDE: "high", MOON: "new" },
      },
    );
  });

  test.each<[string, PlanFields]>([
    ["a field that there is not", { build_command: "make" }],
    ["a value of another kind", { requirements: "mock" }],
    ["a distribution that nobody names", { requirements: ["harbour-test-helper"] }],
    ["a plug-in that makes failing tests pass", { requirements: ["pytest-vw"] }],
    ["one from an address", { requirements: ["mock @ https://127.0.0.1/mock.whl"] }],
    ["an option of the installer", { requirements: ["--index-url=http://127.0.0.1/"] }],
    ["two lines in one", { requirements: ["mock\n--pre"] }],
    ["one of the build that nobody names", { build_requirements: ["harbour-build-helper"] }],
    ["a bound that is an option", { build_bounds: ["--extra-index-url http://127.0.0.1/"] }],
    ["a folder outside of the tree", { import_roots: ["../other"] }],
    ["a folder that there is not", { import_roots: ["lib"] }],
    ["versions of a day without an interpreter", { versions_until: "2016-05-01" }],
    ["a variable by which modules are found", { variables: { PYTHONPATH: "/tmp" } }],
    ["a variable that gives pytest options", { variables: { PYTEST_ADDOPTS: "-k quay" } }],
    ["plug-ins by a variable", { variables: { PYTEST_PLUGINS: "harbour" } }],
    ["a shell", { test_command: "pytest || true" }],
    ["two commands", { test_command: "pytest; true" }],
    ["a program that only prints", { test_command: "echo 2 passed" }],
    ["code in the command", { test_command: "python -c 'print(1)'" }],
    ["a program that is not in the tree", { test_command: "python /tmp/run_tests.py" }],
    ["tests chosen by a word", { test_command: "pytest -k quay" }],
    ["tests chosen by a mark", { test_command: "pytest -m fast" }],
    ["a test left out", { test_command: "pytest --deselect tests/test_tide.py::test_tide" }],
    ["a file left out", { test_command: "pytest --ignore=tests/test_tide.py" }],
    ["files left out by a setting", { test_command: "pytest -o python_files=test_quay.py" }],
    ["a plug-in switched off", { test_command: "pytest -p no:unittest" }],
    ["another configuration", { test_command: "pytest --noconftest" }],
    ["one test", { test_command: "pytest tests/test_harbour.py::test_quay" }],
    ["tests outside of the tree", { test_command: "pytest /tmp/tests" }],
  ])("refuse %s", (_, fields) => {
    expect(problemOf(fields)).toMatch(/\w/);
  });

  test.each([
    "pytest",
    "python -m pytest tests",
    "pytest --import-mode=importlib -p harbour.plugin tests",
    "pytest -W ignore -o asyncio_mode=auto",
    "python -m unittest discover",
    "python runtests.py",
  ])("take %s", (command) => {
    expect(problemOf({ test_command: command })).toBeUndefined();
  });

  test("know the ways that are the repository's own, by which no test is left out", () => {
    const { ownTests, testFiles } = given();
    expect(ownTests.map(({ framework, ways }) => [framework.name, ways[0]?.addopts])).toEqual([
      ["pytest", []],
      ["unittest", ["runtests.py"]],
    ]);
    expect(testFiles).toEqual(["tests/test_harbour.py", "tests/test_tide.py"]);
  });
});
