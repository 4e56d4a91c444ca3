import { expect, test } from "vitest";

import { pythonValues } from "../../../src/languages/python/values/values.ts";
import type { CaseRecipe, ValueRecipe } from "../../../src/spec/index.ts";
import { spotsOfAlike } from "../../../src/testgen/breadth/alike-arguments.ts";
import { edgesOf } from "../../../src/testgen/breadth/edges.ts";
import { spotsOf } from "../../../src/testgen/breadth/places.ts";
import { PLAIN_CONTRACT } from "../plain-contract.ts";

const LITERALS = { texts: [], integers: [] };

function call(...positional: ValueRecipe[]): CaseRecipe {
  return { shared: [], positional, keywords: {}, files: {}, variables: {} };
}

/** The calls in which one argument is nearly the other one. */
function alike(recipe: CaseRecipe): readonly (readonly ValueRecipe[])[] {
  const edgesAt = ({ value }: { readonly value: ValueRecipe }) =>
    edgesOf(value, { literals: LITERALS, patterns: [], signs: [], siblings: [] });
  const spots = spotsOf(recipe, PLAIN_CONTRACT);
  return spotsOfAlike(recipe, PLAIN_CONTRACT, { spots, edgesAt }).flatMap(({ edges = () => [], write }) =>
    edges().map(({ value }) => write(recipe, value).positional),
  );
}

const LOAF: ValueRecipe = {
  dict: [
    ["grain", "rye"],
    ["rows", [1, 2]],
  ],
};
const OTHER: ValueRecipe = { dict: [["grain", "oat"]] };

test("each of two dictionaries is the other one, in another order, and with a member that differs", () => {
  const calls = alike(call(LOAF, OTHER));
  expect(calls).toContainEqual([LOAF, LOAF]);
  expect(calls).toContainEqual([OTHER, OTHER]);
  expect(calls).toContainEqual([
    LOAF,
    {
      dict: [
        ["rows", [1, 2]],
        ["grain", "rye"],
      ],
    },
  ]);
  expect(calls.some(([, second]) => JSON.stringify(second).includes('["rows",[2,1]]'))).toBe(true);
});

test("both stand in a container like themselves, equal or but for a member of another type", () => {
  const flagged = (value: ValueRecipe): ValueRecipe => ({ dict: [["baked", value]] });
  const within = (value: ValueRecipe): ValueRecipe => ({ dict: [["baked", flagged(value)]] });
  const calls = alike(call(flagged(true), OTHER));
  expect(calls).toContainEqual([flagged(true), flagged(1)]);
  expect(calls).toContainEqual([within(true), within(true)]);
  expect(calls).toContainEqual([within(true), within(1)]);
  expect(alike(call([1], [2]))).toContainEqual([[[1]], [[true]]]);
});

test("arguments of different types, and what is no more than a text or a number, are not", () => {
  expect(alike(call(LOAF, [1, 2]))).toEqual([]);
  expect(alike(call("rye", "oat"))).toEqual([]);
});

test("of three arguments two are equal where the third is nearly so", () => {
  const moments = [1, 2, 3].map(
    (day): ValueRecipe => ({ value: ["datetime.datetime", 2023, 5, day, 12, 0, 0, 0, null, 0] }),
  );
  const edgesAt = ({ value }: { readonly value: ValueRecipe }) =>
    edgesOf(value, { literals: LITERALS, patterns: [], signs: [], siblings: [], values: pythonValues });
  const contract = { ...PLAIN_CONTRACT, values: pythonValues };
  const recipe = call(...moments);
  const spots = spotsOf(recipe, contract);
  const calls = spotsOfAlike(recipe, contract, { spots, edgesAt }).flatMap(({ edges = () => [], write }) =>
    edges().map(({ value }) => write(recipe, value).positional),
  );
  const [first] = moments;
  const later: ValueRecipe = { value: ["datetime.datetime", 2023, 5, 1, 12, 0, 0, 500_000, null, 0] };
  expect(calls).toContainEqual([first, first, later]);
});
