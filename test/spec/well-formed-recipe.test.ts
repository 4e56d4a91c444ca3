import { expect, test } from "vitest";

import { isWellFormedRecipe, type CaseRecipe, type ValueRecipe } from "../../src/spec/index.ts";

const recipeOf = (value: unknown, shared: ValueRecipe[] = []): CaseRecipe => ({
  shared,
  positional: [value as ValueRecipe],
  keywords: {},
  files: {},
  variables: {},
});

test.each([
  [null],
  [[1, "a", true, [{ float: "1.5" }]]],
  [{ dict: [["a", { tuple: [1, { set: [2] }] }]] }],
  [{ value: ["datetime.timezone", { value: ["datetime.timedelta", 0, 0, 0] }] }],
  [{ object: { class: "orchard:Tree", state: { height: 3, set: 4, path: { dict: [] } }, slots: {} } }],
  [{ file: { mode: "r", position: 0, content: "a" } }],
  [{ callback: { calls: [{ positional: [1], keywords: {}, returns: { float: "1.0" } }], name: "f" } }],
])("%j is a value", (value) => {
  expect(isWellFormedRecipe(recipeOf(value))).toBe(true);
});

const deep = JSON.parse("[".repeat(500) + "]".repeat(500)) as ValueRecipe;

test.each([
  [1.5],
  [undefined],
  [{}],
  [{ unknown: [] }],
  [{ tuple: [], list: [] }],
  [{ tuple: "ab" }],
  [{ dict: [["a"]] }],
  [{ ref: 1 }],
  [{ ref: -1 }],
  [{ ref: "0" }],
  [{ object: { state: {} } }],
  [[{ float: 1 }]],
  [deep],
  [Array.from({ length: 30_000 }, () => 0)],
])("case %# has a value that is none", (value) => {
  expect(isWellFormedRecipe(recipeOf(value, [[0]]))).toBe(false);
});

test("shared values, receivers, keywords and patches are looked at as well", () => {
  const fine = recipeOf({ ref: 0 }, [[{ ref: 0 }]]);
  expect(isWellFormedRecipe(fine)).toBe(true);
  expect(isWellFormedRecipe({ ...fine, shared: [{ ref: 7 }] })).toBe(false);
  expect(isWellFormedRecipe({ ...fine, receiver: { nothing: 1 } })).toBe(false);
  expect(isWellFormedRecipe({ ...fine, keywords: { a: { tuple: 1 } } })).toBe(false);
  expect(isWellFormedRecipe({ ...fine, patches: [{ owner: "a", name: "b", value: 0.5 }] })).toBe(false);
});
