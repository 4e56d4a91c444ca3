import { expect, test } from "vitest";

import { showPythonValue } from "../../../../src/languages/python/present/show-value.ts";
import { array, listed } from "../../../judge/compare-cases.ts";

const range = { value: ["pandas.RangeIndex", 0, 2, 1, null] };
const texts = (...items: (string | null)[]) => ({ value: ["pandas.array", "str", items] });
const index = (values: unknown, name: string | null = null, ...more: string[]) => ({
  value: ["pandas.Index", values, name, ...more],
});
const ints = { value: ["numpy.ndarray", "int64", [2], [1, 2]] };

test.each([
  [array("float64", [1.5, Number.NaN, -Infinity]), "np.array([1.5, np.nan, -np.inf])"],
  [ints, "np.array([1, 2])"],
  [{ value: ["numpy.ndarray", "int32", [2], [1, 2]] }, "np.array([1, 2], dtype='int32')"],
  [{ value: ["numpy.ndarray", "int64", [2, 1], [[1], [2]], "F"] }, "np.array([[1], [2]], order='F')"],
  [{ value: ["numpy.ndarray", "bool", [1], [true], "read-only"] }, "<read-only np.array([True])>"],
  [{ value: ["numpy.ndarray", "float64", [0], []] }, "np.array([])"],
  [{ value: ["numpy.ndarray", "int64", [0], []] }, "np.array([], dtype='int64')"],
  [{ value: ["numpy.ndarray", "float64", [0, 3], []] }, "np.empty((0, 3))"],
  [{ value: ["numpy.ndarray", "float64", [], { float: "3.5" }] }, "np.array(3.5)"],
  [{ value: ["numpy.ndarray", "U2", [2], ["a", "bc"]] }, "np.array(['a', 'bc'])"],
  [{ value: ["numpy.ndarray", "U9", [1], ["a"]] }, "np.array(['a'], dtype='U9')"],
  [
    { value: ["numpy.ndarray", "datetime64[ns]", [2], ["2020-01-01T00:00:00.000000000", "NaT"]] },
    "np.array(['2020-01-01', 'NaT'], dtype='datetime64[ns]')",
  ],
  [
    { value: ["numpy.ndarray", "complex128", [1], [{ complex: ["1.0", "-2.0"] }]] },
    "np.array([complex(1.0, -2.0)])",
  ],
  [
    {
      value: [
        "numpy.ndarray",
        [
          ["x", "int32"],
          ["z", "float64", [2]],
        ],
        [1],
        [{ tuple: [1, [{ float: "1.0" }, { float: "2.0" }]] }],
      ],
    },
    "np.array([(1, [1.0, 2.0])], dtype=[('x', 'int32'), ('z', 'float64', (2,))])",
  ],
  [{ value: ["numpy.float64", { float: "1.5" }] }, "np.float64(1.5)"],
  [{ value: ["numpy.timedelta64", 3, "D"] }, "np.timedelta64(3, 'D')"],
  [{ value: ["numpy.datetime64", "2020-01-01", "D"] }, "np.datetime64('2020-01-01')"],
  [{ value: ["numpy.dtype", "float64"] }, "np.dtype('float64')"],
  [{ named: "numpy.linalg:norm" }, "np.linalg.norm"],
  [{ named: "pandas:NaT" }, "pd.NaT"],
  [{ named: "harbour:norm" }, "norm"],
  [{ value: ["pandas.Series", ints, range, null] }, "pd.Series([1, 2])"],
  [
    { value: ["pandas.Series", texts("a", null), listed([3, 4]), "n"] },
    "pd.Series(['a', None], index=[3, 4], dtype='str', name='n')",
  ],
  [
    { value: ["pandas.DataFrame", index(texts("a", "b")), [ints, texts("x", "y")], index(texts("p", "q"))] },
    "pd.DataFrame({'a': [1, 2], 'b': ['x', 'y']}, index=['p', 'q'])",
  ],
  [
    { value: ["pandas.DataFrame", index(texts("a", "a")), [ints, ints], range] },
    "pd.DataFrame({0: [1, 2], 1: [1, 2]}).set_axis(['a', 'a'], axis=1)",
  ],
  [
    {
      value: ["pandas.DataFrame", index(texts("a")), [{ value: ["numpy.ndarray", "int8", [1], [1]] }], range],
    },
    "pd.DataFrame({'a': pd.Series([1], dtype='int8')})",
  ],
  [
    index({ value: ["numpy.ndarray", "datetime64[ns]", [1], ["2020-01-01T00:00:00.000000000"]] }, "day", "D"),
    "pd.DatetimeIndex(['2020-01-01'], dtype='datetime64[ns]', freq='D', name='day')",
  ],
  [
    { value: ["pandas.MultiIndex", [texts("a", "b"), ints], ["x", null]] },
    "pd.MultiIndex.from_arrays([['a', 'b'], [1, 2]], names=['x', None])",
  ],
  [{ value: ["pandas.RangeIndex", 3, 9, 2, "r"] }, "pd.RangeIndex(3, 9, 2, name='r')"],
  [
    { value: ["pandas.Categorical", ["a", null], index(texts("a", "b")), true] },
    "pd.Categorical(['a', None], categories=['a', 'b'], ordered=True)",
  ],
  [{ value: ["pandas.Timestamp", "2020-01-01T00:00:00", null] }, "pd.Timestamp('2020-01-01')"],
  [{ value: ["pandas.Interval", 1, 2, "left"] }, "pd.Interval(1, 2, closed='left')"],
  [{ tuple: [{ float: "nan" }] }, "(float('nan'),)"],
])("%j is written as a user of the library writes it", (value, text) => {
  expect(showPythonValue(value, { maxLength: 200 })).toBe(text);
});

test("a long array is cut like anything else, and nothing of it is evaluated", () => {
  expect(
    showPythonValue(
      array(
        "float64",
        Array.from({ length: 5_000 }, (_, at) => at),
      ),
      { maxLength: 40 },
    ),
  ).toHaveLength(40);
  expect(showPythonValue({ value: ["numpy.ndarray"] })).toBe("np.array(None, dtype=None)");
  expect(showPythonValue({ value: ["pandas.DataFrame", null, null, null] })).toContain("pd.DataFrame(");
});

test("an index that several values share is written as what it is", () => {
  const levels = { value: ["pandas.MultiIndex", [ints, texts("a", "b")], [null, null]] };
  const shared = [levels] as const;
  const written = "pd.MultiIndex.from_arrays([[1, 2], ['a', 'b']])";
  const series = { value: ["pandas.Series", ints, { ref: 0 }, null] };
  const frame = { value: ["pandas.DataFrame", index(texts("x")), [ints], { ref: 0 }] };
  expect(showPythonValue(series, { shared })).toBe(`pd.Series([1, 2], index=${written})`);
  expect(showPythonValue(frame, { shared, maxLength: 200 })).toBe(
    `pd.DataFrame({'x': [1, 2]}, index=${written})`,
  );
  const met = { numbers: new Map<number, number>(), again: new Set<number>(), numbered: new Set([0]) };
  expect(showPythonValue([series, frame], { shared, met, maxLength: 200 })).toBe(
    `[pd.Series([1, 2], index=#1=${written}), pd.DataFrame({'x': [1, 2]}, index=<#1>)]`,
  );
});
