import { expect, test } from "vitest";

import type { DeclaredProject } from "../../../src/environments/python/declared.ts";
import {
  findImportRoots,
  packagesInNamespaces,
  topLevelModules,
} from "../../../src/environments/python/import-roots.ts";
import { satisfiesPython } from "../../../src/environments/python/version-specifier.ts";
import { givenProject } from "./given-tree.ts";

const texts = (project: DeclaredProject): string[] => project.tests.requirements.map(({ text }) => text);

test("prefers lists for tests to lists for development, and leaves out what no test imports", () => {
  const project = givenProject({
    "pyproject.toml": `
      [project]
      name = "Sea.Chart"
      requires-python = ">=3.9"
      dependencies = ["numpy>=1.20 ; python_version < '3.12'", "attrs"]
      [project.optional-dependencies]
      dev = ["twine", "hypothesis"]
      [dependency-groups]
      test = ["pytest>=7", "mypy", {include-group = "base"}, "sea-chart[plots]"]
      base = ["freezegun"]`,
    "requirements-dev.txt": "sphinx\nresponses\n",
  });
  expect(texts(project)).toEqual(["freezegun", "pytest>=7"]);
  expect(project.tests.extras).toEqual(["plots"]);
  expect(project.dependencies.map(({ name }) => name)).toEqual(["numpy", "attrs"]);
  expect(project.requiresPython).toBe(">=3.9");
});

test("reads requirements files with includes, and tox with its own spellings", () => {
  const project = givenProject({
    "setup.py": 'setup(name="lighthouse", python_requires=">=3.7")',
    "requirements/test.txt":
      "-r base.txt\n-e .[signals]\n--index-url https://elsewhere/\nmock==2.0 \\\n  --hash=sha256:00\n",
    "requirements/base.txt": "six  # both\ngit+https://example.org/x.git\nlocal @ file:///x\n",
    "tox.ini": "[testenv]\ndeps =\n    py38: ddt\n    {[base]deps}\n    -rrequirements/base.txt\n",
  });
  expect(texts(project)).toEqual(["ddt", "mock==2.0", "six"]);
  expect(project.tests.extras).toEqual(["signals"]);
  expect(project).toMatchObject({ name: "lighthouse", requiresPython: ">=3.7", isPackaged: true });
});

test("reads lists of tox's that stand in another section, for all environments or for some", () => {
  const tox =
    "[testenv]\ndeps =\n    {test,cov}: {[_test]deps}\n    {[base]deps}\n    {[gone]deps}\n[_test]\ndeps =\n    python-mpd2\n    py38: ddt\n[base]\ndeps = {[deeper]deps}\n[deeper]\ndeps = six\n";
  const { tests } = givenProject({ "setup.py": 'setup(name="lighthouse")', "tox.ini": tox });
  expect(tests.requirements.map(({ text }) => text)).toEqual(["ddt", "python-mpd2", "six"]);
  expect([...tests.conditional].toSorted()).toEqual(["ddt", "python-mpd2"]);
  const endless = "[testenv]\ndeps = {[a]deps}\n[a]\ndeps =\n    six\n    {[a]deps}\n";
  expect(texts(givenProject({ "setup.py": "setup()", "tox.ini": endless }))).toEqual(["six"]);
});

test("reads what setup.py says that its own tests need where nothing else does", () => {
  const setup = 'NEEDED = ["mock", "sure>=1"]\nsetup(name="lighthouse", tests_require=NEEDED)';
  const others = { "requirements-dev.txt": "responses\n" };
  expect(texts(givenProject({ "setup.py": setup, ...others }))).toEqual(["mock", "sure>=1"]);
  expect(texts(givenProject({ "setup.py": setup, "tox.ini": "[testenv]\ndeps = six\n" }))).toEqual(["six"]);
});

test("reads lists for development where those for tests name tools alone", () => {
  const files = (deps: string): Record<string, string> => ({
    "setup.py": 'setup(name="lighthouse")',
    "development.txt": "sure\nflake8\n",
    "tox.ini": `[testenv]\ndeps = ${deps}\ncommands = make test\n`,
  });
  expect(texts(givenProject(files("pipenv")))).toEqual(["sure"]);
  expect(texts(givenProject(files("mock")))).toEqual(["mock"]);
});

test("reads the groups that uv installs by default beside those for development", () => {
  const groups = (named: string) =>
    texts(
      givenProject({
        "pyproject.toml": `[project]\nname = "keeper"
[dependency-groups]
dev = ["pytest"]
docs = ["griffelib", "sphinx"]
translate = ["babel"]
[tool.uv]
${named}`,
      }),
    );
  expect(groups("")).toEqual(["pytest"]);
  expect(groups('default-groups = ["dev", "docs"]')).toEqual(["griffelib", "pytest"]);
  expect(groups('default-groups = "all"')).toEqual(["babel", "griffelib", "pytest"]);
});

test("reads the groups that tox installs, those of some of its environments too", () => {
  const project = givenProject({
    "pyproject.toml": `[project]\nname = "keeper"
[dependency-groups]
dev = ["pytest"]
web = [{include-group = "forms"}, "httpx"]
forms = ["wtforms"]
docs = ["sphinx"]`,
    "tox.ini": "[testenv]\ndependency_groups =\n    dev\n    web: web\n",
  });
  expect(texts(project)).toEqual(["httpx", "pytest", "wtforms"]);
  expect([...project.tests.conditional].toSorted()).toEqual(["httpx", "wtforms"]);
});

test("reads lists that tox names by its own signs for folders, and a folder of dependencies", () => {
  const list = (place: string, path: string): string[] =>
    texts(
      givenProject({
        "setup.py": 'setup(name="lighthouse")',
        [path]: "portend\n",
        "tox.ini": `[testenv]\ndeps =\n    -r${place}\n`,
      }),
    );
  expect(list("lists{/}all.in", "lists/all.in")).toEqual(["portend"]);
  expect(list("{toxinidir}{/}lists{/}all.in", "lists/all.in")).toEqual(["portend"]);
  expect(list("nowhere.txt", "dependencies/tests.in")).toEqual(["portend"]);
});

test("the one requirements file of all counts where it names what runs tests, and no other list is for them", () => {
  const requirements = "-e .[full]\ncoverage==7.8\nmypy==1.16\npytest==8.4\ntrio==0.30\n";
  const setup = 'setup(name="lighthouse")';
  const project = givenProject({ "setup.py": setup, "requirements.txt": requirements });
  expect(texts(project)).toEqual(["coverage==7.8", "pytest==8.4", "trio==0.30"]);
  expect(project.tests.extras).toEqual(["full"]);
  const served = givenProject({ "setup.py": setup, "requirements.txt": "flask==2\n" });
  expect(texts(served)).toEqual([]);
  const both = { "setup.py": setup, "requirements.txt": requirements, "requirements-test.txt": "pytest\n" };
  expect(texts(givenProject(both))).toEqual(["pytest"]);
});

test.each([
  ["computed", 'setup(extras_require={"dev": DEV, "doc": ["furo"]})', []],
  [
    "as a list",
    'setup(extras_require={"dev": ["black ; python_version>=\'3.6\'", "pytest>=3.2", "ipywidgets>=7.0"]})',
    ["ipywidgets>=7.0", "pytest>=3.2"],
  ],
  [
    "under a name",
    'EXTRAS = {\n  "test": ["pytest"],\n  "dev": ["responses"],\n}\nsetup(extras_require=EXTRAS)',
    ["responses"],
  ],
])("reads the extra for development of a setup.py that is not run: %s", (_, script, found) => {
  expect(texts(givenProject({ "setup.py": script }))).toEqual(found);
});

test("reads bounds that installers took before they were told apart", () => {
  const { dependencies } = givenProject({
    "setup.py": 'setup(name="lighthouse", install_requires=["buoy>=3.1,<4.*", "foghorn==2.*", "lamp>1.*"])',
  });
  expect(dependencies.map(({ text }) => text)).toEqual(["buoy>=3.1,<4", "foghorn==2.*", "lamp>1"]);
});

test("of tox's extras those of environments for tests count", () => {
  const extrasOf = (lines: string) =>
    givenProject({
      "setup.py": 'setup(name="lighthouse")',
      "tox.ini": `[testenv]\nextras = ${lines}\n`,
    }).tests.extras;
  expect(extrasOf("unit: diagrams")).toEqual(["diagrams"]);
  expect(extrasOf("\n    signals\n    docs: pages\n    py{39,310}-dj42: lamps")).toEqual([
    "lamps",
    "signals",
  ]);
});

test("translates Poetry's versions", () => {
  const project = givenProject({
    "pyproject.toml": `
      [tool.poetry]
      name = "gull"
      [tool.poetry.dependencies]
      python = "^3.8"
      a = "^1.2.3"
      b = "^0.4"
      c = "~2.5"
      d = {version = "1.0", extras = ["x"]}
      e = {git = "https://example.org/e.git"}
      f = "*"`,
  });
  expect(project.dependencies.map(({ text }) => text)).toEqual([
    "a>=1.2.3,<2",
    "b>=0.4,<0.5",
    "c>=2.5,<2.6",
    "d[x]==1.0",
    "f",
  ]);
});

test("adds what tests use and nobody declares, but nothing that the repository provides", () => {
  const project = givenProject({
    "six.py": "",
    "tests/test_a.py":
      "import six\nimport hypothesis\nfrom mock import patch\ndef test_x(mocker, freezer): pass\n",
    "tests/conftest.py": "def freezer(): pass\n",
  });
  expect(project.undeclared).toEqual(["hypothesis", "mock", "pytest-mock"]);
});

test.each([
  ["has a name beside its function's", { "conftest.py": "@fixture(name='benchmark')\ndef made(): pass\n" }],
  ["is another one under that name", { "conftest.py": "def returns(): pass\nbenchmark = returns\n" }],
])("adds no plug-in for a fixture that %s", (_, files) => {
  const project = givenProject({ "tests/test_a.py": "def test_x(benchmark): pass\n", ...files });
  expect(project.undeclared).toEqual([]);
});

test.each([
  `"returns, benchmark, expected"`,
  `["returns", "benchmark"]`,
  `\n    ("benchmark",)`,
  `"benchmark"`,
])("adds no plug-in for what the tests of a file are parametrized with: %s", (names) => {
  const parametrized = `@pytest.mark.parametrize(${names}, [])\ndef test_x(benchmark): pass\n`;
  expect(givenProject({ "test_a.py": parametrized }).undeclared).toEqual([]);
  const beside = { "test_a.py": parametrized, "test_b.py": "def test_y(benchmark): pass\n" };
  expect(givenProject(beside).undeclared).toEqual(["pytest-benchmark"]);
});

test.each([
  ["try:\n    import unittest2 as unittest\nexcept ImportError:\n    import unittest\n", []],
  ["try:\n    import yaml\nexcept ImportError:\n    yaml = None\n", ["pyyaml"]],
  ["import unittest2\n", ["unittest2"]],
])("adds no package for which another one is imported where it is not there: %s", (text, expected) => {
  expect(givenProject({ "tests/base.py": text }).undeclared).toEqual(expected);
});

test("adds the plug-in where a test is parametrized with something else", () => {
  const text = `@pytest.mark.parametrize("size", ["benchmark"])\ndef test_x(benchmark, size): pass\n`;
  expect(givenProject({ "test_a.py": text }).undeclared).toEqual(["pytest-benchmark"]);
});

test("keeps the options of pytest that decide what is tested, not those that need other tools", () => {
  const project = givenProject({
    "setup.cfg": `[tool:pytest]
addopts = -n 4 --cov=chart --cov-report term-missing -m "not slow"
    --doctest-modules -x --maxfail=2
testpaths = tests
    more tests`,
  });
  expect(project.pytest.addopts).toEqual(["-m", "not slow", "--doctest-modules"]);
  expect(project.pytest.testPaths).toEqual(["tests", "more", "tests"]);
});

test("survives broken files", () => {
  const project = givenProject({
    "pyproject.toml": "[project\nname=",
    "setup.cfg": "no section\n=\n[",
    "a.py": "",
  });
  expect(project).toMatchObject({ name: undefined, isPackaged: false, dependencies: [] });
});

test("of several folders with a package the one is its import root that has in it what was installed", () => {
  const edition = (name: string) => ({ [`${name}/chart/__init__.py`]: "", [`${name}/chart/sea.py`]: name });
  const { files } = givenProject({ ...edition("lib"), ...edition("lib3") });
  const installed = ["chart/__init__.py", "chart/sea.py"];
  expect(findImportRoots(files, installed)).toEqual(["lib"]);
  const rootFor = (edition: string) =>
    findImportRoots(files, installed, (path) => files.text(path) === "" || files.text(path) === edition);
  expect(rootFor("lib3")).toEqual(["lib3"]);
  expect(rootFor("lib")).toEqual(["lib"]);
});

test.each([
  [{ "src/chart/__init__.py": "", "setup.py": "" }, [], ["src"], ["chart"]],
  [{ "chart/__init__.py": "", "tests/test_a.py": "", "setup.py": "" }, [], ["."], ["chart"]],
  [{ "lib/chart/__init__.py": "", "setup.py": "" }, [], ["lib"], ["chart"]],
  [{ "python/a/b/__init__.py": "", "c.py": "" }, ["a/b/__init__.py", "c.py"], [".", "python"], ["c"]],
  [{ "setup.cfg": "[options]\npackage_dir =\n    = code\n", "code/m.py": "" }, [], ["code"], ["m"]],
])("finds import roots of %j", (tree, installed, roots, modules) => {
  const { files } = givenProject(tree as Readonly<Record<string, string>>);
  expect(findImportRoots(files, installed).sort()).toEqual(roots);
  expect(topLevelModules(files, roots)).toEqual(modules);
});

test("finds packages in a package that has no file of its own", () => {
  const { files } = givenProject({
    "src/zoo/cage/__init__.py": "",
    "src/zoo/cage/deep/__init__.py": "",
    "src/zoo/tests/__init__.py": "",
    "src/zoo/notes.txt": "",
  });
  expect(topLevelModules(files, ["src"])).toEqual([]);
  expect(packagesInNamespaces(files, ["src"])).toEqual(["zoo.cage"]);
});

test.each([
  ["3.11.7", ">=3.8", true],
  ["3.11.7", ">=3.8,<3.11", false],
  ["3.11.7", ">=3.8, !=3.11.*", false],
  ["3.11.7", "~=3.9", true],
  ["3.11.7", "~=3.9.0", false],
  ["3.11.7", "^3.8", true],
  ["3.11.7", "==3.11.*", true],
  ["3.11.7", ">3.11", true],
  ["3.11.7", "<4 >=3.6", true],
  ["3.11.7", "2.7 || >=3.5", true],
  ["3.11.7", ">= 3.7", true],
  ["3.11.7", ">= 3.7, < 3.11", false],
  ["3.11.7", "not a version", true],
])("an interpreter %s and requires-python %s: %s", (release, specifier, expected) => {
  expect(satisfiesPython(release, specifier)).toBe(expected);
});
