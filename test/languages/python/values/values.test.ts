import { expect, test } from "vitest";

import { createRandom } from "../../../../src/base/index.ts";
import { arrayPartsOf, takeRows } from "../../../../src/languages/python/values/array-shape.ts";
import { pythonValues } from "../../../../src/languages/python/values/values.ts";
import type { ValueRecipe } from "../../../../src/spec/index.ts";
import { varyValue } from "../../../../src/testgen/vary-value.ts";

type Facts = ReturnType<typeof pythonValues.describe>;

const factsOf = (node: ValueRecipe): Facts => pythonValues.describe(node);

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
  values: pythonValues,
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
  expect([row, table, series, frame, others[0] ?? null].map((node) => factsOf(node)?.type)).toEqual([
    "numpy.ndarray[float64, 1-d]",
    "numpy.ndarray[uint8, 2-d]",
    "pandas.Series[float64]",
    "pandas.DataFrame",
    "pandas.Index[str]",
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
  expect([row, table, frame, series, ...others].map((node) => factsOf(node)?.rowCount)).toEqual([
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
  expect(factsOf(frame)?.columnNames).toEqual(["a", "b"]);
});

test("no rows are taken from what has none, nor from what shares its index with another value", () => {
  const shared = (type: string, ...held: readonly ValueRecipe[]): ValueRecipe => ({
    value: [type, ...held, { ref: 0 }],
  });
  const columns = { value: ["pandas.Index", array("object", [1], ["a"]), null] };
  const rowless: readonly ValueRecipe[] = [
    null,
    { ref: 0 },
    { value: ["numpy.float64", float("1.5")] },
    shared("pandas.Series", row),
    shared("pandas.DataFrame", columns, [row]),
  ];
  expect(rowless.map((node) => takeRows(node, [0]))).toEqual(rowless.map(() => undefined));
});

test("edges are other values of the same type and of a shape of their own", () => {
  const edges = [row, table, frame, series, ...others].flatMap((node) =>
    pythonValues.edgesOf(node, []).map((edge) => ({ ...edge, node })),
  );
  expect(edges.flatMap(({ value }) => problemsIn(value))).toEqual([]);
  expect(edges.filter(({ value, node }) => factsOf(value)?.type !== factsOf(node)?.type)).toEqual(
    // An index that no longer counts lists its labels.
    edges.filter(
      ({ node, value }) =>
        JSON.stringify(node).startsWith('{"value":["pandas.RangeIndex"') &&
        factsOf(value)?.type === "pandas.Index[int64]",
    ),
  );
  const kinds = new Set(edges.map(({ kind }) => kind));
  expect(kinds.has("no rows") && kinds.has("rows sorted") && kinds.has("all negative")).toBe(true);
});

test("times have others a little beside them, and of a zone those at which it turns", () => {
  const texts = (...parts: ValueRecipe[]): readonly string[] =>
    pythonValues
      .edgesOf({ value: ["datetime.datetime", ...parts] }, [])
      .map(({ value }) => JSON.stringify((value as { readonly value: unknown }).value));
  const zone = { value: ["zoneinfo.ZoneInfo", "US/Pacific"] };
  const plain = texts(2023, 12, 31, 23, 59, 59, 999_999, null, 0);
  const zoned = texts(2023, 5, 1, 12, 0, 0, 0, zone, 0);
  expect(plain).toContain('["datetime.datetime",2024,1,1,0,0,0,0,null,0]');
  expect(plain).toContain('["datetime.datetime",2023,12,31,23,59,59,499999,null,0]');
  expect(plain).toContain('["datetime.datetime",2023,12,30,23,59,59,999999,null,0]');
  expect(plain.filter((text) => text.includes("2021,11,7")).map((text) => text.at(-2))).toEqual(["0", "0"]);
  expect(zoned).toContain(`["datetime.datetime",2021,11,7,1,30,0,0,${JSON.stringify(zone)},1]`);
  expect(texts(9999, 12, 31, 23, 59, 59, 999_999, null, 0).join()).not.toContain("10000");
});

test("dates move by days and stay written as they were", () => {
  const dates = array("datetime64[ns]", [2], ["2024-02-28T10:00:00.000000000", "NaT"]);
  const texts = pythonValues.edgesOf(dates, []).flatMap(({ value }) => arrayPartsOf(value)?.items ?? []);
  expect(texts).toContain("2024-02-29T10:00:00.000000000");
  expect(texts).toContain("2024-02-28T23:59:59.000000000");
  expect(new Set(texts.map((text) => (typeof text === "string" ? text.length : 0)))).toEqual(
    new Set([29, 3]),
  );
  const moment: ValueRecipe = { value: ["pandas.Timestamp", "2024-12-31T00:00:00", null, "us"] };
  expect(pythonValues.edgesOf(moment, []).map(({ value }) => value)).toContainEqual({
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
    JSON.stringify(pythonValues.edgesOf(row, siblings).map(({ value }) => value));
  expect(texts([])).not.toMatch(/nan|inf/u);
  expect(texts([array("float64", [1], [float("inf")])])).toMatch(/"nan".*"-inf"/u);
  expect(JSON.stringify(pythonValues.edgesOf(frame, []))).toMatch(/"inf"/u);
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
