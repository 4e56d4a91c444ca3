import { describe, expect, test } from "vitest";

import type { ValueRecipe } from "../../../src/spec/index.ts";
import { fittingValues } from "../../../src/testgen/breadth/fitting-values.ts";

function valuesBeside(value: ValueRecipe, ...found: ValueRecipe[]): readonly ValueRecipe[] {
  return fittingValues(value, found).map((edge) => edge.value);
}

describe("values that fit what stands in another argument", () => {
  test("are texts that have it at either end, inside, as a word, as a part of one, in another case", () => {
    expect(valuesBeside("black tea", "rye")).toEqual(
      expect.arrayContaining([
        "ryeblack tea",
        "black tearye",
        "rye tea",
        "black rye",
        "ryea tea",
        "RYE tea",
        "ry tea",
      ]),
    );
  });

  test("are bytes for bytes", () => {
    expect(valuesBeside({ bytes: "tea" }, { bytes: "rye" })).toContainEqual({ bytes: "ryetea" });
  });

  test("are sequences that hold it, and dictionaries that have it as a key, with nothing too", () => {
    expect(valuesBeside(["a"], "rye")).toEqual(expect.arrayContaining([["rye", "a"], ["a", "rye"], ["rye"]]));
    const held = valuesBeside({ dict: [["a", 7]] }, "rye");
    for (const value of [7, 0, null])
      expect(held).toContainEqual({
        dict: [
          ["a", 7],
          ["rye", value],
        ],
      });
  });

  test("hold in an empty dictionary what others hold", () => {
    const values = fittingValues({ dict: [] }, ["rye"], "dark").map(({ value }) => value);
    for (const held of ["dark", "", null]) expect(values).toContainEqual({ dict: [["rye", held]] });
  });

  test("are none of long texts", () => {
    expect(valuesBeside("tea", "a text that is far too long to be a key")).toEqual([]);
  });
});
