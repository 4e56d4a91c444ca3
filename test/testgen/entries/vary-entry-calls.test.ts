import { beforeAll, describe, expect, test } from "vitest";

import type { Syntax } from "../../../src/languages/language.ts";
import { pythonInputs } from "../../../src/languages/python/inputs/inputs.ts";
import type { CaseRecipe, ValueRecipe } from "../../../src/spec/index.ts";
import { isInside } from "../../../src/testgen/contract.ts";
import { inferContract } from "../../../src/testgen/infer-contract.ts";
import {
  mostNovel,
  poolValues,
  textsGiven,
  varyEntryCalls,
  type TargetContext,
} from "../../../src/testgen/index.ts";
import { givenPythonSyntax } from "../../languages/python/real-python.ts";

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

const READ = `
def read(text, depth=3):
    return Reader(text, depth).read()
`;

function call(...positional: ValueRecipe[]): CaseRecipe {
  return { shared: [], positional, keywords: {}, files: {}, variables: {} };
}

function contextOf(calls: readonly CaseRecipe[]): TargetContext {
  const [definition] = syntax.parse("reader.py", READ).definitions;
  if (definition === undefined) throw new Error("nothing parsed");
  return {
    definition,
    module: "reader",
    text: READ,
    fileText: READ,
    inputs: pythonInputs,
    calls: calls.map((recipe) => ({ recipe, raised: undefined, origin: "observed" })),
    pools: poolValues([]),
    calleeExceptions: new Set(),
  };
}

describe("varied entry calls", () => {
  const calls = [call("a[0]", 2), call("b(c, d)", 5)];

  test("stay inside the contract of the function, and are none that is known", () => {
    const context = contextOf(calls);
    const contract = inferContract(context);
    const texts = textsGiven([{ contract, recipes: calls }]);
    expect(texts).toEqual(new Map([["text", ["a[0]", "b(c, d)"]]]));
    const bases = [...calls, call("e{}", 2)];
    const varied = varyEntryCalls(context, { seed: "0", most: 200, bases, texts, constants: [] });
    expect(varied).toHaveLength(200);
    const names = new Set(varied.map((recipe) => JSON.stringify(recipe)));
    expect(names.size).toBe(200);
    for (const recipe of varied) expect(isInside(contract, recipe)).toBe(true);
    for (const known of bases) expect(names).not.toContain(JSON.stringify(known));
    const many = varyEntryCalls(context, { seed: "0", most: 1_500, bases, texts, constants: [] });
    expect(many.map(({ positional: [text] }) => text)).toContain("b()");
    expect(varyEntryCalls(context, { seed: "0", most: 200, bases, texts, constants: [] })).toEqual(varied);
  });

  test("come in the order of what is new in them for their length", () => {
    const [same, short, other] = [call("z[9]"), call("a[]"), call("{a[0]}")];
    expect(mostNovel([same, short, other], calls, 3)).toEqual([other, short, same]);
  });
});
