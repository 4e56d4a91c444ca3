import * as fc from "fast-check";
import { expect, test } from "vitest";

import { minimiseSuite, type ValuedCase } from "../../src/testgen/minimise.ts";

const valued: fc.Arbitrary<ValuedCase[]> = fc
  .array(fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f"), { minLength: 1 }), { maxLength: 60 })
  .map((all) =>
    all.map((merits, index) => ({
      proposed: {
        id: `seed-${index}`,
        origin: index % 3 === 0 ? ("observed" as const) : ("grown" as const),
        recipe: { shared: [], positional: [index], keywords: {}, files: {}, variables: {} },
      },
      characters: 0,
      merits: new Set(merits),
    })),
  );

test("a minimised suite keeps every merit of the corpus and has at most twenty-four", () => {
  fc.assert(
    fc.property(valued, (corpus) => {
      const suite = minimiseSuite(corpus);
      const kept = new Set(suite.map(({ proposed }) => Number(proposed.recipe.positional[0])));
      const merits = (cases: readonly ValuedCase[]): string[] =>
        [...new Set(cases.flatMap((single) => [...single.merits]))].toSorted();
      expect(merits(corpus.filter((_, index) => kept.has(index)))).toEqual(merits(corpus));
      expect(suite.length).toBeLessThanOrEqual(24);
    }),
  );
});

test("among cases with the same merits the light observed one is taken before the heavy or grown one", () => {
  const single = (id: string, origin: "observed" | "grown", positional: string[]): ValuedCase => ({
    proposed: { id, origin, recipe: { shared: [], positional, keywords: {}, files: {}, variables: {} } },
    characters: 0,
    merits: new Set(["arc 1 2"]),
  });
  const many = Array.from({ length: 30 }, (_, index) => single(`heavy-${index}`, "grown", ["x".repeat(400)]));
  const suite = minimiseSuite([...many, single("light", "observed", ["x"])]);
  expect(suite.map(({ proposed }) => proposed.recipe.positional[0])).toContain("x");
});
