import { expect, test } from "vitest";

import { outcomeKind } from "../../src/judge/outcome-kind.ts";
import type { CaseRecipe, Observation } from "../../src/spec/index.ts";
import { language, policy } from "./compare-cases.ts";

const rules = { policy, language };

function kindOf(positional: CaseRecipe["positional"], value: unknown, after: unknown[] = positional): string {
  const recipe: CaseRecipe = { shared: [], positional, keywords: {}, files: {}, variables: {} };
  const observation: Observation = { status: "returned", value, positional: after, keywords: {}, files: {} };
  return outcomeKind(observation, recipe, rules);
}

test.each([
  [kindOf(["a b"], "a b"), "returns str as given"],
  [kindOf(["a b"], "a-b"), "returns str"],
  [kindOf([""], ""), "returns empty str"],
  [kindOf(["x"], null), "returns null"],
  [kindOf([true], true), "returns true"],
  [kindOf([3], 3), "returns int"],
  [kindOf([[1]], { tuple: [1] }), "returns tuple"],
  [kindOf([[1]], { dict: [] }), "returns empty dict"],
  [kindOf(["x"], { object: { class: "shop:Price", state: {} } }), "returns shop:Price object"],
  [kindOf(["x"], { value: ["decimal.Decimal", "1"] }), "returns decimal.Decimal"],
  [kindOf(["x"], { iterator: [1], end: "stop" }), "returns iterator stop"],
  [kindOf([[1]], null, [[1, 2]]), "returns null and changes something"],
])("an outcome is told as %s", (kind, expected) => expect(kind).toBe(expected));

test("an exception is told by its class alone", () => {
  const recipe: CaseRecipe = { shared: [], positional: [1], keywords: {}, files: {}, variables: {} };
  const raised: Observation = {
    status: "raised",
    exception: { class: "builtins:ValueError", bases: [], message: "no 1" },
    positional: [1],
    keywords: {},
    files: {},
  };
  expect(outcomeKind(raised, recipe, rules)).toBe("raises builtins:ValueError");
});
