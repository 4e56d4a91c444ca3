import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { describe, expect, test } from "vitest";

import { learnTests, referenceLines } from "../../src/judge/index.ts";
import { loadLanguage } from "../../src/languages/index.ts";
import { chooseGradingTests, type TestedTarget } from "../../src/proof/index.ts";
import { DEFAULT_LIMITS } from "../../src/spec/index.ts";
import { plantOrchard, roomy } from "../judge/orchard.ts";
import { needingLibraries } from "../judge/python-library.ts";
import { libraries } from "./proving-ground.ts";

const [PATH, TEST_PATH] = ["tariff.py", "tests/test_tariff.py"];

const TARIFF = `def fare(zones, age):
    price = 2 + zones
    if age < 6:
        price = 0
    return price
`;

/** How many tests execute the target; only one of them knows of children, and one the exact age. */
const COUNT = 90;
const [OF_CHILDREN, OF_AGE] = [50, 71];

const TESTS = `import unittest

import tariff


class Fares(unittest.TestCase):
${Array.from({ length: COUNT }, (_, index) => {
  const age = index === OF_CHILDREN ? 4 : index === OF_AGE ? 6 : 30 + index;
  const fare = index === OF_CHILDREN ? 0 : 3;
  return `    def test_${String(index).padStart(2, "0")}(self):
        self.assertEqual(tariff.fare(1, ${age}), ${fare})
`;
}).join("\n")}
    def test_elsewhere(self):
        self.assertEqual(len("fare"), 4)
`;

describe.skipIf(libraries === undefined)(needingLibraries("tests that grade a target"), () => {
  test("are an even choice of many, and those that tell what it does not", async () => {
    const folder = mkdtempSync(join(tmpdir(), "diorama-tariff-"));
    const files = { [PATH]: TARIFF, [TEST_PATH]: TESTS, "tests/__init__.py": "" };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    await using orchard = await plantOrchard({
      other: { source: folder, editedFile: PATH, isTest: (path) => path.startsWith("tests/") },
      path: libraries ?? "",
    });
    const language = await loadLanguage("python");
    const [definition] = language.syntax.parse(PATH, TARIFF).definitions;
    if (definition === undefined) throw new Error("There is no target.");
    const texts = { [TEST_PATH]: TESTS, "tests/__init__.py": "" };
    const target: TestedTarget = {
      evaluator: orchard.evaluator,
      editableTree: orchard.editableTree,
      sources: { framework: "unittest", texts, files: [TEST_PATH], arguments: [] },
      originalText: TARIFF,
      limits: roomy,
      language,
      definition,
      module: "tariff",
    };
    const learnt = await learnTests(target);
    if (learnt.status === "failed") throw new Error(JSON.stringify(learnt.run));
    const { start, end } = referenceLines(target);
    const lines = Array.from({ length: end - start + 1 }, (_, index) => start + index);
    const ids = await chooseGradingTests(target, learnt, lines, DEFAULT_LIMITS);
    const numbers = [...ids].map((id) => Number(/test_(\d+)$/u.exec(id)?.[1]));
    expect(numbers.length).toBe(40);
    expect(numbers.filter((number) => number >= COUNT)).toEqual([]);
    expect(numbers).toEqual(expect.arrayContaining([OF_CHILDREN, OF_AGE]));
    // The others are spread over all of them.
    const gaps = numbers
      .toSorted((a, b) => a - b)
      .map((number, index, all) => number - (all[index - 1] ?? -1));
    expect(Math.max(...gaps)).toBeLessThan(8);
    rmSync(folder, { recursive: true, force: true });
  });
});
