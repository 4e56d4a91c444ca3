import { expect, test } from "vitest";

import { createRandom } from "../../src/base/index.ts";
import type { ValueRecipe } from "../../src/spec/index.ts";
import { arrayEdges } from "../../src/testgen/arrays/array-edges.ts";
import { arrayPartsOf, columnNamesOf, rowCountOf, takeRows } from "../../src/testgen/arrays/array-shape.ts";
import { inferSizes, keepsSizes } from "../../src/testgen/arrays/array-sizes.ts";
import { typeNameOf } from "../../src/testgen/value-shape.ts";
import { varyValue } from "../../src/testgen/vary-value.ts";

const float = (text: string): ValueRecipe => ({ float: text });
const array = (type: string, shape: readonly number[], items: ValueRecipe): ValueRecipe => ({
  value: ["numpy.ndarray", type, shape, items],
});
const row = array("float64", [3], [float("1.0"), float("2.5"), float("-3.0")]);
const table = array(
  "uint8",
  [2, 2],
  [
    [0, 1],
    [2, 255],
  ],
);
const index = { value: ["pandas.Index", { value: ["pandas.array", "str", ["p", "q"]] }, null] };
const frame: ValueRecipe = {
  value: [
    "pandas.DataFrame",
    { value: ["pandas.Index", array("object", [2], ["a", "b"]), null] },
    [array("int64", [2], [1, 2]), array("float64", [2], [float("0.5"), float("nan")])],
    index,
  ],
};
const series: ValueRecipe = {
  value: ["pandas.Series", row, { value: ["pandas.RangeIndex", 0, 3, 1, null] }, "n"],
};
const others: readonly ValueRecipe[] = [
  index,
  { value: ["pandas.MultiIndex", [array("int64", [2], [1, 2])], [null]] },
  { value: ["pandas.RangeIndex", 4, 10, 2, null] },
  { value: ["pandas.Series", { value: ["pandas.Categorical", ["a", null], index, false] }, index, null] },
  { value: ["numpy.float64", float("1.5")] },
  { value: ["numpy.uint8", 3] },
];

const source = {
  literals: { texts: ["x"], integers: [7, 300, -4] },
  siblings: [],
  partsSeen: () => [],
};

/** What is wrong with an array anywhere in a value. */
function problemsIn(node: unknown): string[] {
  if (node === null || typeof node !== "object") return [];
  const array = arrayPartsOf(node as ValueRecipe);
  const inner = Object.values(node).flatMap(problemsIn);
  if (array === undefined) return inner;
  const shapeOf = (items: unknown, depth: number): number[] =>
    depth === 0 || !Array.isArray(items) ? [] : [items.length, ...shapeOf(items[0], depth - 1)];
  const isHollow = array.shape.includes(0);
  const found = shapeOf(array.items, array.shape.length);
  const leaves = JSON.stringify(array.items).match(/-?\d+/gu) ?? [];
  const isUnfit = array.type === "uint8" && leaves.some((leaf) => Number(leaf) < 0 || Number(leaf) > 255);
  return [
    ...inner,
    ...(isHollow || JSON.stringify(found) === JSON.stringify(array.shape)
      ? []
      : [`shape ${JSON.stringify(node)}`]),
    ...(isUnfit ? [`items ${JSON.stringify(node)}`] : []),
  ];
}

test("the types of contracts are those of the items, with how many dimensions there are", () => {
  expect([row, table, series, frame, others[0] ?? null].map((node) => typeNameOf(node, []))).toEqual([
    "value:numpy.ndarray[float64, 1-d]",
    "value:numpy.ndarray[uint8, 2-d]",
    "value:pandas.Series[float64]",
    "value:pandas.DataFrame",
    "value:pandas.Index[str]",
  ]);
});

test("rows are taken from all that has rows, and labels go with them", () => {
  expect(takeRows(frame, [1, 1])).toEqual({
    value: [
      "pandas.DataFrame",
      { value: ["pandas.Index", array("object", [2], ["a", "b"]), null] },
      [array("int64", [2], [2, 2]), array("float64", [2], [float("nan"), float("nan")])],
      { value: ["pandas.Index", { value: ["pandas.array", "str", ["q", "q"]] }, null] },
    ],
  });
  expect(takeRows(series, [2])).toEqual({
    value: [
      "pandas.Series",
      array("float64", [1], [float("-3.0")]),
      { value: ["pandas.RangeIndex", 0, 1, 1, null] },
      "n",
    ],
  });
  expect(takeRows({ value: ["pandas.RangeIndex", 4, 10, 2, null] }, [2, 0])).toEqual({
    value: ["pandas.Index", array("int64", [2], [8, 4]), null],
  });
  expect([row, table, frame, series, ...others].map((node) => rowCountOf(node))).toEqual([
    3,
    2,
    2,
    3,
    2,
    2,
    3,
    2,
    undefined,
    undefined,
  ]);
  expect(columnNamesOf(frame)).toEqual(["a", "b"]);
});

test("edges are other values of the same type and of a shape of their own", () => {
  const edges = [row, table, frame, series, ...others].flatMap((node) =>
    arrayEdges(node, []).map((edge) => ({ ...edge, node })),
  );
  expect(edges.flatMap(({ value }) => problemsIn(value))).toEqual([]);
  expect(edges.filter(({ value, node }) => typeNameOf(value, []) !== typeNameOf(node, []))).toEqual(
    // An index that no longer counts lists its labels.
    edges.filter(
      ({ node, value }) =>
        JSON.stringify(node).startsWith('{"value":["pandas.RangeIndex"') &&
        typeNameOf(value, []) === "value:pandas.Index[int64]",
    ),
  );
  const kinds = new Set(edges.map(({ kind }) => kind));
  expect(kinds.has("no rows") && kinds.has("rows sorted") && kinds.has("all negative")).toBe(true);
});

test("dates move by days and stay written as they were", () => {
  const dates = array("datetime64[ns]", [2], ["2024-02-28T10:00:00.000000000", "NaT"]);
  const texts = arrayEdges(dates, []).flatMap(({ value }) => arrayPartsOf(value)?.items ?? []);
  expect(texts).toContain("2024-02-29T10:00:00.000000000");
  expect(texts).toContain("2024-02-28T23:59:59.000000000");
  expect(new Set(texts.map((text) => (typeof text === "string" ? text.length : 0)))).toEqual(
    new Set([29, 3]),
  );
  const moment: ValueRecipe = { value: ["pandas.Timestamp", "2024-12-31T00:00:00", null, "us"] };
  expect(arrayEdges(moment, []).map(({ value }) => value)).toContainEqual({
    value: ["pandas.Timestamp", "2025-01-01T00:00:00", null, "us"],
  });
  const random = createRandom("dates");
  const varied = Array.from({ length: 100 }, () => JSON.stringify(varyValue(dates, { ...source, random })));
  expect(
    varied.filter((text) => /\d{4}/u.test(text) && !/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.0{9}/u.test(text)),
  ).toEqual([]);
});

test("missing numbers come only where one was seen", () => {
  const texts = (siblings: readonly ValueRecipe[]): string =>
    JSON.stringify(arrayEdges(row, siblings).map(({ value }) => value));
  expect(texts([])).not.toMatch(/nan|inf/u);
  expect(texts([array("float64", [1], [float("inf")])])).toMatch(/"nan".*"-inf"/u);
  expect(JSON.stringify(arrayEdges(frame, []))).toMatch(/"inf"/u);
});

test("variations keep types, shapes that fit, and numbers that their type can hold", () => {
  const random = createRandom("arrays");
  for (const node of [row, table, frame, series, ...others]) {
    const seen = new Set<string>();
    for (let turn = 0; turn < 200; turn++) {
      const varied = varyValue(node, { ...source, random });
      expect(problemsIn(varied)).toEqual([]);
      seen.add(JSON.stringify(varied));
    }
    expect(seen.size).toBeGreaterThan(2);
  }
});

test("arrays keep the sizes that they always had, and so do lists that stand for arrays", () => {
  const matrix = (rows: number, columns: number): ValueRecipe =>
    Array.from({ length: rows }, (_, at) => Array.from({ length: columns }, () => at));
  const points = inferSizes(
    [[1, 2, 3], array("float64", [3], ["0.5", "1.0", "2.0"].map(float)), [0, 0, float("1.5")]],
    true,
  );
  const lists = [
    [1, 2],
    [1, 2, 3, 4],
    [],
    [float("0.5"), 2, 3],
    array("float64", [2], [float("1.0"), float("2.0")]),
    "abc",
    ["a"],
  ];
  expect(lists.map((value) => keepsSizes(points, value))).toEqual([
    false,
    false,
    false,
    true,
    false,
    true,
    true,
  ]);
  const clouds = inferSizes([matrix(9, 2), matrix(4, 2)], true);
  expect([matrix(1, 2), matrix(3, 3), [[1, 2], [3]], [1]].map((value) => keepsSizes(clouds, value))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  const lone = inferSizes([matrix(40, 3)], true);
  expect([matrix(7, 3), matrix(40, 2)].map((value) => keepsSizes(lone, value))).toEqual([true, false]);
  const others = inferSizes(
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    false,
  );
  expect(keepsSizes(others, [1])).toBe(true);
  const ragged = inferSizes(
    [
      [[1], [2, 3]],
      [1, 2],
    ],
    true,
  );
  expect(keepsSizes(ragged, [[1, 2], [3]])).toBe(true);
});
