import { expect, test } from "vitest";

import type { CaseRecipe, ValueRecipe } from "../../../src/spec/index.ts";
import { keptLengths, withLengths } from "../../../src/testgen/breadth/kept-lengths.ts";

function call(positional: ValueRecipe[], keywords: Record<string, ValueRecipe> = {}): CaseRecipe {
  return { shared: [], positional, keywords, files: {}, variables: {} };
}

test("a number that is the length of a text in every call goes with the text", () => {
  const calls = ["rye", "oats", "barley", "\u{1f33e} rye"].map((text) =>
    call([text, 1, Array.from(text).length]),
  );
  const kept = keptLengths(calls);
  expect(kept).toEqual([{ text: "0", length: "2" }]);
  const [base = call([])] = calls;
  expect(withLengths(call(["rye\n\nrye", 1, 3]), base, kept).positional).toEqual(["rye\n\nrye", 1, 8]);
  // A number that was changed itself, and texts of the same length.
  expect(withLengths(call(["rye bread", 1, 2]), base, kept).positional).toEqual(["rye bread", 1, 2]);
  expect(withLengths(call(["bun", 1, 3]), base, kept).positional).toEqual(["bun", 1, 3]);
});

test("two lengths, or one call where it is another number, are no proof", () => {
  expect(keptLengths([call(["rye"], { end: 3 }), call(["oats"], { end: 4 })])).toEqual([]);
  const calls = ["a", "ab", "abc"].map((text) => call([text], { end: text.length }));
  expect(keptLengths(calls)).toEqual([{ text: "0", length: "end" }]);
  expect(keptLengths([...calls, call(["abcd"], { end: 2 })])).toEqual([]);
  expect(
    withLengths(call(["abcd"], { end: 3 }), call(["abc"], { end: 3 }), keptLengths(calls)).keywords,
  ).toEqual({
    end: 4,
  });
});
