import { beforeAll, expect, test } from "vitest";

import { findContextTests, type HiddenGrading } from "../../src/curation/context-tests.ts";
import { loadLanguage, type Language } from "../../src/languages/index.ts";
import { caseRecipe, type CaseRecipe } from "../../src/spec/index.ts";

const TREES = `def weigh(basket, floor=0):
    """Weighs what lies above a floor."""
    wanted = [each for each in basket if each > floor and each != 7]
    return sum(wanted) - len(wanted) * floor
`;
const TESTS = `import unittest
from trees import weigh


def test_empty():
    assert weigh([]) == 0


def test_some():
    assert weigh([3, 4]) == 7


def test_copy():
    basket, floor = [1], 0
    wanted = [each for each in basket if each > floor and each != 7]
    assert weigh(basket) == sum(wanted) - len(wanted) * floor


def test_failing():
    assert weigh([2]) == 3


class WeighTest(unittest.TestCase):
    def test_floor(self):
        self.assertEqual(weigh([5], 2), 3)
`;

let language: Language;
beforeAll(async () => {
  language = await loadLanguage("python");
});

function call(...positional: CaseRecipe["positional"]): CaseRecipe {
  return caseRecipe.parse({ positional }) as CaseRecipe;
}

async function shown(hidden: Partial<HiddenGrading>): Promise<readonly string[]> {
  const texts = { "trees.py": TREES, "tests/test_trees.py": TESTS };
  const files = new Map(
    Object.entries(texts).map(([path, text]) => [path, { text, parsed: language.syntax.parse(path, text) }]),
  );
  const [definition] = files.get("trees.py")?.parsed.definitions ?? [];
  if (definition === undefined) throw new Error("no definition");
  const id = (name: string): string => `tests/test_trees.py::${name}`;
  const knownTests = [
    { name: id("test_empty"), inputs: [call([])] },
    { name: id("test_some"), inputs: [call([3, 4]), call([])] },
    { name: id("test_copy"), inputs: [call([1])] },
    { name: id("WeighTest::test_floor"), inputs: [call([5], 2)] },
    { name: id("test_failing"), inputs: [] },
    { name: id("test_gone"), inputs: [] },
  ];
  const testRecords = knownTests.map(({ name }) => ({
    id: `pytest:${name}${name === id("test_some") ? "[3]" : ""}`,
    outcomes: name === id("test_failing") ? (["passed", "failed"] as const) : (["passed", "passed"] as const),
  }));
  const found = await findContextTests(
    { files, code: undefined, tests: { testRecords } },
    language,
    { definition, knownTests },
    { cases: [], tests: [], ...hidden },
  );
  return found.map(({ line, text }) => `${line} ${text.trimStart().split("\n")[0]}`);
}

function hiddenCase(recipe: CaseRecipe, asMade?: CaseRecipe) {
  return { id: "case-001", origin: "grown" as const, recipe, ...(asMade && { as_made: asMade }) };
}

test("a prompt may show tests that passed, that call with nothing hidden, and that hold no near copy of the body", async () => {
  expect(await shown({})).toEqual(["5 def test_empty():", "9 def test_some():", "24 def test_floor(self):"]);
});

test("a test of which one call is graded and hidden is not shown, wherever the case came from", async () => {
  expect(await shown({ cases: [hiddenCase(call([3, 4]))] })).toEqual([
    "5 def test_empty():",
    "24 def test_floor(self):",
  ]);
  expect(await shown({ cases: [hiddenCase(call([]))] })).toEqual(["24 def test_floor(self):"]);
  expect(await shown({ cases: [hiddenCase(call([9]), call([5], 2))] })).toEqual([
    "5 def test_empty():",
    "9 def test_some():",
  ]);
});

test("a test that grades and is hidden is not shown", async () => {
  const tests = ["tests/test_trees.py::WeighTest::test_floor", "tests/test_trees.py::test_some"];
  expect(await shown({ tests })).toEqual(["5 def test_empty():"]);
});
