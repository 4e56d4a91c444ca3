import { expect, test } from "vitest";

import { NO_ADJUSTMENTS } from "../../../src/environments/python/adjustments.ts";
import { versionsOf } from "../../../src/environments/python/dates.ts";
import { requirementsToTry } from "../../../src/environments/python/requirements-to-try.ts";
import { planTests } from "../../../src/environments/python/test-plan.ts";
import { planImport } from "../../../src/environments/python/trial-plan.ts";
import { givenProject } from "./given-tree.ts";

const requirements = (tox: string, adjustments = NO_ADJUSTMENTS) =>
  requirementsToTry({
    project: givenProject({ "tox.ini": `[testenv]\ndeps =\n    ${tox}\n` }),
    wheel: undefined,
    adjustments,
  })[0]?.request.requirements;

test("a pytest that is older than what our plug-in goes with is not asked for", () => {
  for (const pinned of ["pytest==3.2.5", "pytest<4", "pytest~=2.8", "pytest<=4.5", "pytest<4.6"])
    expect(requirements(pinned)).toEqual(["coverage", "pytest"]);
  for (const bound of ["pytest<5", "pytest==4.6", "pytest>=3", "pytest==7.1.2"])
    expect(requirements(bound)).toEqual(["coverage", "pytest", bound]);
});

test("versions of a day are never those of such a pytest", () => {
  const adjustments = { ...NO_ADJUSTMENTS, versions: versionsOf("2015-05-26", "3.8.18") };
  expect(requirements("mock", adjustments)).toEqual(["coverage", "mock", "pytest", "pytest>=4.6"]);
});

test("where there is no module but one compiled from C, that is imported", () => {
  const setup =
    "from setuptools import Extension, setup\nsetup(ext_modules=[Extension('tide', ['tide.c'])])\n";
  const modulesOf = (given: Readonly<Record<string, string>>) =>
    planImport(givenProject({ "setup.py": setup, "tests/test_tide.py": "", ...given }), ["."]).what;
  expect(modulesOf({})).toBe("tide");
  expect(modulesOf({ "harbour.py": "" })).toBe("harbour");
});

test("a configuration that pytest refuses to read is left unread, with its options", () => {
  const files = {
    "setup.cfg": "[pytest]\naddopts = --tide low\n",
    "test_harbour.py": "def test_x(): pass\n",
  };
  const waysOf = (given: Readonly<Record<string, string>>) =>
    planTests(givenProject(given), undefined)?.ways.map(({ configuration, addopts }) => [
      configuration,
      addopts,
    ]);
  expect(waysOf(files)?.[0]).toEqual(["unread", ["--tide", "low"]]);
  expect(waysOf({ ...files, "pytest.ini": "[pytest]\n" })?.[0]).toEqual(["declared", []]);
});
