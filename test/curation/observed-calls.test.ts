import { expect, it } from "vitest";

import { isCallOf } from "../../src/curation/observed-calls.ts";

it.each([
  ["getter", [], true],
  ["getter", [1], false],
  ["setter", [1], true],
  ["setter", [], false],
  ["deleter", [], true],
  ["deleter", [1], false],
  ["method", [], true],
  ["function", [1, 2], true],
] as const)("a call of a %s given %j is one: %s", (kind, positional, isOne) => {
  const recipe = { shared: [], positional: [...positional], keywords: {}, files: {}, variables: {} };
  expect(isCallOf(kind, recipe)).toBe(isOne);
});
