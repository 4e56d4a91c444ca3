import { describe, expect, test } from "vitest";

import { createRandom } from "../../src/base/index.ts";
import { pythonValues } from "../../src/languages/python/values/values.ts";
import type { ValueRecipe } from "../../src/spec/index.ts";
import { varyValue } from "../../src/testgen/vary-value.ts";

/** Two hundred variations of a value. */
function variationsOf(value: ValueRecipe): ValueRecipe[] {
  const random = createRandom("values");
  const literals = { texts: [], integers: [7] };
  const source = { random, literals, siblings: [], partsSeen: () => [], values: pythonValues };
  return Array.from({ length: 200 }, () => varyValue(value, source));
}

describe("a varied value is built as it is written", () => {
  test.each(["set", "frozenset"])(
    "a %s has each member once, also where numbers of two types are equal",
    (tag) => {
      const sizes = variationsOf({ [tag]: ["a", 1, { float: "2.0" }, true, 2] }).map((value) => {
        const members =
          (value as Record<string, (string | number | boolean | { float: string })[]>)[tag] ?? [];
        const keys = members.map((one) =>
          typeof one === "object" ? Number(one.float) : one === true ? 1 : one,
        );
        expect(new Set(keys).size).toBe(members.length);
        return members.length;
      });
      expect(Math.max(...sizes)).toBeGreaterThan(2);
    },
  );

  test("a pattern keeps its flags, of which most numbers are none", () => {
    const pattern = { value: ["re.Pattern", "12", 32] };
    expect(new Set(variationsOf(pattern).map((value) => JSON.stringify(value)))).toEqual(
      new Set([JSON.stringify(pattern)]),
    );
  });

  test("a text of several tokens changes by brackets and lines, with what others in its place have", () => {
    const random = createRandom("values");
    const source = {
      random,
      literals: { texts: [], integers: [] },
      siblings: ["x: [3, 4]\ny: 5"],
      partsSeen: () => [],
    };
    const varied = Array.from({ length: 4_000 }, () => varyValue("a: (1)\nb: 2", source));
    expect(varied).toEqual(expect.arrayContaining(["a: [3, 4]\nb: 2", "a: (1)\na: 2\nb: 2", "b: 2\na: (1)"]));
  });
});
