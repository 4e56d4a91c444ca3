import { expect, test } from "vitest";

import type { CaseRecipe, ValueRecipe } from "../../../src/spec/index.ts";
import { withAlias } from "../../../src/testgen/breadth/aliases.ts";

const call = (...positional: ValueRecipe[]): CaseRecipe => ({
  shared: [[9]],
  positional,
  keywords: {},
  files: {},
  variables: {},
});

test("equal objects in a sequence or a dictionary become one, at any depth", () => {
  expect(withAlias(call(1, [2, [1], "a", [1]]))).toMatchObject({
    shared: [[9], [1]],
    positional: [1, [2, { ref: 1 }, "a", { ref: 1 }]],
  });
  const held = { dict: [["a", { tuple: [[], 3, []] }]] };
  expect(withAlias(call(held))?.positional).toEqual([
    { dict: [["a", { tuple: [{ ref: 1 }, 3, { ref: 1 }] }]] },
  ]);
});

test("what cannot be told apart, or refers to others, is left as it is", () => {
  for (const value of [
    [1, 1],
    ["a", "a"],
    [[1], [2]],
    [[{ ref: 0 }], [{ ref: 0 }]],
    [{ tuple: [1] }, { tuple: [1] }],
  ])
    expect(withAlias(call(value))).toBeUndefined();
});
