import { beforeAll, describe, expect, it } from "vitest";

import { createRandom } from "../../src/base/index.ts";
import type { Definition, Syntax } from "../../src/languages/index.ts";
import { pythonInputs as inputs } from "../../src/languages/python/inputs/inputs.ts";
import type { CaseRecipe, ValueRecipe } from "../../src/spec/index.ts";
import { isInside } from "../../src/testgen/contract.ts";
import { inferContract } from "../../src/testgen/infer-contract.ts";
import { poolValues } from "../../src/testgen/index.ts";
import { varyCase, type CaseSource } from "../../src/testgen/vary-case.ts";
import { givenPythonSyntax } from "../languages/python/real-python.ts";

const TEXT = `
class Till:
    def __init__(self, drawer, limit: int | None = None):
        self.drawer = drawer
        self.limit = limit

    def take(self, sale):
        if self.drawer is None or (self.limit and sale["sum"] > self.limit):
            return sale.get("voucher") or "closed"
        return sale["sum"] if "sum" in sale else 0
`;

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

const dict = (content: Record<string, ValueRecipe>): ValueRecipe => ({ dict: Object.entries(content) });
const till = (drawer: ValueRecipe): ValueRecipe => ({
  made: { class: "shop:Till", call: "shop:Till", positional: [drawer], keywords: {} },
});

/** Two observed calls, and many variations of the first that are inside the contract. */
function grown(): CaseRecipe[] {
  const definitions = syntax.parse("shop.py", TEXT).definitions.map((definition) => {
    return { definition, module: "shop" };
  });
  const { definition } = definitions.find((each) => each.definition.name === "Till.take") as {
    definition: Definition;
  };
  const calls = [10, 20].map((sum) => ({
    origin: "observed" as const,
    recipe: {
      shared: [],
      receiver: till(["coins"]),
      positional: [dict({ sum, clerk: "Emma" })],
      keywords: {},
      files: {},
      variables: {},
    },
    raised: undefined,
  }));
  const pools = poolValues([{ definition, module: "shop", calls }], { definitions, inputs });
  const text = TEXT.slice(TEXT.indexOf("    def take"));
  const context = {
    definition,
    module: "shop",
    text,
    fileText: TEXT,
    inputs,
    calls,
    pools,
    calleeExceptions: new Set<string>(),
  };
  const contract = inferContract(context);
  const hints = inputs.readHints(text, definition, { fileText: TEXT });
  const source: CaseSource = {
    random: createRandom("asked"),
    contract,
    corpus: calls.map(({ recipe }) => recipe),
    pools,
    literals: hints.literals,
    asked: hints,
  };
  const [parent] = source.corpus;
  if (parent === undefined) throw new Error("there is no call");
  return Array.from({ length: 400 }, () => varyCase(parent, source)).filter((recipe) =>
    isInside(contract, recipe),
  );
}

describe("what a target asks its inputs for", () => {
  it("is given and left out, and keys that it needs stay", () => {
    const sales = grown().map(({ positional: [sale] }) => JSON.stringify(sale));
    expect(sales.some((sale) => sale.includes('"voucher"'))).toBe(true);
    expect(sales.some((sale) => !sale.includes('"sum"'))).toBe(true);
    expect(sales.every((sale) => sale.includes('"clerk"'))).toBe(true);
  });

  it("is given to a constructor that declares it and need not have it", () => {
    const receivers = grown().map(({ receiver }) => JSON.stringify(receiver));
    expect(receivers.some((receiver) => /"limit":\d/u.test(receiver))).toBe(true);
    expect(receivers.some((receiver) => receiver.includes('"positional":[["coins","coins"]]'))).toBe(true);
  });
});
