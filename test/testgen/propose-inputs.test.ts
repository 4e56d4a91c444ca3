import { expect, test } from "vitest";

import { loadLanguage } from "../../src/languages/index.ts";
import {
  poolValues,
  proposeInputs,
  type ObservedCall,
  type ProposedInputs,
} from "../../src/testgen/index.ts";

async function propose(
  text: string,
  most: number,
  calls: readonly ObservedCall[] = [],
): Promise<ProposedInputs> {
  const { syntax, inputs } = await loadLanguage("python");
  const [definition] = syntax.parse("orchard.py", text).definitions;
  if (definition === undefined) throw new Error("There is no definition.");
  const module = "orchard";
  const pools = poolValues([{ definition, module, calls }]);
  return proposeInputs(
    { definition, module, text, fileText: text, inputs, calls, pools, calleeExceptions: new Set() },
    most,
  );
}

test("what was observed comes first, and variations keep to its types", async () => {
  const recipe = { shared: [], positional: [3, "plum"], keywords: {}, files: {}, variables: {} };
  const call: ObservedCall = { recipe, raised: undefined, origin: "observed" };
  const { inputs } = await propose("def pick(days, name):\n    return name * days\n", 30, [call]);
  expect(inputs).toHaveLength(30);
  expect(inputs[0]).toEqual({ recipe, origin: "observed" });
  const types = inputs.map(({ recipe: { positional } }) => positional.map((value) => typeof value));
  expect(new Set(types.map(String))).toEqual(new Set(["number,string"]));
  expect(new Set(inputs.map((input) => JSON.stringify(input.recipe))).size).toBe(30);
});

test("annotations say what is made, and a function's own exceptions which it means to raise", async () => {
  const text =
    "def pick(days: int, *, name: str = 'plum'):\n    if days < 0:\n        raise ValueError(days)\n    return name[days]\n";
  const { inputs, exceptions } = await propose(text, 20);
  expect(inputs.length).toBeGreaterThan(10);
  for (const { recipe } of inputs) expect(recipe.positional).toEqual([expect.any(Number)]);
  expect(exceptions).toEqual(new Set(["ValueError"]));
  expect(await propose(text, 20)).toEqual({ inputs, exceptions });
});

test("where nothing says what is taken, all parameters are given the same type first", async () => {
  const { inputs } = await propose("def pick(a, b):\n    return a + b\n", 40);
  const [first, second] = inputs.map(({ recipe }) => recipe.positional);
  expect(first).toEqual([0, 1]);
  expect(second).toEqual(["", "a"]);
});

test("nothing is made for a method whose instances are not known", async () => {
  const text = "class Tree:\n    def grow(self, by: int):\n        self.height += by\n";
  expect(await propose(text, 10)).toMatchObject({ inputs: [] });
});
