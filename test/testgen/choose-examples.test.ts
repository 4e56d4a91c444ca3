import * as fc from "fast-check";
import { expect, test } from "vitest";

import { chooseExamples } from "../../src/testgen/choose-examples.ts";
import type { ValuedCase } from "../../src/testgen/minimise.ts";

const MERITS = [
  "branch 1 2",
  "branch 2 3",
  "branch 2 -1",
  "body a",
  "body b",
  "body c",
  "body d",
  "outcome x",
];

const corpora: fc.Arbitrary<ValuedCase[]> = fc
  .array(fc.uniqueArray(fc.constantFrom(...MERITS), { minLength: 1 }), { minLength: 4, maxLength: 40 })
  .map((all) => all.map((merits, index) => valued(index, merits)));

function valued(index: number, merits: readonly string[], text = ""): ValuedCase {
  return {
    proposed: {
      id: `seed-${index}`,
      origin: "observed",
      recipe: { shared: [], positional: [index, text], keywords: {}, files: {}, variables: {} },
    },
    characters: text.length,
    merits: new Set(merits),
  };
}

function meritsOf(cases: readonly ValuedCase[], beginning: string): Set<string> {
  return new Set(cases.flatMap(({ merits }) => [...merits]).filter((merit) => merit.startsWith(beginning)));
}

test("no case is both shown and graded, at least three are shown, and every graded way is shown", () => {
  fc.assert(
    fc.property(corpora, fc.constantFrom(0.85, 0.98), (corpus, goal) => {
      const { shown, gradable } = chooseExamples(corpus, goal, false);
      const shownIds = new Set(shown.map(({ proposed }) => proposed.id));
      expect(gradable.filter(({ proposed }) => shownIds.has(proposed.id))).toEqual([]);
      expect(shown.length).toBeGreaterThanOrEqual(3);
      expect(shown.length).toBeLessThanOrEqual(Math.max(3, corpus.length / 2));
      const ways = meritsOf(shown, "branch ");
      expect([...meritsOf(gradable, "branch ")].filter((way) => !ways.has(way))).toEqual([]);
    }),
  );
});

test("a body that two cases tell apart is told apart on both sides", () => {
  const corpus = [
    valued(0, ["branch 1 2", "body a"]),
    valued(1, ["branch 1 2", "body a"]),
    valued(2, ["branch 1 2", "body b"]),
    valued(3, ["branch 1 2", "body b"]),
    valued(4, ["branch 1 2", "body c"]),
    valued(5, ["branch 1 2", "body c"]),
  ];
  const { shown, gradable } = chooseExamples(corpus, 0.98, false);
  const all = new Set(["body a", "body b", "body c"]);
  expect(meritsOf(shown, "body ")).toEqual(all);
  expect(meritsOf(gradable, "body ")).toEqual(all);
});

test("what covers most is shown in its shortest form", () => {
  const corpus = [
    ...[0, 1, 2, 3].map((index) => valued(index, ["branch 1 2", "body a"], "long ".repeat(50))),
    ...[4, 5, 6].map((index) => valued(index, ["branch 1 2"])),
    valued(7, ["branch 1 2", "body a"], "short"),
  ];
  const shown = chooseExamples(corpus, 0.98, false).shown.map(({ proposed }) => proposed.id);
  expect(shown).toContain("seed-7");
});

test("an outcome of a kind that nothing shows is not graded", () => {
  const cases = [
    ...[0, 1, 2, 3, 4].map((index) => valued(index, ["branch 1 2", "kind returns str as given", "body a"])),
    valued(5, ["branch 1 2", "kind returns str", "body a"], "long ".repeat(50)),
    valued(6, ["branch 1 2", "kind returns str", "body a"], "longer ".repeat(50)),
  ];
  const { shown, gradable } = chooseExamples(cases, 0.65, false);
  const kinds = meritsOf(shown, "kind ");
  expect(kinds).toContain("kind returns str");
  expect([...meritsOf(gradable, "kind ")].every((kind) => kinds.has(kind))).toBe(true);
});
