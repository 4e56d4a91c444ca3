import { setImmediate } from "node:timers/promises";

import { describe, expect, test } from "vitest";

import { loadLanguage } from "../../src/languages/index.ts";
import { isWellFormedRecipe, type CaseRecipe, type ValueRecipe } from "../../src/spec/index.ts";
import { inferContract } from "../../src/testgen/infer-contract.ts";
import { poolValues, type ObservedCall, type TargetContext } from "../../src/testgen/index.ts";
import { proposeInputs } from "../../src/testgen/propose-inputs.ts";
import { proposeSeeds } from "../../src/testgen/propose-seeds.ts";
import { testStrategies } from "../../src/testgen/registry.ts";
import type { ProposedCase, StrategyRole, TestStrategy } from "../../src/testgen/test-strategy.ts";

const TEXT = `def sack(weight: int, name="rye"):
    if not isinstance(weight, int):
        raise TypeError(weight)
    return name * weight
`;

const BUDGET = { observed: 160, seeds: 64 };

function call(...positional: ValueRecipe[]): CaseRecipe {
  return { shared: [], positional, keywords: {}, files: {}, variables: {} };
}

/** What is known of a target after so many different calls of it. */
async function givenContext(count: number): Promise<TargetContext> {
  const { syntax, inputs } = await loadLanguage("python");
  const [definition] = syntax.parse("mill.py", TEXT).definitions;
  if (definition === undefined) throw new Error("There is no definition.");
  const calls = Array.from({ length: count }, (_, index): ObservedCall => {
    return { recipe: call(index, `rye ${index}`), raised: undefined, origin: "observed" };
  });
  const module = "mill";
  const pools = poolValues([{ definition, module, calls }]);
  const calleeExceptions = new Set<string>();
  return { definition, module, text: TEXT, fileText: TEXT, inputs, calls, pools, calleeExceptions };
}

/** One that answers later and could write far more than is wanted, as a model that is asked for one input after another. */
class Writer implements TestStrategy {
  readonly role: StrategyRole;
  asked = 0;
  isLeft = false;

  readonly #write: (number: number) => CaseRecipe;

  constructor(role: StrategyRole, write = (number: number) => call(number, `sort ${number}`)) {
    this.role = role;
    this.#write = write;
  }

  async *propose(): AsyncIterable<ProposedCase> {
    try {
      for (let number = 1_000; number < 2_000; number++) {
        this.asked++;
        await setImmediate();
        yield { origin: "synthesised", recipe: this.#write(number) };
      }
    } finally {
      this.isLeft = true;
    }
  }
}

/** How many of these cases the writer wrote. */
function countWritten(cases: readonly ProposedCase[]): number {
  const names = cases.map(({ recipe }) => recipe.positional[1]);
  return names.filter((name) => typeof name === "string" && name.startsWith("sort")).length;
}

describe("suggested inputs", () => {
  test("join the first ones where they are inside the contract, which they do not widen", async () => {
    const context = await givenContext(10);
    const calls = [call(0, ""), call(-7, "rye"), call(3, "rye 3"), call(2 ** 40, "\u0000")];
    const told: number[] = [];
    const suggestions = {
      calls: calls.map((recipe) => ({ recipe })),
      tell: (inside: number) => void told.push(inside),
    };
    const contract = inferContract(context);
    expect(inferContract({ ...context, suggestions })).toEqual(contract);
    const seeds = await proposeSeeds({ ...context, suggestions }, contract, BUDGET);
    const taken = seeds.filter(({ origin }) => origin === "suggested").map(({ recipe }) => recipe);
    expect(taken).not.toContainEqual(call(-7, "rye"));
    expect(taken).not.toContainEqual(call(3, "rye 3"));
    expect(taken).toContainEqual(call(2 ** 40, "\u0000"));
    expect(told).toEqual([taken.length + 1]);
  });
});

describe("a strategy that answers later, beside those that are registered,", () => {
  test("is asked for as many inputs as are wanted, and left", async () => {
    const context = await givenContext(10);
    const writer = new Writer("filling");
    const strategies = [writer, ...Object.values(testStrategies)];
    const seeds = await proposeSeeds(context, inferContract(context), BUDGET, strategies);
    expect(seeds.slice(0, 10).map(({ recipe }) => recipe)).toEqual(context.calls.map(({ recipe }) => recipe));
    expect(countWritten(seeds)).toBe(12);
    expect(writer).toMatchObject({ asked: 12, isLeft: true });
    const again = [new Writer("filling"), ...Object.values(testStrategies)];
    expect(await proposeSeeds(context, inferContract(context), BUDGET, again)).toEqual(seeds);
  });

  test("fills what the one before it leaves", async () => {
    const context = await givenContext(1);
    const writer = new Writer("filling");
    const strategies = [...Object.values(testStrategies), writer];
    const alone = await proposeSeeds(context, inferContract(context), BUDGET);
    const seeds = await proposeSeeds(context, inferContract(context), BUDGET, strategies);
    expect(alone.length).toBeLessThan(BUDGET.seeds);
    expect(seeds.slice(0, alone.length)).toEqual(alone);
    expect(seeds).toHaveLength(BUDGET.seeds);
    expect(writer).toMatchObject({ asked: BUDGET.seeds - alone.length, isLeft: true });
  });

  test("is not asked where there is enough", async () => {
    const context = await givenContext(80);
    const writer = new Writer("filling");
    const strategies = [...Object.values(testStrategies), writer];
    const seeds = await proposeSeeds(context, inferContract(context), BUDGET, strategies);
    expect(seeds.length).toBeGreaterThanOrEqual(80);
    expect(writer).toMatchObject({ asked: 0, isLeft: false });
  });

  test.each([
    ["outside the contract", -7, 0],
    ["given before", 7, 1],
  ])("is left where it goes on writing what is %s", async (_, weight, taken) => {
    const context = await givenContext(10);
    const writer = new Writer("filling", () => call(weight, "sort"));
    const seeds = await proposeSeeds(context, inferContract(context), BUDGET, [writer]);
    expect(countWritten(seeds)).toBe(taken);
    expect(writer).toMatchObject({ asked: 100 + taken, isLeft: true });
  });

  test("is asked no further where inputs are proposed without a run", async () => {
    const writer = new Writer("filling");
    const { inputs } = await proposeInputs(await givenContext(10), 40, [testStrategies.observed, writer]);
    expect(inputs).toHaveLength(40);
    expect(inputs.slice(10, 22).every((proposed) => countWritten([proposed]) === 1)).toBe(true);
    expect(writer).toMatchObject({ asked: 12, isLeft: true });
  });

  test("is taken as it is where it gives evidence, up to the limit of evidence", async () => {
    const context = await givenContext(0);
    const writer = new Writer("evidence");
    const seeds = await proposeSeeds(context, inferContract(context), { observed: 5, seeds: 5 }, [writer]);
    expect(countWritten(seeds)).toBe(5);
    expect(writer.asked).toBe(5);
  });
});

describe.each(Object.entries(testStrategies))("the strategy %s", (name, strategy: TestStrategy) => {
  const ask = async (count: number): Promise<ProposedCase[]> => {
    const suggestions = { calls: [{ recipe: call(2, "rye") }], tell: () => undefined };
    const context = { ...(await givenContext(count)), suggestions };
    return Array.fromAsync<ProposedCase>(strategy.propose(context, inferContract(context)));
  };

  test.each([0, 1, 10])("gives the same inputs for %i calls each time, and ends", async (count) => {
    const cases = await ask(count);
    expect(await ask(count)).toEqual(cases);
    expect(cases.every(({ recipe }) => isWellFormedRecipe(recipe))).toBe(true);
    expect(cases.length > 0).toBe(name !== "observed" || count > 0);
  });

  test("tells evidence from what was made up", async () => {
    const origins = new Set((await ask(10)).map(({ origin }) => origin));
    expect(origins.isSubsetOf(new Set(["observed", "documented"]))).toBe(strategy.role === "evidence");
  });
});
