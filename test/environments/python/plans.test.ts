import { expect, test } from "vitest";

import { NO_ADJUSTMENTS } from "../../../src/environments/python/adjustments.ts";
import { versionsOf } from "../../../src/environments/python/dates.ts";
import { requirementsToTry } from "../../../src/environments/python/requirements-to-try.ts";
import { planTests } from "../../../src/environments/python/test-plan.ts";
import { planImport } from "../../../src/environments/python/trial-plan.ts";
import { asHostPath } from "../../../src/base/index.ts";
import type { KeptWheel } from "../../../src/environments/python/wheel.ts";
import { givenEvidence, givenProject } from "./given-tree.ts";

const requirements = (tox: string, adjustments = NO_ADJUSTMENTS) =>
  requirementsToTry({
    project: givenProject({ "tox.ini": `[testenv]\ndeps =\n    ${tox}\n` }),
    wheel: undefined,
    adjustments,
  })[0]?.request.requirements;

test("a pytest that is older than what our plug-in goes with is not asked for", () => {
  for (const pinned of ["pytest==3.1.3", "pytest<3", "pytest~=2.8", "pytest<=3.1", "pytest<3.2"])
    expect(requirements(pinned)).toEqual(["coverage", "pytest"]);
  for (const bound of ["pytest<5", "pytest==3.2.5", "pytest>=3", "pytest==7.1.2"])
    expect(requirements(bound)).toEqual(["coverage", "pytest", bound]);
});

test("what only some of tox's environments have is left out before all that the tests declare is", () => {
  const project = givenProject({
    "tox.ini": "[testenv]\ndeps =\n    mysql: mysqlclient\n    mock==2.0\n    dj42,dj50: django\n",
    "requirements-test.txt": "django\n",
  });
  const attempts = requirementsToTry({ project, wheel: undefined }).map(
    ({ request }) => request.requirements,
  );
  expect(attempts).toEqual([
    ["coverage", "django", "mock==2.0", "mysqlclient", "pytest"],
    ["coverage", "django", "mock", "mysqlclient", "pytest"],
    ["coverage", "django", "mock==2.0", "pytest"],
    ["coverage", "pytest"],
  ]);
});

test("extras that a list for development asks for are installed where the repository has none for its tests", () => {
  const project = givenProject({
    "setup.py": 'setup(name="lighthouse")',
    "requirements.txt": "-e .[full,gone]\npytest\n",
  });
  const extrasOf = (...extras: readonly string[]) => {
    const path = asHostPath("/built/lighthouse-1-py3-none-any.whl");
    const fileName = "lighthouse-1-py3-none-any.whl";
    const wheel: KeptWheel = { path, fileName, name: "lighthouse", digest: "sha256:0", extras, requires: [] };
    const [first] = requirementsToTry({ project, wheel });
    return [first?.request.wheel?.extras, first?.request.requirements];
  };
  expect(extrasOf("docs", "full")).toEqual([["full"], ["coverage", "pytest"]]);
  expect(extrasOf("full", "tests")).toEqual([["tests"], ["coverage", "pytest"]]);
});

test("versions of a day are never those of such a pytest", () => {
  const adjustments = { ...NO_ADJUSTMENTS, versions: versionsOf("2015-05-26", "3.8.18") };
  expect(requirements("mock", adjustments)).toEqual(["coverage", "mock", "pytest", "pytest>=3.2"]);
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

test("a script runs all its tests in one process", () => {
  const addoptsOf = (command: string) =>
    planTests(givenProject({ "manage.py": "" }), command)?.ways.map(({ addopts }) => addopts.join(" "));
  for (const spread of ["--parallel", "--parallel=4", "--parallel 4", "--parallel auto", "--failfast"])
    expect(addoptsOf(`python manage.py test --noinput ${spread} -v 2 harbour`)).toEqual([
      "manage.py test --noinput -v 2 harbour",
    ]);
});

const GENERATING =
  "def check(n):\n    assert n\n\ndef test_all():\n    for n in (1, 2):\n\n        yield check, n\n";

test("nose runs the tests where it alone runs some of them and a file says that it does", () => {
  const planOf = (given: Readonly<Record<string, string>>) => {
    const evidence = givenEvidence({ "harbour.py": "", "test_harbour.py": GENERATING, ...given });
    const tests = evidence.planTrial(["."]).tests;
    return [tests?.framework.name, tests?.ways[0]?.addopts, evidence.summary.requirements.includes("pynose")];
  };
  const tox =
    "[testenv]\ncommands = nosetests --with-coverage --cover-package harbour -v -e tide {posargs}\n";
  expect(planOf({ "tox.ini": tox })).toEqual(["nose", ["-e", "tide"], true]);
  expect(planOf({ "setup.cfg": "[nosetests]\nwith-doctest=1\n" })).toEqual(["nose", [], true]);
  expect(planOf({ "setup.py": "setup(test_suite='nose.collector')\n" })).toEqual(["nose", [], true]);
  expect(planOf({})).toEqual(["pytest", [], false]);
  const plain = "def test_all():\n    assert True\n";
  expect(planOf({ "tox.ini": tox, "test_harbour.py": plain })).toEqual(["pytest", [], false]);
});

test("nose itself is not installed beside what has its name", () => {
  const evidence = givenEvidence({
    "harbour.py": "",
    "test_harbour.py": GENERATING,
    "tox.ini": "[testenv]\ndeps = nose\n  mock\ncommands = nosetests\n",
  });
  expect(evidence.summary.requirements).toEqual(["coverage", "mock", "pynose", "pytest"]);
});
