import { expect, test } from "vitest";

import type { CaseRecipe, ValueRecipe } from "../../../src/spec/index.ts";
import { spotsOfSame } from "../../../src/testgen/breadth/same-values.ts";

function call(positional: ValueRecipe[], keywords: Record<string, ValueRecipe> = {}): CaseRecipe {
  return { shared: [], positional, keywords, files: {}, variables: {} };
}

/** The arguments with the values that stand at several places made longer, or one more. */
function changedTogether(recipe: CaseRecipe): unknown[] {
  const spots = spotsOfSame(recipe, (value) => [
    { kind: "more", value: typeof value === "string" ? `${value}_1` : Number(value) + 1 },
  ]);
  return spots.flatMap((spot) =>
    (spot.edges?.() ?? []).map(({ value }) => {
      const { positional, keywords } = spot.write(recipe, value);
      return [...positional, ...Object.values(keywords)];
    }),
  );
}

test("an item and what is looked up in it change together, at any depth", () => {
  expect(changedTogether(call(["rye", { set: ["oats", "rye"] }]))).toEqual([
    ["rye_1", { set: ["oats", "rye_1"] }],
  ]);
  const table = { dict: [["rye", ["a", { tuple: ["rye", 3] }]]] };
  expect(changedTogether(call([table], { size: 3 }))).toEqual([
    [{ dict: [["rye_1", ["a", { tuple: ["rye_1", 3] }]]] }, 3],
    [{ dict: [["rye", ["a", { tuple: ["rye", 4] }]]] }, 4],
  ]);
});

test("two keys that would be one are one", () => {
  const table = {
    dict: [
      ["rye", 5],
      ["rye_1", "rye"],
    ],
  };
  expect(changedTogether(call([table]))).toEqual([[{ dict: [["rye_1", 5]] }]]);
});

test("what stands once, flags and empty texts change alone", () => {
  expect(changedTogether(call(["rye", "oats", 1, 1, "", ""]))).toEqual([]);
});
