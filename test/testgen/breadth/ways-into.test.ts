import { expect, test } from "vitest";

import type { CaseRecipe, ValueRecipe } from "../../../src/spec/index.ts";
import { spotsOf } from "../../../src/testgen/breadth/places.ts";
import { spotsOfWays } from "../../../src/testgen/breadth/ways-into.ts";
import { PLAIN_CONTRACT } from "../plain-contract.ts";

const SHELF: ValueRecipe = {
  dict: [
    ["rye", [3, { dict: [["crust", 1]] }]],
    ["oat", 0],
  ],
};

function call(...positional: ValueRecipe[]): CaseRecipe {
  return { shared: [], positional, keywords: {}, files: {}, variables: {} };
}

/** The calls that lead into the first argument by the second one. */
function ledInto(recipe: CaseRecipe, signs: readonly string[] = []): readonly (readonly ValueRecipe[])[] {
  const spots = spotsOf(recipe, PLAIN_CONTRACT);
  return spotsOfWays(recipe, PLAIN_CONTRACT, { spots, texts: signs }).flatMap(({ edges = () => [], write }) =>
    edges().map(({ value }) => write(recipe, value).positional),
  );
}

test("a list of keys leads to every place, beside it and too far", () => {
  const calls = ledInto(call(SHELF, ["rye", 0]));
  for (const way of [["rye"], ["rye", 1, "crust"], ["oat"], ["rye", 2], ["oat", 0], ["ryea"]])
    expect(calls).toContainEqual([SHELF, way]);
});

test("both arguments change together: a list around, another of the same at the end, what counts as false", () => {
  const calls = ledInto(call(SHELF, ["oat"]));
  expect(calls).toContainEqual([[SHELF], [0, "oat"]]);
  const deeper = {
    dict: [
      ["rye", [3, { dict: [["crust", 1]] }]],
      ["oat", SHELF],
    ],
  };
  expect(calls).toContainEqual([deeper, ["oat", "oat"]]);
  expect(calls).toContainEqual([
    {
      dict: [
        ["rye", [3, { dict: [["crust", 1]] }]],
        ["oat", null],
      ],
    },
    ["oat"],
  ]);
});

test.each([
  ["rye.1.crust", ["rye.0", "oat", "rye.1.crust"]],
  ["/rye/1", ["/rye/0", "/oat", "/rye/1/crust"]],
])("a text leads as %s does", (way, others) => {
  const calls = ledInto(call(SHELF, way));
  for (const other of others) expect(calls).toContainEqual([SHELF, other]);
});

test("a text of one step is a way where the reference names a sign between steps", () => {
  expect(ledInto(call(SHELF, "rye"), ["."])).toContainEqual([SHELF, "rye.0"]);
  expect(ledInto(call(SHELF, "rye"))).toEqual([]);
});

test.each([[["a", "b"]], ["/a/b"], ["a.b"]])(
  "into a dictionary that the keys of %j do not lead into they are made to lead",
  (way) => {
    const filled = (value: ValueRecipe): ValueRecipe => ({ dict: [["a", { dict: [["b", value]] }]] });
    for (const value of [null, 0, "", false, 7])
      expect(ledInto(call({ dict: [] }, way))).toContainEqual([filled(value), way]);
    for (const value of [null, 0, "", false])
      expect(ledInto(call({ dict: [["c", 1]] }, way))).toContainEqual([
        {
          dict: [
            ["c", 1],
            ["a", value],
          ],
        },
        way,
      ]);
  },
);

test("what leads nowhere is no way", () => {
  expect(ledInto(call([], ["malt"]))).toEqual([]);
  expect(ledInto(call(3, ["rye"]))).toEqual([]);
});

test("what stands inside of an argument leads into another one, too", () => {
  const step: ValueRecipe = { dict: [["to", "/oat"]] };
  const calls = ledInto(call(SHELF, step));
  expect(calls).toContainEqual([SHELF, { dict: [["to", "/rye/1/crust"]] }]);
  expect(calls).toContainEqual([SHELF, { dict: [["to", "/oata"]] }]);
});
