import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { CaseRecipe, SuiteCase, ValueRecipe } from "../../src/spec/index.ts";
import type { GrowthOutcome, ObservedCall } from "../../src/testgen/index.ts";
import { needingLibraries } from "../judge/python-library.ts";
import { libraries, openProvingGround, type ProvingGround } from "../proof/proving-ground.ts";
import { growFrom } from "./grown-target.ts";
import { slowTest } from "../slow-suites.ts";

const PATH = "mill/sack.py";
const FILE = `
class Sack:
    def __init__(self, text, limit=10):
        parts = text.split()
        self.grains = parts
        self.count = len(parts)
        self.is_empty = not parts
        self.limit = limit

    def pour(self, grain):
        self.grains.append(grain)
        self.count += 1
        self.is_empty = False


def describe(sack):
    """What stands on a sack."""
    if sack.is_empty:
        return "empty"
    if sack.count > sack.limit:
        return "too full by %d" % (sack.count - sack.limit)
    if sack.grains[0] == sack.grains[-1] and sack.count > 1:
        return "pure " + sack.grains[0]
    return "-".join(sorted(sack.grains))
`;

const [module, empty] = ["mill.sack", { keywords: {}, files: {}, variables: {} }];
const state = (grains: string[], limit = 10): ValueRecipe => ({
  object: {
    class: `${module}:Sack`,
    state: { count: grains.length, grains, is_empty: grains.length === 0, limit },
  },
});
const made = (
  text: string,
  keywords: Record<string, ValueRecipe> = {},
  ...poured: string[]
): ValueRecipe => ({
  made: {
    class: `${module}:Sack`,
    call: `${module}:Sack`,
    positional: [text],
    keywords,
    ...(poured.length === 0
      ? {}
      : { since: poured.map((grain) => ({ call: "pour", positional: [grain], keywords: {} })) }),
  },
});

const CALLS: [ValueRecipe, ValueRecipe][] = [
  [state([]), made("")],
  [state(["rye", "oats"]), made("rye", {}, "oats")],
  [state(["a", "b", "c"], 2), made("a b c", { limit: 2 })],
  [state(["rye", "rye"]), made("rye rye")],
];

function sackOf({ recipe }: Pick<SuiteCase, "recipe">): ReturnType<typeof Object.entries> {
  return Object.entries((recipe.positional[0] as { object: { state: object } }).object.state);
}

describe.skipIf(libraries === undefined)(needingLibraries("objects in a grown suite"), () => {
  let ground: ProvingGround;
  beforeAll(async () => {
    ground = await openProvingGround({ "mill/__init__.py": "", [PATH]: FILE }, PATH);
  });
  afterAll(() => ground[Symbol.asyncDispose]());

  const grow = (given: readonly (readonly [ValueRecipe, ValueRecipe?])[]): Promise<GrowthOutcome> => {
    const calls = given.map(([sack, making]): ObservedCall => {
      const recipeOf = (value: ValueRecipe): CaseRecipe => ({ ...empty, shared: [], positional: [value] });
      const observed = { recipe: recipeOf(sack), raised: undefined, origin: "observed" as const };
      return making === undefined ? observed : { ...observed, as_made: recipeOf(making) };
    });
    return growFrom(ground.targetOf("describe"), calls, 0);
  };

  slowTest("are made by the repository and written by their state, and the suite tells how", async () => {
    const outcome = await grow(CALLS);
    if (outcome.status !== "grown") throw new Error(JSON.stringify(outcome));
    const cases = [...outcome.suite, ...outcome.examples];
    expect(cases.length).toBeGreaterThan(20);
    expect(JSON.stringify(cases.map(({ recipe }) => recipe))).not.toContain('"made"');
    expect(cases.every(({ as_made: making }) => JSON.stringify(making).includes('"made"'))).toBe(true);
    const sacks = cases.map((single) => Object.fromEntries(sackOf(single)) as Record<string, unknown>);
    for (const { grains, count, is_empty: isEmpty } of sacks) {
      expect(count).toBe((grains as unknown[]).length);
      expect(isEmpty).toBe((grains as unknown[]).length === 0);
    }
    expect(new Set(sacks.map(({ limit }) => limit)).size).toBeGreaterThan(3);
    expect(new Set(sacks.map(({ grains }) => JSON.stringify(grains))).size).toBeGreaterThan(10);
  });

  test("of which no way to make them is known are those that were observed", async () => {
    const outcome = await grow(CALLS.map(([sack]) => [sack]));
    if (outcome.status !== "grown") throw new Error(JSON.stringify(outcome));
    const given = (sack: ValueRecipe | undefined): string =>
      JSON.stringify((sack as { object: object }).object);
    const seen = new Set(CALLS.map(([sack]) => given(sack)));
    for (const { recipe } of [...outcome.suite, ...outcome.examples])
      expect(seen).toContain(given(recipe.positional[0]));
  });
});
