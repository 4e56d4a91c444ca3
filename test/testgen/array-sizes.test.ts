import { expect, test } from "vitest";

import { pythonValues } from "../../src/languages/python/values/values.ts";
import type { ValueRecipe } from "../../src/spec/index.ts";
import { ANY_SIZES, inferSizes, keepsSizes } from "../../src/testgen/array-sizes.ts";

const float = (text: string): ValueRecipe => ({ float: text });
const row = (...numbers: string[]): ValueRecipe => ({
  value: ["numpy.ndarray", "float64", [numbers.length], numbers.map(float)],
});

test("arrays keep the sizes that they always had, and so do lists that stand for arrays", () => {
  const matrix = (rows: number, columns: number): ValueRecipe =>
    Array.from({ length: rows }, (_, at) => Array.from({ length: columns }, () => at));
  const points = inferSizes([[1, 2, 3], row("0.5", "1.0", "2.0"), [0, 0, float("1.5")]], pythonValues);
  const lists = [[1, 2], [1, 2, 3, 4], [], [float("0.5"), 2, 3], row("1.0", "2.0"), "abc", ["a"]];
  expect(lists.map((value) => keepsSizes(points, value))).toEqual([
    false,
    false,
    false,
    true,
    false,
    true,
    true,
  ]);
  const clouds = inferSizes([matrix(9, 2), matrix(4, 2)], pythonValues);
  expect([matrix(1, 2), matrix(3, 3), [[1, 2], [3]], [1]].map((value) => keepsSizes(clouds, value))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  const lone = inferSizes([matrix(40, 3)], pythonValues);
  expect([matrix(7, 3), matrix(40, 2)].map((value) => keepsSizes(lone, value))).toEqual([true, false]);
  expect(keepsSizes(ANY_SIZES, [1])).toBe(true);
  const ragged = inferSizes(
    [
      [[1], [2, 3]],
      [1, 2],
    ],
    pythonValues,
  );
  expect(keepsSizes(ragged, [[1, 2], [3]])).toBe(true);
});
