import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { findPython } from "../judge/orchard.ts";
import { installLibrary, needingLibraries } from "../judge/python-library.ts";
import { guestDirectory } from "./values/interpreters.ts";

const folder = mkdtempSync(join(tmpdir(), "nose-"));
const library = await installLibrary("pynose==1.5.5");
afterAll(() => {
  for (const each of [folder, library]) rmSync(each ?? "", { recursive: true, force: true });
});

/** What each test of a tree gave under the guest, and how the session ended. */
function run(
  files: Readonly<Record<string, string>>,
  skip: readonly string[] = [],
  words: readonly string[] = [],
): unknown[] {
  const tree = mkdtempSync(join(folder, "tree-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, name)), { recursive: true });
    writeFileSync(join(tree, name), text);
  }
  const [report, left] = [join(folder, "report.jsonl"), join(folder, "skip.json")];
  rmSync(report, { force: true });
  writeFileSync(left, JSON.stringify(skip));
  const configuration = { report, test_seconds: 2, skip: left, plugins: [] };
  spawnSync(findPython(), [join(guestDirectory, "diorama_nose.py"), ".", ...words], {
    cwd: tree,
    env: {
      PATH: process.env["PATH"],
      PYTHONPATH: [tree, guestDirectory, library].join(":"),
      DIORAMA_OUTCOMES: JSON.stringify(configuration),
      PYTHONDONTWRITEBYTECODE: "1",
    },
  });
  const events = readFileSync(report, "utf8").trimEnd().split("\n");
  return events
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .filter(({ event }) => event !== "started")
    .map(({ event, id, ids, outcome, path, exit }) => [event, id ?? ids ?? path ?? exit, outcome]);
}

const SUMS = `
import time, unittest
from nose.plugins.skip import SkipTest
def check(a, b):
    assert a + a == b
def test_doubles():
    for a, b in [(1, 2), (2, 5)]:
        yield check, a, b
def test_skipped():
    raise SkipTest("not today")
def test_slow():
    time.sleep(60)
class TestPlain:
    def setUp(self): self.x = 1
    def test_one(self): assert self.x == 1
class Cases(unittest.TestCase):
    def test_two(self): self.assertEqual(1, 2)
`;

test.skipIf(library === undefined)(
  needingLibraries("what nose runs is told test by test, those that generators yield among them"),
  () => {
    const outcomes = {
      "nose:test_sums.py::Cases::test_two": "failed",
      "nose:test_sums.py::TestPlain::test_one": "passed",
      "nose:test_sums.py::test_doubles[1, 2]": "passed",
      "nose:test_sums.py::test_doubles[2, 5]": "failed",
      "nose:test_sums.py::test_skipped": "skipped",
      "nose:test_sums.py::test_slow": "error",
    };
    const events = run({ "test_sums.py": SUMS }) as [string, string, string?][];
    const finished = events.filter(([event]) => event === "finished");
    expect(Object.fromEntries(finished.map(([, id, outcome]) => [id, outcome]))).toEqual(outcomes);
    expect(finished).toHaveLength(6);
    expect(events.at(-1)).toEqual(["ended", 1, undefined]);
    const left = Object.keys(outcomes).filter((id) => outcomes[id as keyof typeof outcomes] !== "passed");
    const rest = run({ "test_sums.py": SUMS }, left) as [string, string, string?][];
    expect(rest.filter(([event]) => event === "finished").map(([, , outcome]) => outcome)).toEqual([
      "passed",
      "passed",
    ]);
    expect(rest.at(-1)).toEqual(["ended", 0, undefined]);
  },
);

test.skipIf(library === undefined)(needingLibraries("nose tells which file could not be loaded"), () => {
  const events = run({ "test_broken.py": "import no_such_thing\n", "test_fine.py": "def test(): pass\n" });
  expect(events).toContainEqual(["collection-error", "test_broken.py", undefined]);
  expect(events).toContainEqual(["finished", "nose:test_fine.py::test", "passed"]);
});

test.skipIf(library === undefined)(
  needingLibraries("nose runs tests of modules that have the name of a built-in one"),
  () => {
    const files = { "shop/__init__.py": "", "shop/builtins.py": "def test_till(): pass\n" };
    const events = run(files, [], ["--all-modules"]);
    expect(events).toContainEqual(["finished", "nose:shop/builtins.py::test_till", "passed"]);
    expect(events).toContainEqual(["ended", 0, undefined]);
  },
);

test.skipIf(library === undefined)(
  needingLibraries(
    "what a configuration says that stops early, or that a plug-in that is not here would take, is passed over",
  ),
  () => {
    const files = {
      "setup.cfg":
        "[nosetests]\nrednose=1\nstop=1\nwith-coverage=1\ncover-package=shop\nall-modules=1\nwith-doctest=1\n",
      "shop.py": 'def test_a(): assert False\n\ndef test_b():\n    """\n    >>> 1 + 1\n    2\n    """\n',
    };
    const events = run(files);
    expect(events).toContainEqual(["finished", "nose:shop.py::test_a", "failed"]);
    expect(events).toContainEqual(["finished", "nose:shop.py::test_b", "passed"]);
    expect(events.at(-1)).toEqual(["ended", 1, undefined]);
  },
);
