import { describe, expect, it } from "vitest";

import { readTestText } from "../../src/curation/kinds/function/instruction/test-text.ts";
import { loadLanguage } from "../../src/languages/index.ts";

const { syntax } = await loadLanguage("python");

const texts = {
  "tests/conftest.py": `import pytest


@pytest.fixture
def quay():
    return []


@pytest.fixture
def winch():
    return {}
`,
  "tests/test_crane.py": `import crane

LOADS = [1, 2]
SECRETS = [9]


def lift_all(quay):
    return [crane.lift(load) for load in LOADS]


def lower_all():
    return SECRETS


class TestCrane:
    heavy = 7

    def setup_method(self):
        self.crane = crane.Crane()

    def test_lifts(self, quay):
        assert lift_all(quay) == [2, 4]

    def test_lowers(self):
        assert lower_all() == [9]


def test_alone():
    assert crane.lift(SECRETS[0]) == 18
`,
};

describe("the text of shown tests", () => {
  it("holds what they lean on, and nothing of other tests", () => {
    const [above, own] = readTestText(["tests/test_crane.py::TestCrane::test_lifts"], texts, syntax) ?? [];
    expect(above).toEqual({ path: "tests/conftest.py", text: "@pytest.fixture\ndef quay():\n    return []" });
    expect(own?.path).toBe("tests/test_crane.py");
    for (const part of [
      "import crane",
      "LOADS = [1, 2]",
      "def lift_all(quay):",
      "class TestCrane:",
      "heavy = 7",
    ])
      expect(own?.text).toContain(part);
    for (const part of ["def setup_method(self):", "def test_lifts(self, quay):"])
      expect(own?.text).toContain(part);
    for (const part of ["SECRETS", "lower", "test_alone"]) expect(own?.text).not.toContain(part);
  });

  it("is none where a test is not found, or there is too much to read", () => {
    expect(readTestText(["tests/test_crane.py::test_nowhere"], texts, syntax)).toBeUndefined();
    expect(readTestText(["tests/test_none.py::test_alone"], texts, syntax)).toBeUndefined();
    const long = { "test_long.py": `def test_long():\n    assert ${"1 + ".repeat(3_000)}1 == 1\n` };
    expect(readTestText(["test_long.py::test_long"], long, syntax)).toBeUndefined();
  });
});
