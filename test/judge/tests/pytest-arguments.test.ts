import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, it } from "vitest";

import { learnTests } from "../../../src/judge/index.ts";
import { loadLanguage, testFrameworks } from "../../../src/languages/index.ts";
import { plantOrchard, roomy } from "../orchard.ts";
import { installLibrary, needingLibraries } from "../python-library.ts";

const pytest = await installLibrary("pytest==8.3.5");
const folder = mkdtempSync(join(tmpdir(), "diorama-declared-"));
afterAll(() => {
  for (const each of [pytest, folder]) if (each !== undefined) rmSync(each, { recursive: true, force: true });
});

const MODULE = "def double(number):\n    return number * 2\n";
const TESTS = `import kiln
import pytest


@pytest.mark.xdist_group("kilns")
def test_double(record_property, worker_id):
    record_property("number", 2)
    assert kiln.double(2) == 4 and worker_id == "master"
`;
const CONFTEST = "def pytest_configure_node(node):\n    node.workerinput = {}\n";
const CONFIGURATION =
  "[pytest]\njunit_family = xunit2\nfilterwarnings = error\naddopts = --strict-markers\nfaulthandler_timeout = 60\n";

it.skipIf(pytest === undefined)(
  needingLibraries(
    "settings and fixtures of pytest's reports are known where a warning is an error, and what tests ask of plug-ins that are switched off",
  ),
  async () => {
    mkdirSync(join(folder, "tests"));
    writeFileSync(join(folder, "kiln.py"), MODULE);
    writeFileSync(join(folder, "pytest.ini"), CONFIGURATION);
    writeFileSync(join(folder, "tests", "test_kiln.py"), TESTS);
    writeFileSync(join(folder, "conftest.py"), CONFTEST);
    const isTest = (path: string): boolean => path.startsWith("tests/");
    await using orchard = await plantOrchard({
      other: { source: folder, editedFile: "kiln.py", isTest },
      path: pytest ?? "",
    });
    const learnt = await learnTests({
      language: await loadLanguage("python"),
      evaluator: orchard.evaluator,
      editableTree: orchard.editableTree,
      sources: {
        framework: "pytest",
        texts: { "tests/test_kiln.py": TESTS },
        files: ["tests/test_kiln.py"],
        arguments: testFrameworks.pytest.judgeArguments({
          configuration: "declared",
          addopts: ["--strict-markers"],
        }),
      },
      originalText: MODULE,
      limits: roomy,
      freeClasses: [],
    });
    expect(learnt).toMatchObject({
      status: "learnt",
      tests: [{ name: "tests/test_kiln.py::test_double", outcome: "passed" }],
      dropped: [],
    });
  },
);
