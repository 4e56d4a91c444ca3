import { expect, test } from "vitest";

import { splitScript } from "../../../src/curation/import/script.ts";
import { loadLanguage } from "../../../src/languages/index.ts";

const { syntax } = await loadLanguage("python");

function split(text: string, target: string) {
  const outline = syntax.outline(text);
  if (outline === undefined) throw new Error("The script cannot be read.");
  return splitScript(text, outline, { target, rival: `${target}_new_implementation` });
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
  expect(split(script, "pump")).toEqual({
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

test("what only looks like a test stays: the original itself, classes, and functions that take arguments", () => {
  const script = `class TestSetup:
    def test_all(self):
        return 1


def test_pressure(bar):
    return bar > 2


def test_valve():
    return TestSetup().test_all() + test_pressure(3)


class TestValve:
    def check(self):
        assert test_valve() == test_valve_new_implementation()


def test_test_valve():
    TestValve().check()
`;
  const { moduleText, tests } = split(script, "test_valve");
  expect(moduleText).toBe(`class TestSetup:
    def test_all(self):
        return 1


def test_pressure(bar):
    return bar > 2


def test_valve():
    return TestSetup().test_all() + test_pressure(3)
`);
  expect(tests).toEqual(["test_test_valve"]);
});
