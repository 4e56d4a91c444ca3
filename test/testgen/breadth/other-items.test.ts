import { expect, test } from "vitest";

import type { CaseRecipe, ValueRecipe } from "../../../src/spec/index.ts";
import type { Place } from "../../../src/testgen/argument-places.ts";
import { spotsOfOtherItems } from "../../../src/testgen/breadth/other-items.ts";

const word = (text: string): ValueRecipe => ({ object: { class: "talk:Word", state: { text } } });
const speech = (words: ValueRecipe): ValueRecipe => ({
  object: { class: "talk:Speech", state: { words, before: { dict: [[{ ref: 0 }, word("x")]] } } },
});
const place: Place = {
  name: "word",
  value: { ref: 0 },
  read: (recipe) => recipe.positional[0],
  write: (recipe, value) => ({ ...recipe, positional: [value, ...recipe.positional.slice(1)] }),
};

function call(receiver: ValueRecipe, shared: ValueRecipe[]): CaseRecipe {
  return { shared, receiver, positional: [{ ref: 0 }], keywords: {}, files: {}, variables: {} };
}

/** The calls with another item. */
function others(recipe: CaseRecipe, at = place): readonly CaseRecipe[] {
  return spotsOfOtherItems(recipe, [at]).flatMap((spot) =>
    (spot.edges?.() ?? []).map(({ value }) => spot.write(recipe, value)),
  );
}

test("an argument that is an item of a list of the receiver is another item of it, the very same", () => {
  const receiver = speech([word("a"), { ref: 0 }, word("c"), null, word("e")]);
  const found = others(call(receiver, [word("b")]));
  expect(found.map(({ receiver: after, positional, shared }) => [after, positional, shared[1]])).toEqual([
    [speech([{ ref: 1 }, { ref: 0 }, word("c"), null, word("e")]), [{ ref: 1 }], word("a")],
    [speech([word("a"), { ref: 0 }, { ref: 1 }, null, word("e")]), [{ ref: 1 }], word("c")],
    [speech([word("a"), { ref: 0 }, word("c"), null, { ref: 1 }]), [{ ref: 1 }], word("e")],
  ]);
});

test("an item that something else refers to stays what it is", () => {
  const receiver = speech({ tuple: [{ ref: 0 }, { ref: 1 }] });
  const recipe = call(receiver, [word("a"), word("b")]);
  expect(others(recipe)).toEqual([{ ...recipe, positional: [{ ref: 1 }] }]);
});

test("values of another type, pairs of dictionaries and arguments of makings are no other items", () => {
  expect(others(call(speech([{ ref: 0 }, 1, "b"]), [word("a")]))).toEqual([]);
  const made = { made: { call: "talk:Speech", class: "talk:Speech", positional: [{ ref: 0 }, word("b")] } };
  expect(others(call(made, [word("a")]))).toEqual([]);
  expect(others(call(speech([word("a")]), [word("a")]))).toEqual([]);
  expect(others(call(speech([{ ref: 0 }, word("b")]), [word("a")]), { ...place, value: 3 })).toEqual([]);
});
