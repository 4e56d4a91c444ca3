import { expect, test } from "vitest";

import type { CaseRecipe, ValueRecipe } from "../../../src/spec/index.ts";
import { jsonTextOf, readJsonText } from "../../../src/testgen/breadth/json-texts.ts";
import { spotsOf } from "../../../src/testgen/breadth/places.ts";
import { PLAIN_CONTRACT } from "../plain-contract.ts";

const TEXT = '[{"grain": "rye", "parts": [1, 2.5, null], "fine": false}]';

test("a text of JSON comes back from what it stands for", () =>
  expect(jsonTextOf(readJsonText(TEXT) ?? null)).toBe(TEXT));

test.each(['"rye"', "12", "[1, 2", "rye"])("%s stands for itself", (text) =>
  expect(readJsonText(text)).toBeUndefined(),
);

test.each<[string, ValueRecipe]>([
  ["a tuple", { tuple: [1] }],
  ["a number that is none", [{ float: "nan" }]],
  ["a key that is no text", { dict: [[1, 2]] }],
])("JSON has no form for %s", (_, value) => expect(jsonTextOf(value)).toBeUndefined());

test("members of a text of JSON are changed in the text", () => {
  const recipe: CaseRecipe = { shared: [], positional: [TEXT], keywords: {}, files: {}, variables: {} };
  const spots = spotsOf(recipe, PLAIN_CONTRACT);
  const whole = spots.find(({ value }) => Array.isArray(value) && value.length === 1);
  expect(whole?.write(recipe, { dict: [["a", 1]] }).positional).toEqual(['{"a": 1}']);
  const grain = spots.find(({ value }) => value === "rye");
  expect(grain?.write(recipe, "oat").positional).toEqual([TEXT.replace("rye", "oat")]);
});
