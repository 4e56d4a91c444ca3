import { beforeAll, describe, expect, test } from "vitest";

import type { Definition, Syntax } from "../../src/languages/language.ts";
import type { CaseRecipe, ValueRecipe } from "../../src/spec/index.ts";
import { poolValues, type ObservedCall } from "../../src/testgen/index.ts";
import type { MadeCall, Makings } from "../../src/testgen/made-parts.ts";
import { inferMaking, keepsMaking, type MakingContract } from "../../src/testgen/making-contract.ts";
import { spotsOf } from "../../src/testgen/breadth/places.ts";
import { edgesOf } from "../../src/testgen/breadth/edges.ts";
import { pythonInputs } from "../../src/languages/python/inputs/inputs.ts";
import { PLAIN_CONTRACT } from "./plain-contract.ts";
import { givenPythonSyntax } from "../languages/python/real-python.ts";

let definitions: ReadonlyMap<string, Definition>;
beforeAll(async () => {
  const { syntax }: { syntax: Syntax } = await givenPythonSyntax();
  const parsed = syntax.parse(
    "till.py",
    `
class Till:
    def __init__(self, coins=0):
        self.coins = coins
        self.is_open = True
        self.sign = "EUR"

    def add(self, coins):
        self.coins += coins

    def take(self, coins):
        if coins > self.coins:
            raise ValueError(coins)
        self.coins -= coins

    def _empty(self):
        self.coins = 0

    def __len__(self):
        return self.coins
`,
  );
  definitions = new Map(parsed.definitions.map((definition) => [definition.name, definition]));
});

const till = (...since: MadeCall[]): ValueRecipe => ({
  made: {
    class: "till:Till",
    call: "till:Till",
    positional: [],
    keywords: {},
    ...(since.length > 0 && { since }),
  },
});
const makingOf = (value: ValueRecipe): object => (value as { readonly made: object }).made;
const step = (call: string, ...positional: ValueRecipe[]) => ({ call, positional, keywords: {} });

function observed(receiver: ValueRecipe, positional: ValueRecipe[], raised?: string): ObservedCall {
  const recipe: CaseRecipe = { shared: [], receiver, positional, keywords: {}, files: {}, variables: {} };
  return { recipe, raised, origin: "observed" };
}

function poolsOf(calls: Readonly<Record<string, readonly ObservedCall[]>>): ReturnType<typeof poolValues> {
  return poolValues(
    Object.entries(calls).map(([name, own]) => {
      const definition = definitions.get(name);
      if (definition === undefined) throw new Error(`no ${name}`);
      return { definition, module: "till", calls: own };
    }),
  );
}

describe("calls of methods that tests made", () => {
  test("are kept for each class, of methods in turns; none of helpers, and none that was refused", () => {
    const pools = poolsOf({
      "Till.add": [observed(till(), [1]), observed(till(), [2]), observed(till(step("close", true)), [2])],
      "Till.take": [observed(till(), [5], "ValueError"), observed(till(step("add", 1)), [1])],
      "Till._empty": [observed(till(), [])],
      "Till.__len__": [observed(till(), [])],
    });
    expect(pools.makings.calls).toEqual(
      new Map([["object:till:Till", [step("add", 1), step("close", true), step("take", 1), step("add", 2)]]]),
    );
  });

  test("are made on other objects of the class, after what these had", () => {
    const { makings } = poolsOf({
      "Till.add": [observed(till(), [7])],
      "Till.take": [observed(till(), [3])],
    });
    const edges = edgesOf(till(step("add", 7)), {
      literals: { texts: [], integers: [] },
      patterns: [],
      siblings: [],
      makings,
    });
    const values = edges.map(({ value }) => value);
    expect(values).toContainEqual(till(step("add", 7), step("take", 3)));
    expect(values).toContainEqual(till(step("add", 7), step("add", 7)));
    expect(values).toContainEqual(till());
  });

  test("are left out where what they were given stands elsewhere in the call, or is large", () => {
    const shared: ObservedCall = {
      ...observed(till(), [{ ref: 0 }]),
      recipe: { ...observed(till(), [{ ref: 0 }]).recipe, shared: [[1]] },
    };
    const large = observed(till(), ["x".repeat(1000)]);
    expect(poolsOf({ "Till.add": [shared, large] }).makings.calls).toEqual(new Map());
  });
});

describe("objects that the repository's own code makes", () => {
  const unfinished = (name: string): ValueRecipe => ({ object: { class: `till:${name}`, state: {} } });

  test("are receivers of their class as their constructor made them, and what it was given belongs to its place", () => {
    const pools = poolsOf({
      "Till.add": [observed({ object: { class: "till:Till", state: { coins: 9 } } }, [1])],
      "Till.__init__": [
        observed(unfinished("Till"), [5]),
        observed(unfinished("BigTill"), [6]),
        observed(unfinished("Till"), ["x".repeat(3000)]),
      ],
    });
    const made = { made: { class: "till:Till", call: "till:Till", positional: [5], keywords: {} } };
    expect(pools.byClass.get("till:Till")?.map(({ value }) => value)).toEqual([
      { object: { class: "till:Till", state: { coins: 9 } } },
      made,
    ]);
    expect(pools.byPart.get("till:Till(0)")).toMatchObject({ values: [5], times: 1 });
  });
});

describe("settings: what constructors alone assign", () => {
  const state = (held: Record<string, ValueRecipe>): ValueRecipe => ({
    object: { class: "till:Till", state: held },
  });
  const definition = (name: string): Definition => {
    const found = definitions.get(name);
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  };
  const seen = [
    state({ coins: 1, is_open: true, sign: "EUR" }),
    state({ coins: 2, is_open: true, sign: "$" }),
  ];
  const settingMakings = (): Makings =>
    poolValues(
      [
        {
          definition: definition("Till.add"),
          module: "till",
          calls: seen.map((one) => observed(one, [1])),
        },
      ],
      {
        definitions: [...definitions.values()].map((one) => ({ definition: one, module: "till" })),
        inputs: pythonInputs,
      },
    ).makings;
  const others = (receiver: ValueRecipe, named: readonly string[]): readonly (ValueRecipe | undefined)[] => {
    const { recipe } = observed(receiver, []);
    const making = { ...PLAIN_CONTRACT.making, settings: settingMakings().settings, named: new Set(named) };
    return spotsOf(recipe, { ...PLAIN_CONTRACT, making }).flatMap(({ setting, edges, write }) =>
      setting === undefined
        ? []
        : (edges?.() ?? []).map((edge) =>
            edge.isSpecific === true ? write(recipe, edge.value).receiver : undefined,
          ),
    );
  };

  test("are flags and what else was seen of them; what methods assign is none", () => {
    expect(settingMakings().settings).toEqual(
      new Map([
        [
          "object:till:Till",
          [
            { name: "is_open", values: [true, false] },
            { name: "sign", values: ["EUR", "$"] },
          ],
        ],
      ]),
    );
  });

  test("are other ones of an object by its state, and set ahead of calls on one that is made", () => {
    expect(others(state({ coins: 1, is_open: true, sign: "EUR" }), ["is_open", "sign"])).toEqual([
      state({ coins: 1, is_open: false, sign: "EUR" }),
      state({ coins: 1, is_open: true, sign: "$" }),
    ]);
    expect(others(till(step("add", 7)), ["is_open"])).toContainEqual(
      till({ attribute: "is_open", value: false }, step("add", 7)),
    );
    expect(others(till({ attribute: "sign", value: "EUR" }), ["sign"])).toContainEqual(
      till({ attribute: "sign", value: "$" }),
    );
  });

  test("count as made for a target that names them alone", () => {
    expect(others(state({ coins: 1, is_open: true, sign: "EUR" }), ["sign"])).toEqual([
      undefined,
      state({ coins: 1, is_open: true, sign: "$" }),
    ]);
  });
});

describe("what makings are given", () => {
  const row = (...lists: ValueRecipe[][]): ValueRecipe =>
    till({ call: "add", positional: [lists], keywords: {} });
  const given = (...rows: ValueRecipe[]): MakingContract =>
    inferMaking(poolsOf({ "Till.take": rows.map((one) => observed(one, [1])) }), undefined, new Set());
  const allows = (contract: MakingContract, receiver: ValueRecipe): boolean =>
    keepsMaking(contract, observed(receiver, [1]).recipe, undefined);
  const many = [1, 2, 3, 4, 5].map((coin) => row([coin], [coin, 2]));

  test("is not empty, nor are rows of it, where none was in five calls", () => {
    const contract = given(...many);
    expect([row(), row([], []), row([7])].map((one) => allows(contract, one))).toEqual([false, false, true]);
  });

  test("may be empty where there were few calls, or one was", () => {
    expect(allows(given(...many.slice(2)), row())).toBe(true);
    expect(allows(given(...many, row([])), row([], [1]))).toBe(true);
  });

  test("is the large table that it always was, and any other where there were two, few calls, or few items", () => {
    const table = (size: number, first = 0): ValueRecipe[] =>
      Array.from({ length: size }, (_, at) => first + at);
    const often = (one: ValueRecipe, times = 4): ValueRecipe[] => Array.from({ length: times }, () => one);
    const [known, other] = [row(table(32)), row([1, ...table(31, 1)])];
    expect([known, other].map((one) => allows(given(...often(known)), one))).toEqual([true, false]);
    expect(allows(given(...often(known), row(table(33))), other)).toBe(true);
    expect(allows(given(...often(known, 3)), other)).toBe(true);
    expect(allows(given(...often(row(table(8)))), row([1, ...table(7, 1)]))).toBe(true);
  });

  test("is none below zero where the default is none, unless one was seen", () => {
    const tillOf = (...positional: ValueRecipe[]): ValueRecipe => ({
      made: { class: "till:Till", call: "till:Till", positional, keywords: {} },
    });
    const contractOf = (...coins: number[]): MakingContract => {
      const take = definitions.get("Till.take");
      if (take === undefined) throw new Error("no Till.take");
      const declared = [...definitions.values()].map((definition) => ({ definition, module: "till" }));
      const calls = coins.map((count) => observed(tillOf(count), [1]));
      const pools = poolValues([{ definition: take, module: "till", calls }], {
        definitions: declared,
        inputs: pythonInputs,
      });
      return inferMaking(pools, undefined, new Set());
    };
    expect(allows(contractOf(5), tillOf(-1))).toBe(false);
    expect(allows(contractOf(5), { made: { ...makingOf(tillOf()), keywords: { coins: -1 } } })).toBe(false);
    expect(allows(contractOf(5), tillOf(0))).toBe(true);
    expect(allows(contractOf(5, -2), tillOf(-1))).toBe(true);
  });
});
