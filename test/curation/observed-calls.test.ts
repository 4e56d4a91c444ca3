import { expect, it } from "vitest";

import { isCallOf, observedCalls } from "../../src/curation/observed-calls.ts";
import { givenPythonSyntax } from "../languages/python/real-python.ts";

it.each([
  ["getter", [], true],
  ["getter", [1], false],
  ["setter", [1], true],
  ["setter", [], false],
  ["deleter", [], true],
  ["deleter", [1], false],
  ["method", [], true],
  ["function", [1, 2], true],
] as const)("a call of a %s given %j is one: %s", (kind, positional, isOne) => {
  const recipe = { shared: [], positional: [...positional], keywords: {}, files: {}, variables: {} };
  expect(isCallOf(kind, recipe)).toBe(isOne);
});

it("tells calls that a target makes of itself from others", async () => {
  const text =
    "def flat(tree):\n    return [flat(one) for one in tree]\n\n\ndef all(trees):\n    return flat(trees)\n";
  const { syntax } = await givenPythonSyntax();
  const recipe = { shared: [], positional: [[]], keywords: {}, files: {}, variables: {} };
  const callers = ["trees.py:2", "trees.py:6", "tests/test_trees.py:2", null];
  const { byTarget } = observedCalls(
    {
      calls: callers.map((caller, at) => ({
        target: "trees.py:flat",
        origin: "observed",
        id: String(at),
        fields: { recipe, caller },
      })),
      reached: { "trees.py:flat": 4 },
      entries: [],
      tests: {},
      testCalls: {},
      refused: {},
      isTimedOut: false,
    },
    syntax.parse("trees.py", text).definitions,
  );
  const calls = byTarget.get("trees.py:flat")?.calls ?? [];
  expect(calls.map(({ isInner = false }) => isInner)).toEqual([true, false, false, false]);
});
