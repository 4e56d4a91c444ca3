import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { canonicalJson, createRandom } from "../../src/base/index.ts";
import { ANY_SIZES } from "../../src/testgen/array-sizes.ts";
import type { CaseRecipe, ValueRecipe } from "../../src/spec/index.ts";
import { varyCase } from "../../src/testgen/vary-case.ts";
import { shapeOf, typeNameOf } from "../../src/testgen/value-shape.ts";
import { PLAIN_CONTRACT } from "./plain-contract.ts";

const noPools = {
  byParameter: new Map(),
  byClass: new Map(),
  byType: new Map(),
  byPart: new Map(),
  ordered: [],
  makings: {
    optional: new Map(),
    declared: new Map(),
    counts: new Set<string>(),
    calls: new Map(),
    settings: new Map(),
  },
};
const value: fc.Arbitrary<ValueRecipe> = fc.letrec<{ node: ValueRecipe }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => ({ float: String(number) })),
    fc.array(tie("node"), { maxLength: 4 }),
    fc.array(tie("node"), { maxLength: 4 }).map((tuple) => ({ tuple })),
    fc.array(fc.tuple(fc.string(), tie("node")), { maxLength: 3 }).map((dict) => ({ dict })),
  ),
})).node;

const recipe: fc.Arbitrary<CaseRecipe> = fc.record({
  shared: fc.constant<ValueRecipe[]>([]),
  positional: fc.array(value, { minLength: 1, maxLength: 3 }),
  keywords: fc.dictionary(fc.constantFrom("width", "sep"), value),
  files: fc.constant({}),
  variables: fc.constant({}),
});

describe("varying a case", () => {
  test("gives the same case for the same seed", () => {
    fc.assert(
      fc.property(recipe, fc.string(), (parent, seed) => {
        const vary = (): string =>
          canonicalJson(
            varyCase(parent, {
              random: createRandom(seed),
              contract: PLAIN_CONTRACT,
              corpus: [parent],
              literals: { texts: ["-"], integers: [7] },
              pools: noPools,
            }),
          );
        expect(vary()).toBe(vary());
      }),
    );
  });

  test("keeps the type of every argument and leaves the parent alone", () => {
    fc.assert(
      fc.property(recipe, fc.string(), (parent, seed) => {
        const before = canonicalJson(parent);
        const source = {
          random: createRandom(seed),
          contract: PLAIN_CONTRACT,
          corpus: [parent],
          literals: { texts: ["x"], integers: [3] },
          pools: noPools,
        };
        const varied = varyCase(parent, source);
        expect(canonicalJson(parent)).toBe(before);
        varied.positional.forEach((node, index) => {
          expect(typeNameOf(node, varied.shared)).toBe(
            typeNameOf(parent.positional[index] ?? null, parent.shared),
          );
        });
      }),
    );
  });

  test("never refers to a shared value that is not there", () => {
    const shared: CaseRecipe = {
      shared: [["a"], [{ ref: 0 }, 1]],
      receiver: { object: { class: "shop:Basket", state: { items: { ref: 1 } } } },
      positional: [{ ref: 0 }],
      keywords: {},
      files: {},
      variables: {},
    };
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const source = {
          random: createRandom(seed),
          contract: PLAIN_CONTRACT,
          corpus: [shared, shared],
          literals: { texts: [], integers: [] },
          pools: noPools,
        };
        const varied = varyCase(shared, source);
        for (const index of referencesIn(varied)) expect(varied.shared[index]).toBeDefined();
      }),
    );
  });
});

test("converts a value to the other types that its parameter takes, and to no other", () => {
  const parameter = {
    name: "text",
    types: new Set(["str", "bytes"]),
    refused: undefined,
    isNeverNegative: false,
    isPositive: false,
    holdsNoNegative: false,
    isAscending: false,
    packedNumbers: undefined,
    textsAmongOthers: undefined,
    hasFullBrackets: false,
    isNeverZero: false,
    isNoEmptyText: false,
    wasNeverEmpty: false,
    isNeverEmpty: false,
    isOfDigits: false,
    isOfSigns: false,
    askedItems: [],
    recordLengths: new Map<string, number>(),
    recordTypes: new Map(),
    pool: undefined,
    longestSigns: undefined,
    ownSigns: new Set<string>(),
    position: 0,
    commonTexts: undefined,
    range: undefined,
    commonItems: undefined,
    commonValues: undefined,
    isKeyedBySigns: false,
    keyTypes: new Map(),
    hasNoPatternSigns: false,
    itemTypes: new Set<string>(),
    constants: undefined,
    keys: undefined,
    sizes: ANY_SIZES,
    optionalKeys: new Set<string>(),
    examples: [],
    canBeNamed: true,
    isRead: true,
  };
  const parent: CaseRecipe = { shared: [], positional: ["12"], keywords: {}, files: {}, variables: {} };
  const given = Array.from({ length: 300 }, (_, seed) =>
    varyCase(parent, {
      random: createRandom(`${seed}`),
      contract: { ...PLAIN_CONTRACT, parameters: [parameter] },
      corpus: [parent],
      literals: { texts: [], integers: [] },
      pools: noPools,
    }),
  ).flatMap(({ positional }) => positional.map((value) => typeNameOf(value, [])));
  expect(new Set(given)).toEqual(new Set(["str", "bytes"]));
});

test("puts receivers and objects of the same type from other calls into a case", () => {
  const basket = (items: ValueRecipe): ValueRecipe => ({
    object: { class: "shop:Basket", state: { items } },
  });
  const seen = { value: basket({ ref: 0 }), shared: [["pear"]] };
  const parent: CaseRecipe = {
    shared: [],
    receiver: basket([]),
    positional: [basket([1])],
    keywords: {},
    files: {},
    variables: {},
  };
  const byType = new Map([["object:shop:Basket", [seen]]]);
  const found = Array.from({ length: 60 }, (_, seed) =>
    varyCase(parent, {
      random: createRandom(`${seed}`),
      contract: PLAIN_CONTRACT,
      corpus: [parent],
      literals: { texts: [], integers: [] },
      pools: { ...noPools, byType },
    }),
  ).filter(({ shared }) => shared.length > 0);
  expect(found.map(({ shared }) => shared[0])).toContainEqual(["pear"]);
  const takers = found.map(({ receiver }) => canonicalJson(receiver).includes("ref"));
  expect([takers.includes(true), takers.includes(false)]).toEqual([true, true]);
});

describe("an object among the inputs", () => {
  const vary = (parent: CaseRecipe, corpus = [parent]): CaseRecipe[] =>
    Array.from({ length: 300 }, (_, seed) =>
      varyCase(parent, {
        random: createRandom(`${seed}`),
        contract: PLAIN_CONTRACT,
        corpus,
        literals: { texts: [], integers: [] },
        pools: noPools,
      }),
    );

  test("that is known by its state stays as it was observed, with all that it holds", () => {
    const loaf = { object: { class: "bakery:Loaf", slots: { weight: 3, crumbs: { ref: 1 } } } };
    const parent: CaseRecipe = {
      shared: [loaf, ["crumb"]],
      positional: [{ ref: 0 }, { ref: 1 }, 5],
      keywords: {},
      files: {},
      variables: {},
    };
    const varied = vary(parent);
    for (const { shared } of varied) expect(shared).toEqual([loaf, ["crumb"]].slice(0, shared.length));
    expect(new Set(varied.map(({ positional }) => positional[2])).size).toBeGreaterThan(5);
  });

  test("that is made is made of other things, and by fewer or more calls", () => {
    const add = { call: "add", positional: ["flour"], keywords: {} };
    const dough = (...since: (typeof add)[]): ValueRecipe => ({
      made: { class: "bakery:Dough", call: "bakery:Dough", positional: [2, { ref: 0 }], keywords: {}, since },
    });
    const salt: ValueRecipe = {
      made: { class: "bakery:Salt", call: "bakery:Salt", positional: [], keywords: { coarse: true } },
    };
    const parent: CaseRecipe = {
      shared: [salt],
      receiver: dough(add),
      positional: [{ ref: 0 }],
      keywords: {},
      files: {},
      variables: {},
    };
    const texts = vary(parent).map((recipe) => JSON.stringify(recipe));
    for (const text of texts) expect(text).not.toContain('"object"');
    const counts = texts.map((text) => text.split('"call":"add"').length - 1);
    expect(new Set(counts)).toEqual(new Set([0, 1, 2]));
    expect(texts.some((text) => text.includes('"coarse":false'))).toBe(true);
    expect(texts.some((text) => text.includes('"call":"bakery:Salt","positional":[],"keywords":{}'))).toBe(
      true,
    );
    expect(new Set(texts.map((text) => /"positional":\[(-?\d+),/u.exec(text)?.[1])).size).toBeGreaterThan(4);
  });
});

describe("varying a case that finds something replaced", () => {
  const parent: CaseRecipe = {
    shared: [["a"], ["mine"]],
    positional: [{ ref: 0 }],
    keywords: {},
    files: {},
    variables: {},
    patches: [{ owner: "shop", name: "TILL", value: { ref: 1 } }],
  };
  const donor: CaseRecipe = {
    ...parent,
    shared: [["theirs"], ["b"]],
    positional: [{ ref: 1 }],
    patches: [
      { owner: "shop", name: "TILL", value: { tuple: [{ ref: 0 }, { ref: 0 }] } },
      { owner: "shop", name: "sell" },
    ],
  };
  const vary = (recipe: CaseRecipe, corpus: CaseRecipe[], seed: number): CaseRecipe =>
    varyCase(recipe, {
      random: createRandom(`${seed}`),
      contract: PLAIN_CONTRACT,
      corpus,
      literals: { texts: [], integers: [] },
      pools: noPools,
    });
  const tillOf = ({ patches, shared }: CaseRecipe): string | undefined =>
    patches?.map((patch) => JSON.stringify(patch.value, (_, item) => opened(item, shared))).join();
  const opened = (item: unknown, shared: readonly ValueRecipe[]): unknown => {
    const { tag, content } = shapeOf((item ?? null) as ValueRecipe);
    return tag === "ref" ? shared[Number(content)] : item;
  };

  test("keeps its patches or takes those of another whole, with what they refer to", () => {
    const cases = Array.from({ length: 300 }, (_, seed) => vary(parent, [parent, donor], seed));
    for (const varied of cases)
      for (const index of referencesIn(varied)) expect(varied.shared[index]).toBeDefined();
    const names = new Set(cases.map(({ patches }) => patches?.map(({ name }) => name).join()));
    expect(names).toEqual(new Set(["TILL", "TILL,sell"]));
    const tills = new Set(cases.map(tillOf));
    expect(tills).toContain('["mine"]');
    expect(tills).toContain('{"tuple":[["theirs"],["theirs"]]},');
  });

  test("gives other answers of the same type to the same questions", () => {
    const system = (returns: ValueRecipe): CaseRecipe => ({
      ...parent,
      shared: [],
      positional: [],
      patches: [
        {
          owner: "platform",
          name: "system",
          value: { callback: { name: "system", calls: [{ positional: ["x"], keywords: {}, returns }] } },
        },
        {
          owner: "shop",
          name: "price",
          value: { value: ["getattr", { dict: [["tea", 3]] }, "__getitem__"] },
        },
        { owner: "shop", name: "sell" },
      ],
    });
    const corpus = ["Linux", "Darwin"].map(system);
    const [first] = corpus as [CaseRecipe];
    const cases = Array.from({ length: 400 }, (_, seed) => vary(first, corpus, seed));
    const answers = cases.map(({ patches = [] }) =>
      patches.map(({ name, value: patched }) => [name, JSON.stringify(patched ?? null)]),
    );
    const texts = new Set(answers.map(([asked]) => asked?.[1] ?? ""));
    const prices = new Set(answers.map(([, price]) => price?.[1] ?? ""));
    expect(texts).toContain(JSON.stringify(corpus[1]?.patches?.[0]?.value));
    expect(texts.size).toBeGreaterThan(10);
    for (const text of texts) expect(text).toMatch(/"positional":\["x"\],"keywords":\{\},"returns":"/u);
    expect(prices.size).toBeGreaterThan(5);
    for (const price of prices)
      expect(price).toMatch(/^\{"value":\["getattr",\{"dict":\[\["tea",-?\d+\]\]\},"__getitem__"\]\}$/u);
    expect(new Set(answers.map((patches) => patches.at(-1)?.join()))).toEqual(new Set(["sell,null"]));
  });

  test("takes none where the other has none", () => {
    const { patches: _, ...plain } = donor;
    const cases = Array.from({ length: 100 }, (_unused, seed) => vary(parent, [parent, plain], seed));
    expect(new Set(cases.map(({ patches }) => patches?.length))).toEqual(new Set([1, undefined]));
  });
});

function referencesIn(node: unknown): number[] {
  if (node === null || typeof node !== "object") return [];
  const own = Array.isArray(node) ? undefined : shapeOf(node as ValueRecipe);
  if (own?.tag === "ref" && typeof own.content === "number") return [own.content];
  return Object.values(node).flatMap(referencesIn);
}
