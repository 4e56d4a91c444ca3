import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import {
  buildEnvironment,
  findInterpreters,
  type EnvironmentOptions,
  type EnvironmentOutcome,
} from "../../../src/environments/index.ts";
import { c } from "../../../src/environments/c/build-system.ts";
import { OLDEST_FOR_TASKS } from "../../../src/environments/python/interpreter.ts";
import { compareReleases } from "../../../src/environments/python/version-specifier.ts";
import type { AcquiredSource } from "../../../src/sources/index.ts";
import { slowDescribe, slowTest } from "../../slow-suites.ts";
import { givenOptions, whyNothingCanBeInstalled } from "../given.ts";
import { withWheelsOf, writeSource, writeWheel } from "../local-wheels.ts";
import { givenTree } from "./given-tree.ts";

const obstacle = await whyNothingCanBeInstalled();

const options = await givenOptions();
const releases = (await findInterpreters(options.machine)).map(({ release }) => release);
const hasCompiler = (await c.findToolchains(options.machine)).length > 0;
const [oldest] = releases.toSorted(compareReleases);
const hasOldest = releases.some((release) => compareReleases(release, OLDEST_FOR_TASKS) < 0);
const hasOld = releases.some((release) => compareReleases(release, "3.10") < 0);

type Wheel = Parameters<typeof writeWheel>[1] | Parameters<typeof writeSource>[1];

async function build(
  tree: AcquiredSource,
  wheels: readonly Wheel[] = [],
  given: Partial<EnvironmentOptions> = {},
): Promise<EnvironmentOutcome> {
  const folder = mkdtempSync(join(tmpdir(), "diorama-wheels-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const wheel of wheels)
    if ("backend" in wheel) writeSource(folder, wheel);
    else writeWheel(folder, wheel);
  return await buildEnvironment(tree, {
    ...options,
    ...given,
    indexConfiguration: withWheelsOf(folder),
  });
}

/** How it ended, the remedies that were tried, and the lock. */
function summaryOf(outcome: EnvironmentOutcome) {
  const remedies = outcome.remedies.map(
    ({ what, failure, goesBy }) =>
      `${what} <- ${failure}, ${goesBy.map(({ path, line }) => `${path}:${line}`).join(" ")}`,
  );
  const recipe = outcome.status === "failed" ? undefined : outcome.environment.recipe;
  return { status: outcome.status, remedies, lock: recipe?.lock ?? "", recipe };
}

const FLAGS: Wheel = {
  name: "signal_pennants",
  version: "1.0",
  module: "signal_pennants",
  text: "flag = 'yellow'\n",
};
const USES_FLAGS =
  "import signal_pennants\n\ndef test_flag():\n    assert signal_pennants.flag == 'yellow'\n";

describe.skipIf(obstacle !== undefined)(`remedies of Python (${obstacle ?? "installed"})`, () => {
  slowTest("install what is missing where the repository names it anywhere", async () => {
    const tree = givenTree({
      "harbour.py": "",
      "test_harbour.py": USES_FLAGS,
      "requirements-docs.txt": "\nsignal-pennants>=1\n",
    });
    const { status, remedies, lock } = summaryOf(await build(tree, [FLAGS]));
    expect({ status, remedies }).toEqual({
      status: "verified",
      remedies: ["with signal-pennants>=1 <- missing_module, requirements-docs.txt:2 test_harbour.py:1"],
    });
    expect(lock).toMatch(/^signal-pennants==1\.0/m);
  });

  test("install nothing that is only called as the missing module is", async () => {
    const tree = givenTree({ "harbour.py": "", "test_harbour.py": USES_FLAGS });
    const { status, remedies, lock } = summaryOf(await build(tree, [FLAGS]));
    expect(status).not.toBe("verified");
    expect(remedies.join("\n")).not.toMatch(/pennants/);
    expect(lock).not.toMatch(/pennants/);
  });

  slowTest("set the variables that tox sets, and keep them in the recipe", async () => {
    const tree = givenTree({
      "harbour.py": "",
      "test_harbour.py": "import os\n\ndef test_tide():\n    assert os.environ['TIDE'] == 'low'\n",
      "tox.ini": "[testenv]\nsetenv =\n    TIDE = low\n",
    });
    const { status, remedies, recipe } = summaryOf(await build(tree));
    expect({ status, remedies }).toEqual({
      status: "verified",
      remedies: ["with TIDE=low <- tests_failed, tox.ini:3"],
    });
    expect(recipe?.variables).toMatchObject({ TIDE: "low" });
  });

  slowTest("let something stand for a variable that code asks for and nobody sets", async () => {
    const tree = givenTree({
      "harbour.py": "import os\n\nNAME = os.environ['HARBOUR_SERVER']\nBERTHS = int(os.environ['BERTHS'])\n",
      "test_harbour.py": "import harbour\n\ndef test_name():\n    assert harbour.NAME and harbour.BERTHS\n",
    });
    const { status, remedies, recipe } = summaryOf(await build(tree));
    expect({ status, remedies }).toEqual({
      status: "verified",
      remedies: [
        "with HARBOUR_SERVER=localhost, BERTHS=1, which nothing says <- import_failed, harbour.py:3 harbour.py:4",
      ],
    });
    expect(recipe?.variables).toMatchObject({ HARBOUR_SERVER: "localhost", BERTHS: "1" });
  });

  slowTest("are not tried again and again where each failure names another temporary folder", async () => {
    const tree = givenTree({
      "pyproject.toml":
        '[build-system]\nrequires = []\nbuild-backend = "broken"\nbackend-path = ["."]\n[project]\nname = "harbour"\nversion = "1"\n' +
        'classifiers = ["Programming Language :: Python :: 3.11", "Programming Language :: Python :: 3.12"]\n',
      "broken.py": "import sys\n\nraise RuntimeError(sys.prefix)\n",
      "harbour.c": "int berths;\n",
      "harbour.py": "",
      "test_harbour.py": "import harbour\n\ndef test_tide():\n    pass\n",
    });
    const { attempts } = await build(tree);
    const tried = attempts.flatMap(({ stage, detail }) =>
      stage === "remedy" ? [detail.split(" (")[0]] : [],
    );
    expect(tried.length).toBeGreaterThan(0);
    expect(tried).toEqual([...new Set(tried)]);
  });

  slowTest("run the repository's own program where its tests need that", async () => {
    const tree = givenTree({
      "harbour.py": "berths = None\n",
      "tests/__init__.py": "",
      "tests/test_berths.py": [
        "import unittest, harbour",
        "class Berths(unittest.TestCase):",
        "    def test_count(self):",
        "        self.assertEqual(harbour.berths, 3)",
        "    @unittest.skip('tide')",
        "    def test_left_out(self): pass",
        "    def test_parts(self):",
        "        for each in range(2):",
        "            with self.subTest(each=each): self.assertLess(each, harbour.berths)",
      ].join("\n"),
      "runtests.py": [
        "import sys, unittest, harbour",
        "harbour.berths = 3",
        "result = unittest.TextTestRunner().run(unittest.defaultTestLoader.discover('tests', top_level_dir='.'))",
        "sys.exit(not result.wasSuccessful())",
      ].join("\n"),
      "tox.ini": "[testenv]\ncommands = coverage run runtests.py\n",
    });
    const outcome = await build(tree);
    expect(summaryOf(outcome)).toMatchObject({
      status: "verified",
      remedies: ["tests run by python runtests.py <- tests_failed, tox.ini:2"],
    });
    expect(outcome.status === "failed" ? [] : outcome.testRecords).toEqual([
      { id: "unittest:tests/test_berths.py::Berths::test_count", outcomes: ["passed", "passed", "passed"] },
      {
        id: "unittest:tests/test_berths.py::Berths::test_left_out",
        outcomes: ["skipped", "skipped", "skipped"],
      },
      { id: "unittest:tests/test_berths.py::Berths::test_parts", outcomes: ["passed", "passed", "passed"] },
    ]);
  });

  slowTest(
    "run the command of setup.py itself, which is one test where it runs none of unittest's",
    async () => {
      const tree = givenTree({
        "harbour.py": "",
        "test_tide.py": "def test_low(path): assert path\ndef test_high(path): assert path\n",
        "setup.py": [
          "from setuptools import Command, setup",
          "class Test(Command):",
          "    user_options = []",
          "    def initialize_options(self): pass",
          "    def finalize_options(self): pass",
          "    def run(self):",
          "        import test_tide",
          "        test_tide.test_low('.'), test_tide.test_high('.')",
          "        print('2 tests')",
          "setup(name='harbour', version='1', py_modules=['harbour'], cmdclass={'test': Test})",
        ].join("\n"),
        "tox.ini": "[testenv]\ncommands = python setup.py test\n",
      });
      const outcome = await build(tree);
      expect(summaryOf(outcome)).toMatchObject({
        status: "verified",
        remedies: ["tests run by python setup.py test <- tests_failed, tox.ini:2"],
      });
      expect(outcome.status === "failed" ? [] : outcome.testRecords).toEqual([
        { id: "unittest:setup.py::test", outcomes: ["passed", "passed", "passed"] },
      ]);
    },
  );

  slowTest("pass over files whose tests lack a server", async () => {
    const tree = givenTree({
      "harbour.py": "",
      "tests/test_tide.py": "def test_low(): pass\ndef test_high(): pass\n",
      "tests/test_store.py":
        "import socket\n\ndef test_store():\n    socket.create_connection(('127.0.0.1', 1))\n",
    });
    const outcome = await build(tree);
    expect(summaryOf(outcome)).toMatchObject({
      status: "verified",
      remedies: ["without the tests of tests/test_store.py <- wants_network, tests/test_store.py:1"],
    });
  });

  slowTest("are not needed where nose alone runs what generators yield: each has an outcome", async () => {
    const tree = givenTree({
      "harbour.py": "",
      "tests/test_berths.py": [
        "class TestBerths(object):",
        "    def setup(self):",
        "        self.most = 2",
        "    def test_all(self):",
        "        for each in range(3):",
        "            yield self.check, each",
        "    def check(self, each):",
        "        assert each < self.most",
        "def test_plain(): pass",
        ...Array.from({ length: 20 }, (_, index) => `def test_${index}(): pass`),
      ].join("\n"),
      "tox.ini": "[testenv]\ncommands = nosetests tests\n",
    });
    const outcome = await build(tree);
    expect(summaryOf(outcome)).toMatchObject({ status: "verified", remedies: [] });
    const records = outcome.status === "failed" ? [] : outcome.testRecords;
    expect(Object.fromEntries(records.map(({ id, outcomes }) => [id, outcomes[0]]))).toMatchObject({
      "nose:tests/test_berths.py::TestBerths::test_all[0]": "passed",
      "nose:tests/test_berths.py::TestBerths::test_all[2]": "failed",
      "nose:tests/test_berths.py::test_plain": "passed",
    });
    expect(records).toHaveLength(24);
  });

  slowTest("take an older version of what has lost a name", async () => {
    const lanterns = { name: "lanterns", module: "lanterns" };
    const tree = givenTree({
      "harbour.py": "",
      "requirements.txt": "lanterns\n",
      "test_harbour.py": "from lanterns import light\n\ndef test_light():\n    assert light\n",
    });
    const { status, remedies, lock } = summaryOf(
      await build(tree, [
        { ...lanterns, version: "1.4", text: "light = True\n" },
        { ...lanterns, version: "2.0", text: "\n" },
      ]),
    );
    expect({ status, remedies }).toEqual({
      status: "verified",
      remedies: ["with lanterns<2 <- lost_name, test_harbour.py:1 requirements.txt:1"],
    });
    expect(lock).toMatch(/^lanterns==1\.4/m);
  });

  slowTest("are not needed where a lock file tells the versions", async () => {
    const lanterns = { name: "lanterns", module: "lanterns" };
    const tree = givenTree({
      "harbour.py": "",
      "requirements.txt": "lanterns\n",
      "poetry.lock": '[[package]]\nname = "lanterns"\nversion = "1.4"\n',
      "test_harbour.py": "from lanterns import light\n\ndef test_light():\n    assert light\n",
    });
    const outcome = await build(tree, [
      { ...lanterns, version: "1.4", text: "light = True\n" },
      { ...lanterns, version: "2.0", text: "\n" },
    ]);
    expect(summaryOf(outcome)).toMatchObject({ status: "verified", remedies: [] });
    expect(outcome.attempts[0]?.detail).toBe("all that the tests declare, in the versions of poetry.lock");
  });

  slowDescribe.skipIf(!hasOld)("with an older interpreter", () => {
    test("take an older interpreter where the standard library has lost what is used", async () => {
      const tree = givenTree({
        "harbour.py": "from collections import Mapping\n",
        "test_harbour.py": "import harbour\n\ndef test_kind():\n    assert harbour.Mapping\n",
      });
      const { status, remedies, recipe } = summaryOf(await build(tree));
      expect({ status, remedies }).toEqual({
        status: "verified",
        remedies: [
          expect.stringMatching(
            /^on Python 3\.[89]\.\d+ \(what the standard library lost in 3\.10 is used\) <- lost_name, harbour\.py:1$/,
          ),
        ],
      });
      expect(recipe?.interpreter).toMatch(/^cpython 3\.[89]\./);
    });
  });

  slowDescribe.skipIf(!hasCompiler)("with a compiler", () => {
    test("build beside what a build misses, and the lock says so: made again from it, all is the same", async () => {
      const tree = givenTree({
        "setup.py":
          "from setuptools import Extension, setup\nimport keel\nsetup(name='harbour', version='1', ext_modules=[Extension('harbour', ['harbour.c'])])\n",
        "requirements-build.txt": "keel==1.4\n",
        "harbour.c": [
          "#include <Python.h>",
          'static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "harbour", 0, -1, 0};',
          "PyMODINIT_FUNC PyInit_harbour(void) {",
          "  PyObject *made = PyModule_Create(&module);",
          '  PyModule_AddIntConstant(made, "berths", 3);',
          "  return made;",
          "}",
        ].join("\n"),
        "pier.py": "import harbour\nberths = harbour.berths\n",
        "test_pier.py": "import pier\n\ndef test_berths():\n    assert pier.berths == 3\n",
      });
      const wheels = [{ name: "keel", version: "1.4", module: "keel", text: "" }];
      const first = await build(tree, wheels);
      const { status, remedies, lock, recipe } = summaryOf(first);
      expect({ status, remedies }).toEqual({
        status: "verified",
        remedies: ["built beside keel==1.4 <- missing_build_module, requirements-build.txt:1 setup.py:2"],
      });
      expect(lock).toMatch(/^# build-need setuptools\n# build-need wheel\n# build-need keel==1\.4\n/);
      const again = await build(tree, wheels, { recipe });
      expect(summaryOf(again)).toMatchObject({ status: "verified", remedies: [], recipe });
    });
  });

  slowTest("make what the repository makes before its tests, and the lock says so", async () => {
    const tree = givenTree({
      "harbour/__init__.py": "",
      "harbour/keys.py-dist": "PILOT = 'Ada'\n",
      "tools/generate_tides.py":
        "import harbour.keys\nopen('harbour/tides.py', 'w').write('HIGH = %r\\n' % harbour.keys.PILOT)\nimport os, shutil\nos.mkdir('copies')\nshutil.copy('tools/generate_tides.py', 'copies')\nopen('copies/__init__.py', 'w').close()\n",
      "tests/test_harbour.py":
        "from harbour import keys, tides\n\ndef test_pilot():\n    assert keys.PILOT == tides.HIGH == 'Ada'\n",
      "tox.ini":
        "[testenv]\ncommands =\n  cp harbour/keys.py-dist harbour/keys.py\n  python tools/generate_tides.py\n  pytest\n",
    });
    const steps = ["cp harbour/keys.py-dist harbour/keys.py", "python tools/generate_tides.py"];
    const first = summaryOf(await build(tree));
    expect(first).toMatchObject({
      status: "verified",
      remedies: [`with ${steps.join(", ")} before the tests <- collection_failed, tox.ini:3 tox.ini:4`],
    });
    expect(first.lock).toMatch(`# prepared ${steps[0]}\n# prepared ${steps[1]}\n`);
    expect(Object.keys(first.recipe?.products ?? {})).toEqual([
      "copies/__init__.py",
      "harbour/keys.py",
      "harbour/tides.py",
    ]);
    const again = await build(tree, [], { recipe: first.recipe });
    expect(summaryOf(again)).toMatchObject({ status: "verified", remedies: [], recipe: first.recipe });
  });

  slowTest(
    "build once what cannot be built, though several sets of requirements and remedies need it",
    async () => {
      const tree = givenTree({
        "harbour.py": "",
        "requirements-test.txt": "hawser==1.0\n",
        "requirements-docs.txt": "signal-pennants\n",
        "test_harbour.py": USES_FLAGS,
      });
      const backend = "import time\nraise SystemExit('torn at %d' % time.time_ns())\n";
      const outcome = await build(tree, [FLAGS, { name: "hawser", version: "1.0", backend }]);
      expect(summaryOf(outcome)).toMatchObject({
        status: "verified",
        remedies: [expect.stringMatching(/^with signal-pennants <- missing_module/)],
      });
      const times = outcome.attempts.flatMap(({ detail }) => /torn at \d+/.exec(detail) ?? []);
      expect(times.length).toBeGreaterThan(2);
      expect(new Set(times).size).toBe(1);
    },
  );

  slowTest("are not what has a build reach for the network instead", async () => {
    const tree = givenTree({
      "setup.py":
        "import os, urllib.request\nif os.environ.get('STATIC_TIDE'):\n    urllib.request.urlopen('https://tide.invalid/tide.tar.gz')\nraise SystemExit('the tide is out')\nfrom setuptools import setup\nsetup(name='harbour')\n",
      "harbour.c": "",
      "tox.ini": "[testenv]\nsetenv =\n  STATIC_TIDE = true\n",
      "test_harbour.py": "def test_tide():\n    import harbour\n",
    });
    const outcome = await build(tree);
    expect(outcome).toMatchObject({ status: "failed", failure: { category: "build_failed" } });
    expect(outcome.failure?.message).toMatch("the tide is out");
    expect(outcome.attempts.map(({ detail }) => detail).join("\n")).toMatch(
      /with STATIC_TIDE=true[^]*Tunnel connection failed: 403/,
    );
  });

  slowTest("give Django's tests their settings", async () => {
    const tree = givenTree({
      "requirements.txt": "django>=4.2,<5\n",
      "quay/__init__.py": "",
      "quay/models.py":
        "from django.db import models\n\nclass Ship(models.Model):\n    name = models.TextField()\n    class Meta:\n        app_label = 'quay'\n",
      "quay/tests.py":
        "from django.test import TestCase\nfrom quay.models import Ship\n\nclass Ships(TestCase):\n    def test_none(self):\n        self.assertEqual(Ship.objects.count(), 0)\n",
      "site_settings.py":
        "SECRET_KEY = 'x'\nINSTALLED_APPS = ['quay']\nDATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': ':memory:'}}\n",
      "manage.py":
        "import os, sys\nos.environ.setdefault('DJANGO_SETTINGS_MODULE', 'site_settings')\nfrom django.core.management import execute_from_command_line\nexecute_from_command_line(sys.argv)\n",
    });
    expect(summaryOf(await build(tree))).toMatchObject({
      status: "verified",
      remedies: ["with pytest-django and the settings site_settings <- wants_settings, manage.py:2"],
    });
  });

  slowTest("go back to the versions of the commit's day, with an interpreter of that time", async () => {
    const tree = givenTree(
      {
        "harbour.py": "from markupsafe import soft_unicode\n",
        "requirements.txt": "markupsafe\n",
        "test_harbour.py":
          "import harbour\n\ndef test_text():\n    assert harbour.soft_unicode('x') == 'x'\n",
      },
      "2018-05-01T00:00:00Z",
    );
    const { status, remedies, lock } = summaryOf(await build(tree));
    expect({ status, remedies }).toEqual({
      status: "verified",
      remedies: [
        `with versions up to the commit's day 2018-05-01, on Python ${oldest} <- import_failed, requirements.txt:1`,
      ],
    });
    expect(lock).toMatch(/^# exclude-newer 2018-05-01$/m);
    expect(lock).toMatch(/^markupsafe==1\.0/m);
  });
});

slowDescribe.skipIf(obstacle !== undefined || !hasOldest)(
  `code for CPython before ${OLDEST_FOR_TASKS} (${obstacle ?? (hasOldest ? "installed" : "no such interpreter")})`,
  () => {
    const givenOldCode = () =>
      givenTree({
        "setup.py":
          "from setuptools import setup\nsetup(name='harbour', version='1', py_modules=['harbour'], python_requires='<3.8')\n",
        "harbour.py": "import time\n\ndef tide():\n    return time.clock() >= 0\n",
        "test_harbour.py": "import harbour\n\ndef test_tide():\n    assert harbour.tide()\n",
      });

    test("is tested", async () => {
      const { status, recipe } = summaryOf(await build(givenOldCode()));
      expect(status).toBe("verified");
      expect(recipe?.interpreter).toMatch(/^cpython 3\.[67]\./);
    });

    test("makes no environment for tasks", async () => {
      const outcome = await build(givenOldCode(), [], { forTasks: true });
      expect(outcome).toMatchObject({ status: "failed", failure: { category: "no_interpreter" } });
    });
  },
);
