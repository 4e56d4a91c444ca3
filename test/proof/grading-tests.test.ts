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
import { slowTest } from "../slow-suites.ts";

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

/** Tests all of which pass with a body that does nothing. */
const CHECK = `def fare(zones, age):
    if zones < 0:
        raise ValueError(zones)
    if age < 0:
        raise ValueError(age)
`;
const IDLE_TESTS = TESTS.replaceAll(/self\.assertEqual\((tariff.*), \d\)/gu, "$1");

/** Tests that grade the target, by their numbers, and how often tests were run to choose them. */
async function choose(
  text: string,
  tests: string,
  seeksTellers = true,
): Promise<{ readonly numbers: readonly number[]; readonly runs: number }> {
  const folder = mkdtempSync(join(tmpdir(), "diorama-tariff-"));
  const files = { [PATH]: text, [TEST_PATH]: tests, "tests/__init__.py": "" };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  await using orchard = await plantOrchard({
    other: { source: folder, editedFile: PATH, isTest: (path) => path.startsWith("tests/") },
    path: libraries ?? "",
  });
  const language = await loadLanguage("python");
  const [definition] = language.syntax.parse(PATH, text).definitions;
  if (definition === undefined) throw new Error("There is no target.");
  const texts = { [TEST_PATH]: tests, "tests/__init__.py": "" };
  const target: TestedTarget = {
    evaluator: orchard.evaluator,
    editableTree: orchard.editableTree,
    sources: { framework: "unittest", texts, files: [TEST_PATH], arguments: [] },
    originalText: text,
    limits: roomy,
    language,
    definition,
    module: "tariff",
  };
  const learnt = await learnTests(target);
  if (learnt.status === "failed") throw new Error(JSON.stringify(learnt.run));
  const { start, end } = referenceLines(target);
  const lines = Array.from({ length: end - start + 1 }, (_, index) => start + index);
  let runs = 0;
  const evaluator: TestedTarget["evaluator"] = {
    ...target.evaluator,
    runTests(job, signal) {
      runs++;
      return orchard.evaluator.runTests(job, signal);
    },
  };
  const ids = await chooseGradingTests({ ...target, evaluator }, learnt, lines, {
    limits: DEFAULT_LIMITS,
    seeksTellers,
  });
  rmSync(folder, { recursive: true, force: true });
  return { numbers: [...ids].map((id) => Number(/test_(\d+)$/u.exec(id)?.[1])), runs };
}

describe.skipIf(libraries === undefined)(needingLibraries("tests that grade a target"), () => {
  slowTest("are an even choice of many, and those that tell what it does not", async () => {
    const { numbers } = await choose(TARIFF, TESTS);
    expect(numbers.length).toBe(40);
    expect(numbers.filter((number) => number >= COUNT)).toEqual([]);
    expect(numbers).toEqual(expect.arrayContaining([OF_CHILDREN, OF_AGE]));
    // The others are spread over all of them.
    const gaps = numbers
      .toSorted((a, b) => a - b)
      .map((number, index, all) => number - (all[index - 1] ?? -1));
    expect(Math.max(...gaps)).toBeLessThan(8);
  });

  slowTest("are an even choice, and nothing is run, where no others are sought", async () => {
    const { numbers, runs } = await choose(TARIFF, TESTS, false);
    expect(numbers.length).toBe(40);
    expect(numbers.filter((number) => number >= COUNT)).toEqual([]);
    expect(runs).toBe(0);
  });

  test("are an even choice, and no mutant is run, where all pass with a body that does nothing", async () => {
    const { numbers, runs } = await choose(CHECK, IDLE_TESTS);
    expect(numbers.length).toBe(40);
    expect(runs).toBe(2);
  });
});
