import { expect, test } from "vitest";

import { createRandom } from "../../src/base/index.ts";
import { pythonInputs } from "../../src/languages/python/inputs/inputs.ts";
import type { ValueRecipe } from "../../src/spec/index.ts";
import { callablesLike, withPlainCallables } from "../../src/testgen/plain-callables.ts";

function table(
  ...calls: readonly (readonly [positional: ValueRecipe[], returns: ValueRecipe])[]
): ValueRecipe {
  return {
    callback: { calls: calls.map(([positional, returns]) => ({ positional, keywords: {}, returns })) },
  } as ValueRecipe;
}

test("for a table there are functions of as many arguments, and predicates for predicates", () => {
  const likeOf = (node: ValueRecipe): string => JSON.stringify(callablesLike(node, pythonInputs));
  expect(likeOf(table([[1], true], [[2], false]))).toContain("builtins:bool");
  expect(likeOf(table([[1, 2], true]))).toContain("_operator:eq");
  expect(likeOf(table([["a"], "A"]))).toContain("builtins:str");
  expect(likeOf(table([["a"], "A"]))).not.toContain("builtins:bool");
  for (const none of [table([[1, 2, 3], true]), table([[1], true], [[1, 2], true]), 7, "a"])
    expect(callablesLike(none, pythonInputs)).toEqual([]);
});

test("for a function that is known by its name there are others of its kind, one of which tells its arguments apart", () => {
  const besides = (name: string): readonly string[] =>
    pythonInputs.callablesBeside(name).map((value) => JSON.stringify(value));
  expect(besides("_operator:add")).toContain('{"named":"_operator:sub"}');
  expect(besides("_operator:add")).not.toContain('{"named":"_operator:add"}');
  expect(besides("builtins:len")).not.toContain('{"named":"_operator:sub"}');
  expect(besides("builtins:int")).toContain('{"named":"builtins:str"}');
  expect(besides("shapes:area")).toEqual([]);
});

test("a call is changed in the functions that it is given, and in nothing else", () => {
  const recipe = {
    shared: [],
    positional: [[1, 2], table([[1], true])],
    keywords: {},
    files: {},
    variables: {},
  };
  const plain = withPlainCallables(recipe, pythonInputs, createRandom("a"));
  expect(plain?.positional[0]).toEqual([1, 2]);
  expect(JSON.stringify(plain?.positional[1])).toMatch(/^\{"named":"\w+:\w+"\}$/);
  expect(
    withPlainCallables({ ...recipe, positional: [[1, 2]] }, pythonInputs, createRandom("a")),
  ).toBeUndefined();
});

test("a table answers each key, and of some with nothing", () => {
  expect(JSON.stringify(pythonInputs.tableOf([1, 2, 3, 4]))).toContain('[3,"a"],[4,null]');
  expect(pythonInputs.tableOf([1, "b", 3])).toEqual({
    value: [
      "getattr",
      {
        dict: [
          [1, "a"],
          ["b", null],
          [3, "a"],
        ],
      },
      "get",
    ],
  });
});
