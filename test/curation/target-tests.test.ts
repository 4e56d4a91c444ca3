import { expect, test } from "vitest";

import { spreadTests } from "../../src/curation/target-tests.ts";
import { testId } from "../../src/spec/index.ts";

const rowsOf = (name: string, rows: number): { readonly name: string; readonly number: number }[] =>
  Array.from({ length: rows }, (_, number) => ({ name, number }));

test("of too many tests every function keeps one before any keeps two, at even distances", () => {
  const [a, b, c] = [rowsOf("a", 9), rowsOf("b", 1), rowsOf("c", 2)];
  const found = (most: number): string[] => spreadTests([...a, ...b, ...c], most).map(testId);
  expect(found(12)).toHaveLength(12);
  expect(found(5)).toEqual(["a", "a#1", "b", "c", "c#1"]);
  expect(found(3)).toEqual(["a", "b", "c"]);
  expect(
    spreadTests(
      ["a", "b", "c", "d"].flatMap((name) => rowsOf(name, 1)),
      2,
    ).map(testId),
  ).toEqual(["a", "c"]);
});
