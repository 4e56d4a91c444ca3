import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { expect, test } from "vitest";

import { installLibrary, needingLibraries } from "../../judge/python-library.ts";
import { findPython } from "../../judge/orchard.ts";
import { guestDirectory } from "./interpreters.ts";

const folders = {
  "numpy 1 and pandas 2": await installLibrary("numpy==1.26.4", "pandas==2.1.4"),
  "numpy 2 and pandas 3": await installLibrary("numpy==2.4.6", "pandas==3.1.1"),
};

const array = (type: string, shape: readonly number[], items: unknown, ...layout: string[]) => ({
  value: ["numpy.ndarray", type, shape, items, ...layout],
});
const floats = [{ float: "1.0" }, { float: "2.0" }];

for (const [name, folder] of Object.entries(folders)) {
  test.skipIf(folder === undefined)(
    needingLibraries(`arrays and frames of ${name} come out of a recipe as they went in`),
    () => {
      const text = execFileSync(
        findPython(),
        ["-B", "-W", "ignore", join(import.meta.dirname, "libraries.py"), guestDirectory],
        { encoding: "utf8", env: { PATH: process.env["PATH"], PYTHONPATH: folder } },
      );
      const shown = JSON.parse(text) as Record<string, unknown>;
      expect(shown["problems"]).toEqual({});
      expect(shown["the same twice is the same"]).toBe(true);
      expect(shown["in itself"]).toBe(true);
      expect(shown["written"]).toEqual({
        "in the other order": array(
          "int64",
          [3, 2],
          [
            [0, 3],
            [1, 4],
            [2, 5],
          ],
          "F",
        ),
        dates: array("datetime64[ns]", [2], ["2020-01-01T00:00:00.000000000", "NaT"]),
        records: {
          value: [
            "numpy.ndarray",
            [
              ["x", "int32"],
              ["y", "U3"],
              ["z", "float64", [2]],
            ],
            [2],
            [{ tuple: [1, "a", floats] }, { tuple: [2, "b", [{ float: "3.0" }, { float: "4.0" }]] }],
          ],
        },
        "read-only": array(
          "float64",
          [2, 2],
          [
            [{ float: "1.0" }, { float: "1.0" }],
            [{ float: "1.0" }, { float: "1.0" }],
          ],
          "read-only",
        ),
      });
      expect(shown["layout is not observed"]).toEqual(
        array(
          "int64",
          [3, 2],
          [
            [0, 3],
            [1, 4],
            [2, 5],
          ],
        ),
      );
      expect(shown["result is argument"]).toEqual({ argument: 0 });
      expect(shown["numbers have no identity"]).toEqual({ value: ["numpy.float64", { float: "1.5" }] });
      expect(shown["refused"]).toEqual({
        subclass: "native_handle: numpy:ndarray",
        matrix: "native_handle: numpy:ndarray",
        "longest float": "native_handle: numpy:dtype <f16",
        "bytes without fields": "native_handle: numpy:dtype |V8",
        generator: "native_handle: numpy.random._generator:Generator",
        "function of nobody": "not_importable: numpy:ufunc len (vectorized)",
        "frame of a class": "native_handle: __main__:Ledger",
        "attributes of a frame": expect.stringMatching(/^state: pandas.*DataFrame\.attrs$/u) as unknown,
        sparse: expect.stringContaining("of Sparse[int64, 0]") as unknown,
        intervals: expect.stringMatching(/^native_handle: pandas.*IntervalIndex$/u) as unknown,
        "too many": "too_large: numpy:ndarray",
      });
      expect(shown["too many for a recipe"]).toBe("too_large numpy:ndarray");
      expect(shown["pretender"]).toEqual([{ object: { class: "builtins:object", own: "", state: {} } }, []]);
      expect(shown["after replacing"]).toMatchObject([
        { value: array("float64", [2], floats) },
        {
          value: {
            value: [
              "pandas.Series",
              array("float64", [2], floats),
              { value: ["pandas.RangeIndex", 0, 2, 1, null] },
              null,
            ],
          },
        },
      ]);
    },
  );
}
