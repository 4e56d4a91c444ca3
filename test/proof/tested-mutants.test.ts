import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { loadLanguage } from "../../src/languages/index.ts";
import {
  countMutants,
  findSteadyTests,
  testMutants,
  type JudgedMutant,
  type SteadyTests,
  type TestedTarget,
} from "../../src/proof/index.ts";
import { plantOrchard, roomy, type Orchard } from "../judge/orchard.ts";
import { needingLibraries } from "../judge/python-library.ts";
import { libraries } from "./proving-ground.ts";

const SCALES = `import itertools


def price(grams, rate=3, member=False):
    if grams < 0:
        raise ValueError("negative")
    steps = 0
    for step in itertools.count():
        if step >= grams:
            break
        steps += 1
    if member:
        return steps * rate - 1
    return int(steps * rate)


def plural(name):
    return name + "s"


def weigh(grams):
    if grams > 9:
        print("too heavy")
        raise ValueError("heavy")
    return grams


UNIT = plural("gram")
`;

const TESTS = `import os
import unittest

import scales

KNOWN = []


class Prices(unittest.TestCase):
    def test_1_price(self):
        self.assertEqual(scales.price(2), 6)

    def test_2_nothing(self):
        self.assertEqual(scales.price(0), 0)

    def test_3_remembers(self):
        KNOWN.append(1)

    def test_4_depends(self):
        self.assertEqual(len(KNOWN) * scales.price(1), 3)

    def test_5_of_chance(self):
        self.assertEqual(os.environ["PYTHONHASHSEED"], "0")

    def test_6_fails(self):
        self.assertEqual(scales.price(1), 4)

    def test_7_kills(self):
        os._exit(scales.price(1))

    def test_8_unit(self):
        self.assertEqual(scales.UNIT, "grams")

    def test_9_message(self):
        with self.assertRaisesRegex(ValueError, "^heavy$"):
            scales.weigh(10)
`;
import { slowTest } from "../slow-suites.ts";

const OPERATORS = [
  "comparison-boundary",
  "loop-control",
  "operand-removal",
  "integer-constant",
  "string-constant",
  "return-value",
  "exception-type",
  "call-removal",
];

const [PATH, TEST_PATH] = ["scales.py", "tests/test_scales.py"];

/** The scales with `price` for a target. */
async function openScales(folder: string, workers: number): Promise<TestedTarget & { orchard: Orchard }> {
  const isTest = (path: string): boolean => path.startsWith("tests/");
  const orchard = await plantOrchard({
    other: { source: folder, editedFile: PATH, isTest },
    path: libraries ?? "",
    workers,
  });
  const language = await loadLanguage("python");
  const [definition] = language.syntax.parse(PATH, SCALES).definitions;
  if (definition === undefined) throw new Error("The scales have no price.");
  const texts = { [TEST_PATH]: TESTS, "tests/__init__.py": "" };
  return {
    orchard,
    evaluator: orchard.evaluator,
    editableTree: orchard.editableTree,
    sources: { framework: "unittest", texts, files: [TEST_PATH], arguments: [] },
    originalText: SCALES,
    limits: roomy,
    language,
    definition,
    module: "scales",
  };
}

const title = needingLibraries("mutants judged by a repository's tests");

describe.skipIf(libraries === undefined)(title, () => {
  const folder = mkdtempSync(join(tmpdir(), "diorama-scales-"));
  const targets: (TestedTarget & { orchard: Orchard })[] = [];
  let steady: SteadyTests;
  let mutants: readonly JudgedMutant[];

  async function judge(
    target: TestedTarget | undefined,
    operators: readonly string[],
  ): Promise<readonly JudgedMutant[]> {
    if (target === undefined) throw new Error("There is no target.");
    const found = await findSteadyTests(target, target.definition.lines);
    if (found.status === "failed") throw new Error(found.message);
    steady = found;
    return testMutants(target, found, { chosen: { most: Infinity, operators } });
  }

  beforeAll(async () => {
    for (const [path, text] of Object.entries({
      [PATH]: SCALES,
      [TEST_PATH]: TESTS,
      "tests/__init__.py": "",
    })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    for (const workers of [1, 2]) targets.push(await openScales(folder, workers));
    mutants = await judge(targets[0], OPERATORS);
  });
  afterAll(async () => {
    for (const { orchard } of targets) await orchard[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Status of the only mutant with this replacement on this line. */
  function fateOf(line: number, replacement: string): string {
    const before = (start: number): number =>
      Buffer.from(SCALES)
        .subarray(0, SCALES.indexOf("def price") + start)
        .toString()
        .split("\n").length;
    const found = mutants.filter((one) => before(one.start) === line && one.replacement === replacement);
    if (found.length !== 1) throw new Error(`${found.length} mutants put ${replacement} on line ${line}.`);
    return found[0]?.status ?? "";
  }

  test("counts on tests that pass each time and by themselves, and names the others", () => {
    expect(steady.tests.map(({ name }) => name.split("::").at(-1))).toEqual([
      "test_1_price",
      "test_2_nothing",
    ]);
    expect(steady.leftOut.map(({ id, reason }) => [id.split("::").at(-1), reason])).toEqual([
      ["test_7_kills", "not_passed"],
      ["test_5_of_chance", "unstable"],
      ["test_6_fails", "not_passed"],
      ["test_4_depends", "depends_on_others"],
    ]);
  });

  test("tells what is killed, survives, runs out of time, is not covered, and is left out", () => {
    expect(fateOf(5, "<=")).toBe("killed");
    expect(fateOf(10, "continue")).toBe("timed_out");
    expect(fateOf(14, "(steps * rate)")).toBe("survived");
    expect(fateOf(13, "steps * rate")).toBe("not_covered");
    expect(fateOf(6, "RuntimeError")).toBe("not_covered");
    expect(fateOf(13, "return None")).toBe("not_covered");
    expect(fateOf(6, "XX")).toBe("unobservable");
    // A default belongs to the target, wherever it is computed.
    expect(fateOf(4, "4")).toBe("killed");
  });

  test("says which tests cover a mutant, which one kills it, and shows how it differs", () => {
    const killed = mutants.find(({ id, status }) => id === "comparison-boundary-1" && status === "killed");
    expect(killed).toMatchObject({
      coveredBy: steady.tests.map(({ id }) => id),
      killedBy: [`${TEST_PATH}::Prices::test_2_nothing`],
    });
    const survivor = mutants.find(
      ({ operator, status }) => operator === "call-removal" && status === "survived",
    );
    expect(survivor?.diff).toContain("-    return int(steps * rate)\n+    return (steps * rate)\n");
  });

  slowTest("gives the same at one and two workers, and again", async () => {
    const [one, two] = targets;
    // What loops takes its time.
    const quick = OPERATORS.filter((name) => name !== "loop-control");
    const wanted = mutants.filter(({ operator }) => operator !== "loop-control");
    for (const target of [one, two, two]) expect(await judge(target, quick)).toEqual(wanted);
    expect(countMutants(wanted)).toMatchObject({ not_covered: 9, timed_out: 0 });
  });

  test("makes as many and such mutants as are asked for", async () => {
    const [target] = targets;
    if (target === undefined) throw new Error("There is no target.");
    const chosen = await testMutants(target, steady, {
      chosen: { operators: ["comparison-boundary"] },
    });
    expect(chosen.map(({ id }) => id)).toEqual(["comparison-boundary-1", "comparison-boundary-2"]);
    const few = await testMutants(target, steady, { chosen: { most: 3 } });
    expect(few.filter(({ status }) => status !== "unobservable")).toHaveLength(3);
  });

  /** Replacement, status and killer of the mutants of another function of the scales. */
  async function judgeFunction(wanted: string, operators: readonly string[]): Promise<readonly unknown[]> {
    const [target] = targets;
    const parsed = target?.language.syntax.parse(PATH, SCALES);
    const definition = parsed?.definitions.find(({ name }) => name === wanted);
    if (target === undefined || definition === undefined) throw new Error(`The scales have no ${wanted}.`);
    const judged = await judge({ ...target, definition }, operators);
    return judged.map(({ replacement, status, killedBy }) => [replacement, status, killedBy]);
  }

  test("what importing executes is judged by every test", async () => {
    const killer = [`${TEST_PATH}::Prices::test_8_unit`];
    expect(await judgeFunction("plural", ["arithmetic", "operand-removal", "return-value"])).toEqual([
      ["return None", "killed", killer],
      ["name", "killed", killer],
      ['"s"', "killed", killer],
    ]);
  });

  test("a message is left out only where no test looks at it", async () => {
    const killer = [`${TEST_PATH}::Prices::test_9_message`];
    expect(await judgeFunction("weigh", ["string-constant"])).toEqual([
      ["XX", "unobservable", undefined],
      ["", "unobservable", undefined],
      ["XX", "killed", killer],
      ["", "killed", killer],
    ]);
  });

  test("says so where no test passes on the original", async () => {
    const [target] = targets;
    if (target === undefined) throw new Error("There is no target.");
    const texts = {
      ...target.sources.texts,
      [TEST_PATH]: TESTS.replace(/ {4}def test_[1-5789][^]*?(?=\n {4}def|$)/g, ""),
    };
    const found = await findSteadyTests(
      { ...target, sources: { ...target.sources, texts } },
      { start: 1, end: 15 },
    );
    expect(found).toMatchObject({
      status: "failed",
      message: expect.stringContaining(`(tried: 1): ${TEST_PATH}::Prices::test_6_fails failed`) as string,
    });
  });
});
