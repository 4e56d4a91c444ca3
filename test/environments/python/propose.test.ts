import { describe, expect, test } from "vitest";

import { asHostPath } from "../../../src/base/index.ts";
import { NO_ADJUSTMENTS, type Adjustments } from "../../../src/environments/python/adjustments.ts";
import { proposeRemedies } from "../../../src/environments/python/remedies/propose.ts";
import type { Case } from "../../../src/environments/python/remedies/remedy.ts";
import { givenProject } from "./given-tree.ts";

type Trouble = Case["trouble"];

const toolchains = ["3.11.7", "3.13.0", "3.9.18", "3.8.18"].map((release) => ({
  path: asHostPath(`/opt/${release}/bin/python3`),
  release,
  description: `cpython ${release}`,
  platform: "linux x86_64 glibc",
}));

interface Given {
  readonly files?: Readonly<Record<string, string>>;
  readonly log: string;
  readonly failedBuilds?: string;
  readonly release?: string;
  readonly category?: NonNullable<Trouble["failure"]>["category"];
  readonly lock?: string;
  readonly date?: string;
  readonly adjustments?: Partial<Adjustments>;
  readonly importRoots?: readonly string[];
  readonly passed?: number;
}

function propose({
  files = {},
  log,
  failedBuilds = "",
  release = "3.11.7",
  category = "collection_failed",
  lock = "",
  date,
  adjustments,
  importRoots,
  passed = 0,
}: Given) {
  const trouble: Trouble = {
    failure: { category, message: log, cause: { type: "Error", text: log } },
    tests: { passed, failed: 0, skipped: 0, flaky: 0 },
    hasTests: true,
    missingSubmodules: [],
    lock,
    log,
    failedBuilds,
    toolchains,
    toolchain: toolchains[0],
    release,
    releases: toolchains.map(({ release }) => release),
    ...(importRoots === undefined ? {} : { importRoots }),
  };
  return proposeRemedies({
    project: givenProject(files),
    requested: {},
    date: date ?? null,
    adjustments: { ...NO_ADJUSTMENTS, ...adjustments },
    trouble,
  });
}

describe("what is proposed", () => {
  test("for missing modules is one requirement each, in the bounds that the repository names", () => {
    const [first] = propose({
      files: { "dev.txt": "PyYAML<6\n", "harbour/own.py": "\nimport yaml\n" },
      log: "No module named 'yaml'\n../layer/lib/python3.11/site-packages/menu/page.py:7: in <module>\nNo module named 'bs4.element'\nNo module named 'own'\nNo module named 'nobody'\nNo module named '_sqlite3'",
    });
    expect(first).toMatchObject({
      what: "with PyYAML<6, beautifulsoup4",
      sign: { kind: "missing_module", line: "No module named 'yaml'" },
      goesBy: [
        { path: "dev.txt", line: 1, says: "names PyYAML<6" },
        { path: "harbour/own.py", line: 2, says: "uses yaml" },
        { path: "site-packages/menu/page.py", line: 7, says: "needs bs4.element" },
      ],
      changes: { added: ["PyYAML<6", "beautifulsoup4"] },
    });
  });

  test("for fixtures that nobody awaits is that pytest-asyncio awaits them, where it is there and may be told so", () => {
    const given = {
      files: { "test-requirements.txt": "pytest\npytest-asyncio\n" },
      log: "E   AttributeError: 'coroutine' object has no attribute 'upload'",
      category: "tests_failed",
      lock: "pytest-asyncio==0.19.0 \\\n",
    } as const;
    const found = (changes: Partial<Given> = {}): readonly unknown[] =>
      propose({ ...given, ...changes }).filter(({ sign }) => sign.kind === "unawaited_fixture");
    expect(found()).toMatchObject([
      {
        goesBy: [{ path: "test-requirements.txt", line: 2, says: "names pytest-asyncio" }],
        changes: { run: { kind: "pytest", words: ["--asyncio-mode=auto"] } },
        changesInstallation: false,
      },
    ]);
    expect(found({ lock: "" })).toEqual([]);
    expect(found({ files: {} })).toEqual([]);
    const run = { kind: "pytest", words: ["--asyncio-mode=auto"], path: "tox.ini", line: 1 } as const;
    expect(found({ adjustments: { run } })).toEqual([]);
  });

  test("for a package that code says it needs is that package", () => {
    const log =
      "E   RuntimeError: The lighthouse.testclient module requires the httpx package to be installed.";
    expect(propose({ files: { "dev.txt": "httpx>=0.27\n" }, log })[0]).toMatchObject({
      what: "with httpx>=0.27",
      changes: { added: ["httpx>=0.27"] },
    });
  });

  test("for what tests pin and an interpreter does not take is any version of it, and nothing for what the code itself needs", () => {
    const log =
      '  File "/x/lib/python3.9/site-packages/hypothesis/internal/compat.py", line 358, in update_code_location\n    return type(code)(*unpacked)\nTypeError: an integer is required (got type bytes)';
    const found = propose({ files: { "test-requirements.txt": "hypothesis==3.55.3\n" }, log });
    expect(found.find(({ what }) => what.startsWith("with hypothesis"))).toMatchObject({
      what: "with hypothesis in any version",
      sign: { kind: "other_interpreter", line: "TypeError: an integer is required (got type bytes)" },
      goesBy: [
        { path: "test-requirements.txt", line: 1, says: "names hypothesis==3.55.3" },
        {
          path: "site-packages/hypothesis/internal/compat.py",
          line: 358,
          says: "does not go with this interpreter",
        },
      ],
      changes: { added: ["hypothesis"] },
    });
    for (const files of [{ "requirements.txt": "other==1\n" }, { "test-requirements.txt": "hypothesis\n" }])
      expect(propose({ files, log }).filter(({ what }) => what.startsWith("with hypothesis"))).toEqual([]);
  });

  test("for a module that lies beside the tests that import it is their folder on the import path", () => {
    const files = {
      "harbour/__init__.py": "",
      "checks/__init__.py": "from ropes import knot\n",
      "checks/ropes.py": "knot = 1\n",
      "tools/ropes.py": "",
    };
    const log = "checks/__init__.py:1: in <module>\nModuleNotFoundError: No module named 'ropes'";
    const beside = { what: "with checks on the import path", changes: { roots: [".", "checks"] } };
    expect(propose({ files, log })[0]).toMatchObject({
      ...beside,
      goesBy: [{ path: "checks/__init__.py", line: 1, says: "uses ropes" }],
    });
    expect(propose({ files, log, importRoots: ["lib3"] })[0]?.changes).toEqual({ roots: ["lib3", "checks"] });
    const further = propose({ files, log, adjustments: beside.changes });
    expect(further.map(({ what }) => what)).not.toContain(beside.what);
  });

  test("for such a module is no folder on the import path that would hide a module of the standard library", () => {
    const files = {
      "harbour/__init__.py": "",
      "checks/test_ropes.py": "from ropes import knot\n",
      "checks/ropes.py": "knot = 1\n",
    };
    const log = "ModuleNotFoundError: No module named 'ropes'";
    const whatWith = (hiding: string) =>
      propose({ files: { ...files, [hiding]: "" }, log }).map(({ what }) => what);
    for (const path of ["checks/logging/__init__.py", "checks/queue.py"])
      expect(whatWith(path)).not.toContain("with checks on the import path");
    for (const path of ["checks/logging/notes.txt", "checks/binhex.py", "checks/_ropes.py", "logging.py"])
      expect(whatWith(path)).toContain("with checks on the import path");
  });

  test("for modules beside and above the tests that import them are their folders, all at once and then one by one", () => {
    const files = {
      "harbour/__init__.py": "",
      "checks/tools/__init__.py": "",
      "checks/docks/test_docks.py": "from tools import rope\n",
      "checks/boats/test_boats.py": "import hulls\n",
      "checks/boats/hulls.py": "",
      "checks/boats/test_ropes.py": "import ropery\n",
      "data/libraries/ropery.py": "",
    };
    const log =
      "E   ModuleNotFoundError: No module named 'tools'\nE   ModuleNotFoundError: No module named 'hulls'\nE   ModuleNotFoundError: No module named 'ropery'";
    const roots = propose({ files, log }).flatMap(({ changes }) => (changes.roots ? [changes.roots] : []));
    expect(roots.slice(0, 4)).toEqual([
      [".", "checks", "checks/boats", "data/libraries"],
      [".", "checks"],
      [".", "checks/boats"],
      [".", "data/libraries"],
    ]);
  });

  test("for what cannot be imported is, from source, what the repository's own commands build so", () => {
    const files = {
      "setup.py": "from setuptools import setup\nsetup(name='Harbour')\n",
      ".github/workflows/tests.yml":
        "steps:\n  - run: |\n      pip install -r dev.txt \\\n        --no-binary=LXML,harbour\n  - run: pip install --no-binary :all: six\n",
    };
    const [first] = propose({ files, log: "harbour.Error: libxml2 library version mismatch" });
    expect(first).toMatchObject({
      what: "with lxml built from source",
      goesBy: [{ path: ".github/workflows/tests.yml", line: 3, says: "builds LXML from source" }],
      changes: { fromSource: ["lxml"] },
    });
    expect(
      propose({ files, log: "mismatch", adjustments: { fromSource: ["lxml"] } }).map(({ what }) => what),
    ).not.toContain(first?.what);
  });

  test("for what cannot be built of a day's versions are newer ones of it alone", () => {
    const failedBuilds = "error: Failed to build `pyyaml==3.12`\n  cause: no member named 'exc_type'";
    const given = { log: "No module named 'requests'", failedBuilds, release: "3.8.18" };
    expect(propose(given).map(({ completes }) => completes)).not.toContain(true);
    const [first] = propose({
      ...given,
      adjustments: { versions: { date: "2016-12-16", except: { pytest: "2020-04-11" } } },
    });
    expect(first).toMatchObject({
      what: "with pyyaml up to 2020-04-11",
      completes: true,
      changes: {
        versions: { date: "2016-12-16", except: { pytest: "2020-04-11", pyyaml: "2020-04-11" } },
      },
    });
    const newer = { ...given, adjustments: { versions: { date: "2021-01-01", except: {} } } };
    expect(propose(newer).map(({ completes }) => completes)).not.toContain(true);
  });

  test("for what cannot be built are the releases that its requirement begins with", () => {
    const wanting = (requirement: string) =>
      propose({
        files: {
          "pyproject.toml": `[project]\nname = "harbour"\ndependencies = [\n  "${requirement}",\n]\n`,
        },
        log: "error: Failed to build `pygobject==3.58.1`\n  ERROR: Dependency 'girepository-2.0' is required",
        category: "build_failed",
      }).find(({ changes }) => changes.bounds !== undefined);
    expect(wanting("PyGObject >= 3.50.1")).toMatchObject({
      what: "with pygobject==3.50.*",
      sign: { kind: "unbuildable" },
      goesBy: [{ path: "pyproject.toml", line: 4 }],
      changes: { bounds: ["pygobject==3.50.*"] },
    });
    expect(["pygobject", "pygobject>=3.58", "pygobject==3.50.1"].map(wanting)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("for a day's versions are the next ones of what the repository takes from git, where it is there", () => {
    const given = {
      files: {
        "tox.ini": "[testenv]\ndeps =\n    git+https://github.com/harbour/Crane_Parts.git\n",
        "docs/requirements.txt":
          "git+https://example.org/a/other@main#egg=tide\nnobody @ git+ssh://git@example.org/a/nobody\n",
      },
      log: "TypeError: lift() got an unexpected keyword argument 'gently'",
      category: "tests_failed",
      date: "2019-09-21",
      lock: "crane-parts==0.5.1 \\\ntide==1.0 \\\n",
      adjustments: { versions: { date: "2019-09-21", except: { pytest: "2024-01-01" } } },
    } as const;
    const found = propose(given).filter(({ what }) => what.includes("up to 2019-12-20"));
    expect(found).toMatchObject([
      {
        what: "with tide, crane-parts up to 2019-12-20",
        goesBy: [
          { path: "docs/requirements.txt", line: 1, says: "takes tide from git" },
          { path: "tox.ini", line: 3, says: "takes crane-parts from git" },
        ],
        changes: {
          versions: {
            date: "2019-09-21",
            except: { pytest: "2024-01-01", "crane-parts": "2019-12-20", tide: "2019-12-20" },
          },
        },
      },
    ]);
    const others = propose({ ...given, adjustments: {} }).map(({ what }) => what);
    expect(others.filter((what) => what.startsWith("with crane-parts"))).toEqual([]);
  });

  test("for a module that the standard library lost is an older interpreter, not a distribution", () => {
    for (const log of ["No module named 'binhex'", "cannot import name 'Mapping' from 'collections'"])
      expect(propose({ log })[0]).toMatchObject({ changes: { release: "3.9.18" } });
  });

  test("for old commits is the day's versions, with the newest interpreter that was out, or the oldest there is", () => {
    const changesAt = (date: string) =>
      propose({ log: "AttributeError: x", category: "tests_failed", date })[0]?.changes;
    expect(changesAt("2015-05-26T10:00:00Z")).toMatchObject({
      versions: { date: "2015-05-26" },
      release: "3.8.18",
    });
    expect(changesAt("2024-06-01T10:00:00Z")).toMatchObject({
      versions: { date: "2024-06-01" },
      release: "3.11.7",
    });
    expect(changesAt("2026-01-01T10:00:00Z")).toMatchObject({ release: "3.13.0" });
  });

  test("for tests of an older pytest are bounds of it, one after the other", () => {
    const log = "pluggy._manager.PluginValidationError: unknown hook 'pytest_namespace'";
    expect(
      propose({ log, lock: "pytest==7.4.0 \\\n" })
        .slice(0, 3)
        .map(({ changes }) => changes.bounds),
    ).toEqual([["pytest<7"], ["pytest<6"], ["pytest<5"]]);
    const plugin = { "setup.py": "setup(\n  entry_points={'pytest11': ['tide = tide']},\n)\n" };
    const failing = { log: "Failed: remains unmatched: '*1 passed*'", category: "tests_failed" } as const;
    const lock = "pytest==5.4.1 \\\n";
    expect(propose({ files: plugin, ...failing, lock })).toMatchObject([
      { what: "with pytest<5", sign: { kind: "tests_failed" }, goesBy: [{ path: "setup.py", line: 2 }] },
      { what: "with pytest<4", sign: { kind: "tests_failed" }, goesBy: [{ path: "setup.py", line: 2 }] },
    ]);
    expect(propose({ ...failing, lock })).toEqual([]);
  });

  test("for a pinned pytest that does not begin is one in any version", () => {
    const files = { "tox.ini": "[testenv]\ndeps =\n    pytest==3.2.5\n    six\n" };
    const log = [
      '  File "/diorama/environment/lib/python3.11/site-packages/_pytest/main.py", line 13, in <module>',
      "    from collections import MutableMapping as MappingMixin",
      "ImportError: cannot import name 'MutableMapping' from 'collections' (/opt/collections/__init__.py)",
    ].join("\n");
    for (const each of [log, "pytest.py: error: unrecognized arguments: --rootdir=. --show-capture=no"])
      expect(propose({ files, log: each })[0]).toMatchObject({
        what: "with pytest in any version",
        goesBy: [{ path: "tox.ini", line: 3 }],
        changes: { added: ["pytest"] },
      });
    const others = { files: { "tox.ini": "[testenv]\ndeps =\n    pytest\n" }, log };
    expect(propose(others).map(({ what }) => what)).not.toContain("with pytest in any version");
  });

  test("for a distribution that cannot be built is to go without it where the tests alone ask for it", () => {
    const files = { "setup.py": "setup(name='harbour')", "test-requirements.txt": "anchor\n" };
    const log = "error: Failed to download and build `anchor==1.0`";
    const given = { files, log, category: "install_failed" } as const;
    expect(propose(given).map(({ changes }) => changes)).toContainEqual({ without: ["anchor"] });
    const own = { ...given, log: log.replaceAll("anchor", "buoy") };
    expect(propose(own).map(({ changes }) => changes)).not.toContainEqual({ without: ["buoy"] });
  });

  test("for a build that fails is the checkout itself, but not of code that must be compiled", () => {
    const files = { "setup.py": "setup(\n  name='harbour')\n" };
    const given = { log: "error: tide is out", category: "build_failed" } as const;
    expect(propose({ files, ...given })).toMatchObject([
      {
        changes: { isUnbuilt: true },
        sign: { kind: "build_failed" },
        goesBy: [{ path: "setup.py", line: 1 }],
      },
    ]);
    expect(propose({ files: { ...files, "harbour.c": "" }, ...given })).toEqual([]);
  });

  test("is nothing that the repository's own requirements rule out", () => {
    const log = "Cython.Compiler.Errors.CompileError: src/tide.pyx";
    const wanting = (cython: string) =>
      propose({
        files: {
          "pyproject.toml": `[build-system]\nrequires = ["${cython}"]\n[project]\nname = "harbour"\n`,
          "src/tide.pyx": "",
        },
        log,
        category: "build_failed",
      }).map(({ what }) => what);
    expect(wanting("Cython>=0.29")).toContain("built with cython<3");
    expect(wanting("Cython>=3.2.4")).not.toContain("built with cython<3");

    const lost = {
      log: "cannot import name 'Mast' from 'rigging'",
      lock: "rigging==2.1.0 \\\n",
    };
    const using = (rigging: string) =>
      propose({
        ...lost,
        files: { "setup.py": `setup(name='harbour', install_requires=['${rigging}'])` },
      }).map(({ what }) => what);
    expect(using("rigging>=1.4")).toContain("with rigging<2");
    expect(using("rigging>=2.0")).not.toContain("with rigging<2");
  });

  test("for a build that misses a module is to build beside it, with all that its backend asks for", () => {
    const files = { "pyproject.toml": '[build-system]\nrequires = ["setuptools>=60"]\n' };
    const log = "ModuleNotFoundError: No module named 'Cython'";
    expect(propose({ files, log, category: "build_failed" })[0]).toMatchObject({
      what: "built beside cython",
      sign: { kind: "missing_build_module" },
      changes: { buildNeeds: ["setuptools", "wheel", "setuptools>=60", "cython"], translated: [] },
    });
    const untranslated = {
      files: { ...files, "harbour/tide.pyx": "", "requirements.txt": "Cython==3.0.11\n" },
      log: "cc1: fatal error: harbour/tide.c: No such file or directory",
    };
    expect(propose({ ...untranslated, category: "build_failed" })[0]?.changes).toMatchObject({
      buildNeeds: ["setuptools", "wheel", "setuptools>=60", "Cython==3.0.11"],
      translated: ["harbour/tide.pyx"],
    });
  });

  test("for a module that what is installed has lost is an older version, and none for what is not installed", () => {
    const files = {
      "requirements.txt": "tornado\n",
      "harbour.py": "\nfrom tornado.stack_context import wrap\n",
    };
    const log =
      "No module named 'tornado.stack_context'\nNo module named 'lanterns.oil'\nNo module named 'tornado'";
    expect(
      propose({ files, log, lock: "tornado==6.5.1\n" })
        .filter(({ what }) => what.includes("<"))
        .map(({ what, goesBy }) => [what, goesBy.map(({ path, line }) => `${path}:${line}`).join(" ")]),
    ).toEqual([["with tornado<6", "harbour.py:2 requirements.txt:1"]]);
  });

  test.each([
    "socket.gaierror: [Errno -3] Temporary failure in name resolution",
    'OperationalError: connection to server at "127.0.0.1", port 5432 failed: Connection refused',
  ])(
    "for tests that want a network or a server is what the files set, and another choice of tests: %s",
    (log) => {
      const files = { "tox.ini": "[testenv]\ncommands = pytest -m 'not network'\nsetenv = TIDE = low\n" };
      expect(
        propose({ files, log, category: "tests_failed", date: "2015-01-01" }).map(
          ({ what, sign, goesBy }) => [
            what,
            sign.kind,
            goesBy.map(({ path, line }) => `${path}:${line}`).join(" "),
          ],
        ),
      ).toEqual([
        ["with TIDE=low", "wants_network", "tox.ini:3"],
        ["tests run by pytest -m not network", "wants_network", "tox.ini:2"],
      ]);
    },
  );

  test("for tests that lack a server is to run the others, where these are half of all or more", () => {
    const files = Object.fromEntries(
      ["a", "b", "c"].map((name) => [`tests/test_${name}.py`, "def test_x(): 1"]),
    );
    const told = (names: readonly string[]) =>
      names
        .map(
          (name) =>
            `pytest:tests/test_${name}.py::test_x failed: Error 111 to localhost. Connection refused.`,
        )
        .join("\n\n");
    const proposed = (names: readonly string[], passed: number) =>
      propose({ files, log: told(names), category: "needs_service", passed, date: "2015-01-01" });
    expect(proposed(["b"], 3)).toMatchObject([
      {
        what: "without the tests of tests/test_b.py",
        sign: { kind: "wants_network" },
        goesBy: [{ path: "tests/test_b.py", line: 1, says: "looks for a server" }],
        changes: { run: { kind: "pytest", words: ["--ignore=tests/test_b.py"] } },
      },
    ]);
    expect(proposed(["a", "b"], 3)).toEqual([]);
    expect(proposed(["b"], 0)).toEqual([]);
  });

  test("names a file and line, or what was installed, for all that the repository's files can say", () => {
    const files = {
      "setup.py":
        "setup(\n  name='harbour',\n  classifiers=['Programming Language :: Python :: 3.8'],\n  use_2to3=True)\n",
      "tox.ini":
        "[testenv]\nsetenv =\n  TIDE = low\ncommands = python -m pytest -m 'not slow'\ndeps =\n  pytest\n  lanterns\n",
      "harbour.py": "from lanterns import light\nimport inspect\nspec = inspect.getargspec\n",
    };
    const log =
      "cannot import name 'light' from 'lanterns' (/x.py)\nmodule 'inspect' has no attribute 'getargspec'\nunknown hook 'pytest_namespace'";
    const lock = "lanterns==2.1\npytest==8.0\n";
    const proposals = propose({ files, log, lock, date: "2018-01-01", category: "collection_failed" });
    const told = proposals.map(({ what, sign, goesBy }) => [
      what.replace(/\(.*/, "").trim(),
      sign.kind,
      goesBy.map(({ path, line }) => `${path}:${line}`).join(" "),
    ]);
    expect(told).toContainEqual(["on Python 3.9.18", "lost_name", "harbour.py:3"]);
    expect(told).toContainEqual(["with TIDE=low", "collection_failed", "tox.ini:3"]);
    expect(told).toContainEqual(["with pytest<8", "old_pytest", "tox.ini:6"]);
    expect(told).toContainEqual(["with lanterns<2", "lost_name", "harbour.py:1 tox.ini:7"]);
    expect(told).toContainEqual(["tests run by pytest -m not slow", "collection_failed", "tox.ini:4"]);
    expect(told.filter(([, , places]) => places === "")).toEqual([]);
  });

  test("leaves out tests of other projects in folders that cannot be collected, where most tests are the repository's own", () => {
    const files = {
      "setup.py": "setup(name='harbour')",
      "tests/test_quay.py": "def test_quay(): pass\n",
      "tests/test_pier.py": "def test_pier(): pass\n",
      "tools/crane/setup.py": "setup(name='crane')",
      "tools/crane/crane_test.py": "import crane\ndef test_crane(): pass\n",
    };
    const log = "No module named 'crane'\nERROR tools/crane/crane_test.py - ImportError\n";
    const changes = (log: string, others: Readonly<Record<string, string>> = {}) =>
      propose({ files: { ...files, ...others }, log })
        .filter(({ what }) => what.startsWith("without the tests of "))
        .map(({ what, changes: { run } }) => [what, run?.words, run?.path]);
    expect(changes(log)).toEqual([
      ["without the tests of tools/crane", ["--ignore=tools/crane"], "tools/crane/setup.py"],
    ]);
    expect(changes("tools/crane/crane_test.py could not be collected: a: b\n")).toEqual(changes(log));
    expect(changes("tools/crane/crane_test.py - b\nERROR tests/test_quay.py\n")).toEqual([]);
    const more = Object.fromEntries(
      [1, 2, 3].map((at) => [`tools/crane/test_${at}.py`, "def test(): pass\n"]),
    );
    expect(changes(log, more)).toEqual([]);
    const submodule = { ...more, ".gitmodules": '[submodule "crane"]\n\tpath = tools/crane\n' };
    expect(changes(log, submodule)).toEqual([
      ["without the tests of tools/crane", ["--ignore=tools/crane"], ".gitmodules"],
    ]);
  });

  test("leaves out a folder whose conftest answers a plug-in that is not there, beside what is left out already", () => {
    const files = {
      "tests/test_quay.py": "def test_quay(): pass\n",
      "benchmarks/conftest.py": "def pytest_tide_group(): pass\n",
      "benchmarks/test_speed.py": "def test_speed(): pass\n",
    };
    const log =
      "INTERNALERROR> PluginValidationError: unknown hook 'pytest_tide_group' in plugin <module 'conftest' from '/diorama/tree/benchmarks/conftest.py'>\n";
    const run = { kind: "pytest", words: ["--ignore=crane"], path: ".gitmodules", line: 1 } as const;
    const found = propose({ files, log, adjustments: { run } });
    expect(found).toContainEqual(
      expect.objectContaining({
        what: "without the tests of benchmarks",
        completes: true,
        changes: {
          run: { ...run, words: [...run.words, "--ignore=benchmarks"], path: "benchmarks/conftest.py" },
        },
      }),
    );
    const { "tests/test_quay.py": _, ...alone } = files;
    expect(propose({ files: alone, log }).map(({ what }) => what)).not.toContain(
      "without the tests of benchmarks",
    );
  });

  test("for code of Python 2 is what translates it before the tests, and nothing else", () => {
    const files = {
      "setup.py": "setup(name='harbour')",
      "harbour.py": "print 'tide'\n",
      "tox.ini": "[testenv]\ncommands =\n  2to3 -w harbour.py\n  pytest\n",
    };
    const log = "SyntaxError: Missing parentheses in call to 'print'. Did you mean print(...)?";
    expect(propose({ files, log, category: "import_failed" })).toMatchObject([
      {
        what: "with 2to3 -w harbour.py before the tests",
        goesBy: [{ path: "tox.ini", line: 3 }],
        changes: { prepared: ["2to3 -w harbour.py"] },
      },
    ]);
    const untranslated = { ...files, "tox.ini": "[testenv]\ncommands = pytest\n" };
    expect(propose({ files: untranslated, log, category: "import_failed" })).toEqual([]);
  });

  test("is nothing where there is no code, or where all went well", () => {
    const files = { "setup.py": "setup(name='harbour')", "tox.ini": "[testenv]\nsetenv =\n  TIDE = low\n" };
    const log = "The repository has no Python module that could be imported.";
    expect(propose({ files, log, category: "import_failed", date: "2018-01-01" })).toEqual([]);
  });
});
