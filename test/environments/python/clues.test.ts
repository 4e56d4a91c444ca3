import { describe, expect, test } from "vitest";

import { declaredDjango, findSettings } from "../../../src/environments/python/clues/django.ts";
import { findMentions } from "../../../src/environments/python/clues/mentioned.ts";
import { declaredScript, findRuns } from "../../../src/environments/python/clues/runs.ts";
import { findSteps } from "../../../src/environments/python/clues/steps.ts";
import { findAskedVariables } from "../../../src/environments/python/clues/asked-variables.ts";
import { findVariables } from "../../../src/environments/python/clues/variables.ts";
import { versionsOf } from "../../../src/environments/python/dates.ts";
import { knownDistribution } from "../../../src/environments/python/import-map.ts";
import { lockHeader, readLockHeader } from "../../../src/environments/python/lock-header.ts";
import { givenProject } from "./given-tree.ts";

describe("distributions that a repository names", () => {
  test("are found in every kind of file, with the line", () => {
    const { files } = givenProject({
      "pyproject.toml":
        '[project]\nname = "harbour"\ndependencies = ["anchor>=1"]\n[dependency-groups]\nextra = ["buoy"]\n[tool.poetry.group.docs.dependencies]\ncable = "^2"\n',
      "setup.cfg": "[options]\ninstall_requires =\n    dock\n[options.extras_require]\nall =\n    eddy>2\n",
      "setup.py": "setup(\n  install_requires=['ferry>=1'],\n)\n",
      "requirements-docs.txt": "# none\ngang\n",
      "tox.ini": "[testenv:slow]\ndeps =\n    slow: hawser\n",
      Pipfile: '[dev-packages]\nisle = "*"\n',
      "ci/environment.yml": "dependencies:\n  - python=3.9\n  - jetty=1.2\n  - pip:\n    - keel\n",
      ".github/workflows/ci.yml": "jobs:\n  - run: pip install lantern\n",
      "noxfile.py": "def tests(session):\n    session.install('mooring', '-r', 'x.txt')\n",
    });
    const found = findMentions(files).map(({ requirement, place }) => [
      requirement.text,
      `${place.path}:${place.line}`,
    ]);
    expect(Object.fromEntries(found)).toEqual({
      "anchor>=1": "pyproject.toml:3",
      buoy: "pyproject.toml:5",
      "cable>=2,<3": "pyproject.toml:7",
      dock: "setup.cfg:3",
      "eddy>2": "setup.cfg:6",
      "ferry>=1": "setup.py:2",
      gang: "requirements-docs.txt:2",
      hawser: "tox.ini:3",
      isle: "Pipfile:2",
      "jetty==1.2.*": "ci/environment.yml:3",
      keel: "ci/environment.yml:5",
      lantern: ".github/workflows/ci.yml:2",
      mooring: "noxfile.py:2",
    });
  });

  test("are not what only looks like a name: keywords, prose, words of data, steps of workflows", () => {
    const { files } = givenProject({
      "setup.py":
        "setup(name='harbour', keywords=['parser', 'tide'], packages=['quay'], extras_require={'all': ['eddy>2']})\n",
      "README.md": "Use pip install harbour and then tide it over.\n\n    $ pip install hawser\n",
      "tests/test_words.txt": "parser\n",
      "ci/steps.yml": "steps:\n  - parser\n",
    });
    expect(findMentions(files).map(({ requirement }) => requirement.text)).toEqual(["eddy>2", "hawser"]);
  });

  test("are known by the modules that they have, and by no likeness of names", () => {
    expect(
      ["yaml", "PIL.Image", "google.protobuf.message", "semaphore_flags", "google"].map(knownDistribution),
    ).toEqual(["pyyaml", "pillow", "protobuf", undefined, undefined]);
  });
});

describe("variables that a repository sets for its tests", () => {
  test("come from tox, pytest, nox, makefiles, workflows and documentation; secrets, substitutions and the tool's own do not", () => {
    const { files } = givenProject({
      "tox.ini":
        "[testenv]\nsetenv =\n    LC_ALL = C.UTF-8\n    PYTHONPATH = {toxinidir}\n    API_TOKEN = x\n    HOME = /x\n[pytest]\nenv =\n    D:TIDE=low\n",
      "noxfile.py": "session.env['QUAY'] = '7'\n",
      Makefile: "export BERTH := 3\n\ntest:\n\tWIND=north py.test keel --cov=keel\n",
      ".github/workflows/ci.yml":
        "env:\n  MOON: full # bright\n  TIDE: high\n  UNREAD: x\njobs:\n  test:\n    environment:\n      STAR: release\n",
      ".travis.yml": "env:\n  - STAR=polar\n  - STAR=dog\n",
      "CONTRIBUTING.rst":
        "Without a server::\n\n    export LIGHT=1\n    export SECRET_LIGHT=1\n    $ SAIL=red UNREAD=1 python -m pytest\n    MOON=new pytest\n    export STAR=$HOME\n",
      "lamp.py": "os.environ['LIGHT'], os.environ['SECRET_LIGHT'], os.environ['SAIL']\n",
      "harbour.py": "os.environ['MOON'], os.environ['BERTH'], os.environ['WIND'], os.environ['STAR']\n",
    });
    expect(
      findVariables(files).map(({ name, value, place }) => `${name}=${value} ${place.path}:${place.line}`),
    ).toEqual([
      "LC_ALL=C.UTF-8 tox.ini:3",
      "TIDE=low tox.ini:9",
      "QUAY=7 noxfile.py:1",
      "BERTH=3 Makefile:1",
      "WIND=north Makefile:4",
      "LIGHT=1 CONTRIBUTING.rst:3",
      "SAIL=red CONTRIBUTING.rst:5",
      "MOON=full .github/workflows/ci.yml:2",
    ]);
  });

  test("are of a database that needs no server, where jobs are run for several", () => {
    const valuesOf = (given: Readonly<Record<string, string>>): readonly string[] => {
      const read = { "harbour/settings.py": "os.environ['DB'], os.environ['TIDE']\n" };
      return findVariables(givenProject({ ...read, ...given }).files).map(
        ({ name, value }) => `${name}=${value}`,
      );
    };
    const workflow = (matrix: string): Readonly<Record<string, string>> => ({
      ".github/workflows/ci.yml": `jobs:\n  test:\n    strategy:\n      matrix:\n${matrix}    env:\n      DB: "\${{ matrix.db }}"\n      TIDE: \${{ matrix.tide }}\n`,
    });
    expect(
      valuesOf(workflow('        db: [postgres, "sqlite3"] # both\n        tide: [low, high]\n')),
    ).toEqual(["DB=sqlite3"]);
    expect(
      valuesOf(workflow("        tide: [low]\n        db:\n          - mysql\n          - sqlite\n")),
    ).toEqual(["DB=sqlite", "TIDE=low"]);
    const each =
      "        include:\n          - tide: low\n            db: mysql://x\n          - db: sqlite:///x.db\n";
    expect(valuesOf(workflow(each))).toEqual(["DB=sqlite:///x.db", "TIDE=low"]);
    expect(valuesOf(workflow("        db: [postgres, mysql]\n"))).toEqual([]);
    const tox = "[testenv]\nsetenv =\n    postgres: DB = postgresql://x\n    sqlite: DB = sqlite://\n";
    expect(valuesOf({ "tox.ini": tox })).toEqual(["DB=sqlite://"]);
  });
});

describe("variables that code cannot do without", () => {
  const SETTINGS = [
    "import os",
    "from decouple import config",
    "SERVER = os.environ['SERVER_NAME']",
    "PORT = int(os.environ['HARBOUR_PORT'])",
    'KEY = os.environ[ "SECRET_KEY" ]',
    "DATA = config('DATABASE_URL')",
    "BERTHS = config('BERTHS', cast=int)",
    "TIDE = os.environ.get('TIDE')",
    "MOON = config('MOON', default='new')",
    "os.environ['QUAY'] = 'set here'",
    "PATHS = os.environ['PATH']",
  ].join("\n");
  const asked = (text: string, variable?: string): readonly string[] => {
    const { files } = givenProject({
      "harbour/settings.py": SETTINGS,
      "harbour/other.py": "os.environ['WIND']\n",
    });
    const cause = { type: "KeyError", text, ...(variable === undefined ? {} : { variable }) };
    const found = findAskedVariables({ category: "import_failed", message: text, cause }, files);
    return found.map(({ name, value, place }) => `${name}=${value} ${place.path}:${place.line}`);
  };

  test("get what goes with their names, with all others that the same file asks for", () => {
    const all = [
      "SERVER_NAME=localhost harbour/settings.py:3",
      "HARBOUR_PORT=8000 harbour/settings.py:4",
      "SECRET_KEY=anything harbour/settings.py:5",
      "DATABASE_URL=sqlite:// harbour/settings.py:6",
      "BERTHS=1 harbour/settings.py:7",
    ];
    expect(asked("KeyError: 'SERVER_NAME'", "SERVER_NAME")).toEqual(all);
    const decouple =
      "UndefinedValueError: DATABASE_URL not found. Declare it as envvar or define a default value.";
    expect(asked(decouple)).toEqual(all);
  });

  test("are none where no file of the tree asks for them, or the failure is about something else", () => {
    expect(asked("KeyError: 'GONE'", "GONE")).toEqual([]);
    expect(asked("KeyError: 'SERVER_NAME'")).toEqual([]);
  });

  test("come from samples of what a deployment sets, placeholders of secrets among them", () => {
    const { files: tree } = givenProject({
      ".env.example":
        "# copy this\nexport SECRET_KEY='change-me'\nDATABASE_URL=sqlite:///x.db\nUNREAD=1\nHOME_URL=$BASE/x\n",
      "settings.py": "SECRET_KEY DATABASE_URL HOME_URL\n",
    });
    expect(
      findVariables(tree).map(({ name, value, place }) => `${name}=${value} ${place.path}:${place.line}`),
    ).toEqual(["SECRET_KEY=change-me .env.example:2", "DATABASE_URL=sqlite:///x.db .env.example:3"]);
  });
});

describe("commands that run a repository's tests", () => {
  test("are pytest's and scripts of the tree, as tox and workflows run them", () => {
    const { files } = givenProject({
      "runtests.py": "",
      "setup.py": "",
      "site/manage.py": "",
      "tox.ini":
        "[testenv]\ncommands =\n    coverage run --source x {toxinidir}/runtests.py --fast {posargs}\n    python -m pytest {posargs:tests/unit} -m 'not slow'\n    python setup.py test\n    flake8 runtests.py\n",
      ".github/workflows/ci.yml":
        "      - run: python site/manage.py test harbour\n      - run: python missing.py\n",
    });
    expect(
      findRuns(files).map(({ kind, words, path, line }) => [kind, words.join(" "), `${path}:${line}`]),
    ).toEqual([
      ["script", "runtests.py --fast", "tox.ini:3"],
      ["pytest", "tests/unit -m not slow", "tox.ini:4"],
      ["script", "-m unittest discover", "tox.ini:5"],
      ["script", "site/manage.py test harbour", ".github/workflows/ci.yml:1"],
    ]);
  });

  test.each([
    ["cmdclass={'build': Build, 'test': Test}", "setup.py test"],
    ["cmdclass=dict(test=Test)", "setup.py test"],
    ["cmdclass['test'] = Test", "setup.py test"],
    ["cmdclass={'test': PyTest}, tests_require=['pytest']", "-m unittest discover"],
    ["cmdclass={'build': Build}, packages={'test': []}", "-m unittest discover"],
  ])("are the command of setup.py itself where the script makes it: %s", (argument, words) => {
    const { files } = givenProject({
      "setup.py": `setup(${argument})\n`,
      "tox.ini": "[testenv]\ncommands = python setup.py test\n",
    });
    expect(findRuns(files).map((run) => run.words.join(" "))).toEqual([words]);
  });

  test("are modules of the tree that are named for tests", () => {
    const { files } = givenProject({
      "lib/harbour/SelfTest/__main__.py": "",
      "README.rst": "    python -m harbour.SelfTest\n    python -m quay.tests\n    python -m harbour.tide\n",
    });
    expect(findRuns(files).map((run) => run.words.join(" "))).toEqual(["-m harbour.SelfTest"]);
  });

  test("are of a program by its name where a shell looks it up", () => {
    const line =
      "coverage run --branch --source=harbour `which django-admin` test --settings=harbour.test_settings harbour";
    const shell = "$(shell command -v django-admin) test --settings=harbour.test_settings harbour";
    const { files } = givenProject({
      "harbour/test_settings.py": "",
      Makefile: `runtests:\n\t${line}\nagain:\n\t${shell} --parallel\n`,
    });
    expect(findRuns(files).map(({ words }) => words.join(" "))).toEqual([
      "-m django test --settings=harbour.test_settings harbour",
      "-m django test --settings=harbour.test_settings harbour --parallel",
    ]);
    expect(findSettings(files)).toMatchObject([
      { module: "harbour.test_settings", place: { path: "Makefile", line: 2 } },
    ]);
  });

  test("tell Django's settings, which must be in the tree", () => {
    const { files } = givenProject({
      "tests/settings.py": "",
      "site/settings.py": "",
      "plain/settings.py": "",
      "tests/test_tide.py": 'def setUp():\n    os.environ["DJANGO_SETTINGS_MODULE"] = "plain.settings"\n',
      "runtests.py": 'os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"\n',
      "manage.py": '#!\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "site.settings")\n',
      "tox.ini": "[testenv]\nsetenv = DJANGO_SETTINGS_MODULE = gone.settings\n",
    });
    expect(findSettings(files).map(({ module, place }) => `${module} ${place.path}:${place.line}`)).toEqual([
      "tests.settings runtests.py:1",
      "site.settings manage.py:2",
      "plain.settings tests/test_tide.py:2",
    ]);
  });

  test("are files that are called settings for tests, where nothing names others", () => {
    const { files } = givenProject({ "site/settings/base.py": "", "site/settings/test.py": "" });
    expect(findSettings(files)).toMatchObject([
      { module: "site.settings.test", place: { path: "site/settings/test.py" } },
    ]);
  });
});

describe("lock files", () => {
  test.each([
    [
      "uv.lock",
      '[[package]]\nname = "harbour"\nsource = { editable = "." }\nversion = "0"\n[[package]]\nname = "Anchor_Chain"\nversion = "1.2"\nsource = { registry = "x" }\n',
    ],
    [
      "poetry.lock",
      '[[package]]\nname = "anchor-chain"\nversion = "1.2"\n[[package]]\nname = "buoy"\nversion = "1"\n[package.source]\ntype = "git"\n',
    ],
    [
      "Pipfile.lock",
      '{"default": {"anchor-chain": {"version": "==1.2"}}, "develop": {"buoy": {"git": "x"}}}',
    ],
    [
      "pylock.toml",
      '[[packages]]\nname = "anchor-chain"\nversion = "1.2"\n[[packages]]\nname = "buoy"\nversion = "1"\n[[packages]]\nname = "buoy"\nversion = "2"\n',
    ],
  ])("%s tells versions of what comes from a registry", (path, text) => {
    expect(givenProject({ [path]: text }).locked).toEqual({ path, pins: ["anchor-chain==1.2"] });
  });

  test("that cannot be read count as none", () => {
    expect(givenProject({ "Pipfile.lock": "{", "uv.lock": "= 3" }).locked).toBeUndefined();
  });
});

describe("versions of a day", () => {
  test("leave tools what a newer interpreter needs", () => {
    expect(versionsOf("2015-05-26", "3.8.18")).toMatchObject({
      date: "2015-05-26",
      except: {
        pytest: "2020-04-11",
        setuptools: "2020-02-15",
        atomicwrites: "2022-07-09",
        pynose: "2025-10-01",
        "setuptools-scm": "2017-06-01",
      },
    });
    expect(versionsOf("2024-01-01", "3.8.18")).toEqual({
      date: "2024-01-01",
      except: { pynose: "2025-10-01" },
    });
    const djangoOf = (date: string): string | undefined => versionsOf(date, "3.8.18").except["django"];
    expect(["2017-06-01", "2018-06-03", "2019-06-01"].map(djangoOf)).toEqual([
      undefined,
      "2019-02-11",
      undefined,
    ]);
  });

  test("stand at the head of the lock, and only what looks like it is read there", () => {
    const builtWith = {
      versions: versionsOf("2015-05-26", "3.9.1"),
      builtWith: ["setuptools<58"],
      fromSource: ["lxml", "py-yaml"],
      buildNeeds: ["cython<3", "numpy"],
      translated: ["harbour/tide.pyx"],
      prepared: ["cp -f harbour/keys.py-dist harbour/keys.py"],
      isUnbuilt: true,
      roots: ["src", "lib/python"],
      members: ["rope", "net-loft"],
    };
    const lock = `${lockHeader(builtWith)}six==1.16.0\n`;
    expect(readLockHeader(lock)).toEqual(builtWith);
    expect(
      readLockHeader(
        "--no-binary :all: --index x\n# exclude-newer today\n# build-constraint --index x\n# build-need --index x\n# translated ../x;.pyx\n# prepared cp a b; rm c\n# import-root ../x\n# member ../x\nsix==1.0\n",
      ),
    ).toEqual({
      versions: undefined,
      builtWith: [],
      fromSource: [],
      buildNeeds: [],
      translated: [],
      prepared: [],
      isUnbuilt: false,
      members: [],
    });
  });
});

describe("what makes files before the tests", () => {
  const stepsOf = (given: Readonly<Record<string, string>>) =>
    findSteps(givenProject(given).files).map(({ commands, goesBy }) => [
      ...commands,
      ...goesBy.map(({ path, line }) => `${path}:${line}`),
    ]);
  const files = {
    "harbour/keys.py-dist": "",
    "tools/gen_tides.py": "",
    "to-2to3": "#!/bin/bash\n2to3 -w harbour\n",
    "bin/harbour-testcases": "#!/usr/bin/env python\n",
  };

  test("stands before them in a section of tox, a job, a session of nox or a rule", () => {
    const given = {
      ...files,
      "tox.ini":
        "[testenv]\ncommands_pre = mkdir -p out\ncommands = cp harbour/keys.py-dist {toxinidir}/harbour/keys.py\n  {envpython} tools/gen_tides.py --all\n  pytest {posargs}\n  cp harbour/keys.py-dist behind.py\n",
      ".github/workflows/ci.yml":
        'jobs:\n  lint:\n    steps:\n      - run: mv harbour/keys.py-dist lint.py\n  tests:\n    steps:\n      - run: |\n          cd "$GITHUB_WORKSPACE"\n          if [[ "$PY" = 3 ]]; then echo "…" && ./to-2to3; fi\n      - run: if [[ "$PY" = 2 ]]; then python setup.py test; else python bin/harbour-testcases -v; fi\n',
      "noxfile.py":
        '@nox.session\ndef tests(session):\n    session.run("cp", "harbour/keys.py-dist", "nox.py", external=True)\n    session.run("pytest")\n',
      Makefile: "test:\n\tpip install pytest\n\tpython setup.py build_ext -i\n\tpython -m pytest\n",
      "setup.py": "",
    };
    expect(stepsOf(given)).toEqual([
      [
        "mkdir -p out",
        "cp harbour/keys.py-dist harbour/keys.py",
        "python tools/gen_tides.py --all",
        "tox.ini:2",
        "tox.ini:3",
        "tox.ini:4",
      ],
      ["cp harbour/keys.py-dist nox.py", "noxfile.py:3"],
      ["./to-2to3", ".github/workflows/ci.yml:9"],
      ["python setup.py build_ext -i", "Makefile:3"],
    ]);
    expect(findRuns(givenProject(given).files)).toContainEqual(
      expect.objectContaining({ kind: "script", words: ["bin/harbour-testcases", "-v"] }),
    );
  });

  test("is nothing that leaves the tree, that it has not, that a shell makes up, or in another folder", () => {
    const before = (...commands: string[]) =>
      stepsOf({ ...files, "tox.ini": `[testenv]\ncommands =\n  ${[...commands, "pytest"].join("\n  ")}\n` });
    expect(before("cp harbour/keys.py-dist ../keys.py", "cp /etc/passwd keys.py")).toEqual([]);
    expect(before("cp harbour/none.py keys.py", "mkdir out")).toEqual([]);
    expect(before('bash -c "cp harbour/keys.py-dist keys.py"', "cp $A harbour/keys.py")).toEqual([]);
    expect(before("pip install x", "flake8 tools/gen_tides.py", "2to3 harbour")).toEqual([]);
    expect(before("cd docs", "cp harbour/keys.py-dist keys.py")).toEqual([]);
    expect(before("2to3 -w harbour", "sh to-2to3")).toEqual([
      ["2to3 -w harbour", "sh to-2to3", "tox.ini:3", "tox.ini:4"],
    ]);
  });
});

test("Django runs the tests itself where files say so and nothing is written for pytest", () => {
  const runOf = (others: Readonly<Record<string, string>>): unknown => {
    const { files } = givenProject({
      "manage.py": "import sys\n",
      "README.md": "## Tests\n\n    ./manage.py test\n",
      "harbour/tests/test_quay.py": "from django.test import TestCase\n",
      ...others,
    });
    return declaredDjango(files, findRuns(files));
  };
  expect(runOf({})).toMatchObject({
    kind: "script",
    words: ["manage.py", "test"],
    path: "README.md",
    line: 3,
  });
  expect(runOf({ "tox.ini": "[testenv]\ncommands = pytest\n" })).toBeUndefined();
  expect(runOf({ "harbour/conftest.py": "import pytest\n" })).toBeUndefined();
  expect(runOf({ "manage.py": "", "README.md": "No tests.\n" })).toBeUndefined();
});

test("a script runs the tests where pytest would miss most of them by their files' names", () => {
  const runOf = (others: Readonly<Record<string, string>>): unknown => {
    const { files } = givenProject({
      "runtests.py": "import unittest\n",
      ".travis.yml": "script:\n  - python runtests.py -v2\n  - python runtests.py\n",
      "tests/quay.py": "def test_a(self): pass\ndef test_b(self): pass\n    def test_c(self): pass\n",
      "tests/test_pier.py": "def test_d(self): pass\n",
      ...others,
    });
    const testFiles = files.paths.filter((path) => path.startsWith("tests/"));
    return declaredScript(files, testFiles, findRuns(files));
  };
  expect(runOf({})).toMatchObject({ kind: "script", words: ["runtests.py"] });
  const measured = "test:\n\tcoverage run --source=harbour --omit=harbour/_mooring.py ./runtests.py -v\n";
  expect(runOf({ ".travis.yml": "", Makefile: measured })).toMatchObject({ words: ["runtests.py", "-v"] });
  expect(runOf({ "tests/quay.py": "" })).toBeUndefined();
  expect(runOf({ "tests/berth.py": "import pytest\n" })).toBeUndefined();
  expect(runOf({ ".travis.yml": "" })).toBeUndefined();
});
