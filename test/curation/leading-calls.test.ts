import { beforeAll, expect, test } from "vitest";

import type { EntryFunction } from "../../src/curation/entry-functions.ts";
import { chooseLeading, leadingTo, reachedByTests } from "../../src/curation/leading-calls.ts";
import { loadLanguage, type Language } from "../../src/languages/index.ts";
import type { CaseRecipe, ValueRecipe } from "../../src/spec/index.ts";
import { poolValues } from "../../src/testgen/index.ts";

let language: Language;
beforeAll(async () => {
  language = await loadLanguage("python");
});

const TEXT = `
class Sieve:
    def read(self, text):
        return self.sift(text)

class Scale:
    def read(self, weight):
        return self.round(weight)
`;

function recipe(owner: string, given: ValueRecipe): CaseRecipe {
  const receiver = { made: { class: owner, call: owner, positional: [], keywords: {} } };
  return { shared: [], receiver, positional: [given], keywords: {}, files: {}, variables: {} };
}

/** A method that tests called with these, each of which led to the target. */
function entryFunction(owner: string, given: readonly ValueRecipe[]): EntryFunction {
  const { definitions } = language.syntax.parse("mill.py", TEXT);
  const definition = definitions.find(({ name }) => name === `${owner}.read`);
  if (definition === undefined) throw new Error(`nothing is named ${owner}.read`);
  const recipes = given.map((value) => recipe(`mill:${owner}`, value));
  const context = {
    definition,
    module: "mill",
    text: TEXT.slice(definition.spans.whole.start, definition.spans.whole.end),
    fileText: TEXT,
    inputs: language.inputs,
    calls: recipes.map((one) => ({ recipe: one, raised: undefined, origin: "observed" as const })),
    pools: poolValues([]),
    calleeExceptions: new Set<string>(),
  };
  const targets = new Set(["mill.py:weigh"]);
  const reachedBy = new Map(recipes.map((one) => [one, targets] as const));
  return { call: "read", context, targets, reachedBy, constants: [] };
}

test("calls that lead to a target are varied inside the contract of the method that they call, whatever others of its name take", () => {
  const functions = [entryFunction("Sieve", ["1 kg", "2 g"]), entryFunction("Scale", [3, 4, 50])];
  const known = chooseLeading(reachedByTests(functions).map(([entry]) => entry));
  expect(known.map(({ call, positional }) => [call, ...positional])).toEqual(
    ["1 kg", "2 g", 3, 4, 50].map((given) => ["read", given]),
  );
  const leading = leadingTo(known, functions);
  const target = { literals: { texts: ["kg"], integers: [1000] }, words: new Set<string>() };
  const varied = leading?.vary(known, { seed: "0", most: 60, target }) ?? [];
  const given = (owner: string): readonly unknown[] =>
    varied
      .filter(({ receiver }) => JSON.stringify(receiver).includes(owner))
      .map(({ positional: [value] }) => typeof value);
  expect(new Set(given("Sieve"))).toEqual(new Set(["string"]));
  expect(new Set(given("Scale"))).toEqual(new Set(["number"]));
  expect(varied.every(({ call }) => call === "read")).toBe(true);
  expect(leadingTo([], functions)).toBeUndefined();
});
