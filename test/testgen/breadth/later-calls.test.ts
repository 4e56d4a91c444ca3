import { expect, test } from "vitest";

import { createRandom } from "../../../src/base/index.ts";
import type { ValueRecipe } from "../../../src/spec/index.ts";
import type { KnownCall } from "../../../src/testgen/breadth/known-call.ts";
import { LaterCalls } from "../../../src/testgen/breadth/later-calls.ts";

function basket(items: unknown): ValueRecipe {
  return { object: { class: "shop:Basket", state: { _items: items as ValueRecipe } } };
}

function add(item: string, before: unknown, after: unknown, shared: ValueRecipe[] = []): KnownCall {
  return {
    recipe: {
      shared,
      receiver: basket(before),
      positional: [item],
      keywords: {},
      files: {},
      variables: {},
    },
    arcs: [`arc ${item.length}`],
    observation: {
      status: "returned",
      value: null,
      receiver: basket(after),
      positional: [item],
      keywords: {},
      files: {},
    },
  };
}

/** What a hundred turns propose: `item on items`. */
function proposed(later: LaterCalls): ReadonlySet<string> {
  const turns = Array.from({ length: 100 }, () => later.next()?.recipe);
  return new Set(
    turns.flatMap((recipe) =>
      recipe === undefined
        ? []
        : `${JSON.stringify(recipe.positional[0])} on ${JSON.stringify(recipe.receiver)
            .replace(/.*"_items":/u, "")
            .slice(0, -3)}`,
    ),
  );
}

test("what a call left is gone on with, by the arguments of every call", () => {
  const later = new LaterCalls([add("a", [], ["a"]), add("bb", [], ["bb"])], createRandom("later"));
  expect(proposed(later)).toEqual(
    new Set(['"a" on ["a"]', '"bb" on ["a"]', '"a" on ["bb"]', '"bb" on ["bb"]']),
  );
  later.offer(add("a", ["bb"], ["bb", "a"]));
  expect(proposed(later)).toContain('"bb" on ["bb","a"]');
});

test("objects that a call left as they were, that share, or that cannot be written are not", () => {
  const known = [
    add("a", ["a"], ["a"]),
    add("a", [], [{ argument: 0 }]),
    add("a", [], ["a"], ["shared"]),
    add("a", [], ["a".repeat(5_000)]),
  ];
  expect(proposed(new LaterCalls(known, createRandom("later")))).toEqual(new Set());
});
