import { expect, test } from "vitest";

import { splitScript } from "../../../src/curation/import/script.ts";
import { loadLanguage } from "../../../src/languages/index.ts";

const { syntax } = await loadLanguage("python");

function split(text: string, rival: string) {
  const outline = syntax.outline(text);
  if (outline === undefined) throw new Error("The script cannot be read.");
  return splitScript(text, outline, rival);
}

test("the test, what it alone uses the rival in, set-up of the scratch folder and the program part leave the module", () => {
  const script = `# pumps.py
import os


def pump(litres):
    return litres * 2


os.makedirs("/home/user/tmp", exist_ok=True)
LIMIT = 3


def compare(litres):
    assert pump(litres) == pump_new_implementation(litres)


# Checks both pumps.
def test_pump():
    compare(LIMIT)


test_pump()

if __name__ == "__main__":
    test_pump()
`;
  expect(split(script, "pump_new_implementation")).toEqual({
    moduleText: `# pumps.py
import os


def pump(litres):
    return litres * 2


LIMIT = 3
`,
    testText: `os.makedirs("/home/user/tmp", exist_ok=True)


def compare(litres):
    assert pump(litres) == pump_new_implementation(litres)


# Checks both pumps.
def test_pump():
    compare(LIMIT)
`,
    tests: ["test_pump"],
  });
});

test("what only looks like a test stays: classes, and functions that a module has of its own", () => {
  const script = `class TestBench:
    def test_all(self):
        return 1


def detest(x):
    return TestBench().test_all()


def test_detest():
    assert detest(1) == detest_new_implementation(1)
`;
  const { moduleText, tests } = split(script, "detest_new_implementation");
  expect(moduleText).toBe(`class TestBench:
    def test_all(self):
        return 1


def detest(x):
    return TestBench().test_all()
`);
  expect(tests).toEqual(["test_detest"]);
});
