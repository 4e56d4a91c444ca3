import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  checkEquivalence,
  openEquivalenceChecker,
  type EquivalenceChecker,
} from "../../../src/evaluation/library.ts";
import { completions, taskIds, taskSetBelow, writeOrchardTaskSet } from "../orchard-task-set.ts";
import { slowTest } from "../../slow-suites.ts";

let checker: EquivalenceChecker;
beforeAll(() => void (checker = openEquivalenceChecker()));
afterAll(() => checker[Symbol.asyncDispose]());

const PRESS = `"""A cider press."""
import os


class Apple:
    def __init__(self, weight):
        self.weight = weight


def press(weights, least=2):
    """Press what weighs enough.

    >>> press([1, 2, 3])
    5
    """
    if not weights:
        raise ValueError("nothing to press")
    total = 0
    for weight in weights:
        if weight >= least:
            total += weight
    return total
`;

const subject = { kind: "source", text: PRESS, name: "press" } as const;
const inputs = ["[1, 2, 3]", "[]", "[5], least=9", "(4, 4)"];

const EQUAL = `def press(weights, least=2):
    if len(weights) == 0:
        raise ValueError("empty")
    return sum(weight for weight in weights if not weight < least)
`;

slowTest("an equal rewrite is equivalent on the given inputs", async () => {
  expect(await checker.check({ subject, right: EQUAL, inputs })).toEqual({
    status: "equivalent-on",
    n: 4,
    setAside: {},
  });
});

test("inputs are made where none are given, from examples and variations of them", async () => {
  const same = await checker.check({ subject, right: EQUAL, mostInputs: 40 });
  expect(same).toMatchObject({ status: "equivalent-on" });
  expect((same as { n: number }).n).toBeGreaterThan(15);
  const offByOne = EQUAL.replace("< least", "<= least");
  const told = await checker.check({ subject, right: offByOne, mostInputs: 40 });
  expect(told).toMatchObject({ status: "different", left: "5", right: "3" });
});

describe("what tells two versions apart is the first such input, with what both show", () => {
  test.each([
    {
      what: "another result",
      right: EQUAL.replace("< least", "<= least"),
      expected: {
        left: "5",
        right: "3",
        difference: { path: "value", message: "returned 3, expected 5" },
        n: 0,
      },
    },
    {
      what: "another exception",
      right: EQUAL.replace("ValueError", "KeyError"),
      expected: { left: "raises ValueError: nothing to press", right: "raises KeyError: 'empty'", n: 1 },
    },
    {
      what: "a changed argument",
      right: `${EQUAL.replace("    return", "    total =")}    weights[0:1] = []\n    return total\n`,
      expected: {
        left: "5",
        right: expect.stringContaining("# afterwards weights is [2, 3]") as unknown,
        n: 0,
      },
    },
    {
      what: "no end",
      right: EQUAL.replace("    return", "    while least > 5: pass\n    return"),
      expected: {
        left: "0",
        right: expect.stringMatching(/did not come to an end within 0.1 s/) as unknown,
        n: 2,
      },
    },
    {
      what: "the end of the process",
      right: EQUAL.replace("    return", "    if least > 5: os._exit(0)\n    return"),
      expected: { left: "0", right: expect.stringMatching(/ended with exit code 0/) as unknown, n: 2 },
    },
    {
      what: "a value that says it is equal to everything",
      right:
        "class Liar(int):\n    def __eq__(self, other): return True\n    def __repr__(self): return '5'\n    __hash__ = int.__hash__\n\n\ndef press(weights, least=2):\n    if not weights: raise ValueError\n    return Liar(5)\n",
      expected: { left: "5", n: 0 },
    },
    {
      what: "something else each time",
      right: EQUAL.replace("    return ", "    return hash('pear') % 1000 + "),
      expected: {
        left: "5",
        difference: { path: expect.any(String) as unknown, message: expect.any(String) as unknown },
        n: 0,
      },
    },
  ])("$what", async ({ right, expected }) => {
    const found = await checker.check({ subject, right, inputs, callSeconds: 0.1 });
    expect(found).toMatchObject({ status: "different", ...expected });
  });

  test("its input is written as a call, and can be built again", async () => {
    const found = await checker.check({ subject, right: EQUAL.replace("< least", "<= least"), inputs });
    expect(found).toMatchObject({ input: ">>> press([1, 2, 3])", recipe: { positional: [[1, 2, 3]] } });
  });
});

describe("it cannot be told", () => {
  const roll = {
    kind: "source",
    text: "def roll(sides):\n    return hash(str(sides))\n",
    name: "roll",
  } as const;
  test.each([
    {
      what: "where neither shows the same twice",
      subject: roll,
      right: "    return hash(f'{sides}')",
      inputs: ["6"],
      reason: "nondeterministic",
    },
    {
      what: "where neither ends",
      subject: roll,
      left: "    while True: pass",
      right: "    while 1: pass",
      inputs: ["6"],
      reason: "ended_early",
    },
    {
      what: "where nothing can be seen",
      subject: roll,
      left: "    pass",
      right: "    sides += 1",
      inputs: ["6"],
      reason: "nothing_to_observe",
    },
    {
      what: "where a version is none",
      subject,
      right: "def crush(weights):\n    pass",
      inputs,
      reason: "not_a_version",
      side: "right",
    },
    {
      what: "where a version does not compile",
      subject,
      left: "def press(weights, least=2):\n    return (yield from",
      right: EQUAL,
      inputs,
      reason: "not_a_version",
      side: "left",
    },
    {
      what: "where a file cannot be imported",
      subject: { ...roll, text: `import no_such_module\n${roll.text}` },
      right: "    return 4",
      inputs: ["6"],
      reason: "import_failed",
      side: "left",
    },
    {
      what: "where no receiver is known",
      subject: {
        kind: "source",
        text: "class Jar:\n    def add(self, n: int):\n        return self.n + n\n",
        name: "Jar.add",
      } as const,
      right: "    return n + self.n",
      reason: "no_input",
    },
  ])("$what", async ({ what: _, reason, side, ...question }) => {
    const found = await checker.check({ ...question, callSeconds: 0.1 });
    expect(found).toMatchObject({ status: "cannot-tell", reason, ...(side === undefined ? {} : { side }) });
  });
});

test("methods take recipes with a receiver", async () => {
  const text =
    "class Jar:\n    def __init__(self, size):\n        self.size = size\n\n    def add(self, n):\n        self.size += n\n        return self.size\n";
  const recipe = { receiver: { object: { class: "subject:Jar", state: { size: 3 } } }, positional: [4] };
  const jar = { kind: "source", text, name: "Jar.add" } as const;
  expect(
    await checker.check({
      subject: jar,
      right: "    self.size = self.size + n\n    return self.size",
      inputs: [recipe],
    }),
  ).toMatchObject({ status: "equivalent-on", n: 1 });
  expect(
    await checker.check({ subject: jar, right: "    return self.size + n", inputs: [recipe] }),
  ).toMatchObject({
    status: "different",
    difference: { path: "receiver.size" },
  });
});

test("questions that cannot be asked are usage errors", async () => {
  const ask = (change: object): Promise<unknown> => checker.check({ subject, right: EQUAL, ...change });
  await expect(ask({ inputs: ["open('x')"] })).rejects.toMatchObject({ code: "bad-input" });
  await expect(ask({ subject: { ...subject, name: "crush" } })).rejects.toMatchObject({
    code: "unknown-target",
  });
  await expect(ask({ subject: { ...subject, path: "../a.py" } })).rejects.toMatchObject({ code: "bad-path" });
  await expect(ask({ callSeconds: 0 })).rejects.toMatchObject({ code: "bad-limit" });
});

describe("the target of a task", () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "diorama-equivalence-"));
    await writeOrchardTaskSet(taskSetBelow(folder));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("is compared with another body on the task's own cases and more", async () => {
    const task = { kind: "task", taskSet: taskSetBelow(folder), task: taskIds[0] } as const;
    const same = await checkEquivalence({ subject: task, right: completions.right });
    expect(same).toMatchObject({ status: "equivalent-on" });
    expect((same as { n: number }).n).toBeGreaterThanOrEqual(6);
    const told = await checker.check({ subject: task, left: completions.right, right: completions.wrong });
    expect(told).toMatchObject({ status: "different", left: "'old'", right: "'fresh'" });
  });
});
