import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { compareObservations } from "../../src/judge/compare.ts";
import { describeCase } from "../../src/judge/describe-case.ts";
import { isUnchanged } from "../../src/judge/input-changes.ts";
import type { Callable } from "../../src/languages/index.ts";
import type { CaseRecipe, ComparisonPolicy, Observation, ValueRecipe } from "../../src/spec/index.ts";
import { float, language, object, policy, returned } from "./compare-cases.ts";

const target: Callable = {
  name: "change",
  kind: "function",
  class_name: null,
  parameters: ["it", "other"],
  is_async: false,
  is_generator: false,
};

function recipeOf(positional: unknown[], shared: unknown[] = []): CaseRecipe {
  return {
    shared: shared as ValueRecipe[],
    positional: positional as ValueRecipe[],
    keywords: {},
    files: {},
    variables: {},
  };
}

/** What an example tells of a call that left its arguments so. */
function told(
  before: unknown[],
  after: unknown[],
  shared: unknown[] = [],
  rules: ComparisonPolicy = policy,
): string[] {
  const shown = returned(null, { positional: after });
  return describeCase(target, { recipe: recipeOf(before, shared) }, shown, { policy: rules, language })
    .split("\n")
    .filter((line) => line.startsWith("# afterwards"));
}

const long = "lorem ipsum ".repeat(500);
const comment = (text: string): unknown => object({ text, indent: "" }, "toml:Comment");

describe("what a call changed", () => {
  it("is told by its place in a text that is too long to be written", () => {
    expect(told([`${long}abc`], [`${long}xyz!`])).toEqual([
      "# afterwards it[6000:6003] is 'xyz!', was 'abc'",
    ]);
    expect(told([{ bytes: `${long}a` }], [{ bytes: `${long}b` }])).toEqual([
      "# afterwards it[6000:6001] is b'b', was b'a'",
    ]);
    expect(told([`😀${long}a`], [`😀${long}b`])).toEqual(["# afterwards it[6001:6002] is 'b', was 'a'"]);
  });

  it("is nothing where a constant without state is still there", () => {
    const held = (content: unknown): unknown => ({ dict: [["mark", content]] });
    const named = held({ named: "desk:MISSING" });
    expect(told([named], [held(object({}, "desk:Missing"))])).toEqual([]);
    expect(told([named], [held(object({ text: "x" }, "desk:Missing"))])).toHaveLength(1);
    expect(told([named], [held(null)])).toHaveLength(1);
  });

  it("is told of what given functions note, once where they share it", () => {
    const noting = (seen: unknown, text = "lambda n: seen.append(n)"): unknown => ({
      function: { text, values: { seen, limit: 3 } },
    });
    const noted = (seen: unknown, text?: string): unknown => ({
      function: { text: text ?? "lambda n: seen.append(n)", values: { seen } },
    });
    expect(told([noting([])], [noted([])])).toEqual([]);
    expect(told([noting([0])], [noted([0, 1])])).toEqual(["# afterwards it (seen in it) is [0, 1], was [0]"]);
    const other = "lambda n: seen.pop()";
    expect(
      told([noting({ ref: 0 }), noting({ ref: 0 }, other)], [noted([1]), noted([1], other)], [[]]),
    ).toEqual(["# afterwards it (seen in it) is [1], was []"]);
  });

  it("is told where it stands, however deep and private what holds it is", () => {
    const rules = { ...policy, private_attributes: ["_body"] };
    const table = (last: string): unknown =>
      object(
        { _body: [comment(long), { tuple: [null, comment(last)] }], _cache: last, name: "a" },
        "toml:Table",
      );
    expect(told([table("a")], [table("b")], [], rules)).toEqual([
      "# afterwards it._body[1][1].text is 'b', was 'a'",
    ]);
    expect(told([table("a")], [table("b")])).toEqual([]);
  });

  it("is nothing where a number is written in another way", () => {
    expect(told([float("-395809552678292740.0")], [float("-3.9580955267829274e+17")])).toEqual([]);
    expect(told([float("0.0")], [float("-0.0")])).toEqual(["# afterwards it is -0.0, was 0.0"]);
    expect(told([float("inf")], [float("-inf")])).toEqual([
      "# afterwards it is float('-inf'), was float('inf')",
    ]);
  });

  it("is told once of a value that is met by several ways, and of each way where they part", () => {
    const shared = [comment("a")];
    const two = [{ dict: [["x", { ref: 0 }]] }, [{ ref: 0 }]];
    const now = (x: string, y: string): unknown[] => [{ dict: [["x", comment(x)]] }, [comment(y)]];
    expect(told(two, now("b", "b"), shared)).toEqual(["# afterwards it['x'].text is 'b', was 'a'"]);
    expect(told(two, now("a", "b"), shared)).toEqual(["# afterwards other[0].text is 'b', was 'a'"]);
    expect(told(two, now("c", "b"), shared)).toEqual([
      "# afterwards it['x'].text is 'c', was 'a'",
      "# afterwards other[0].text is 'b', was 'a'",
    ]);
  });

  it.each([
    ["a short list as a whole", [1, 2], [2, 1], ["it is [2, 1], was [1, 2]"]],
    ["items that were put into a long one", [long, 1], [long, 5, 6, 1], ["it[1:1] is [5, 6], was []"]],
    ["items of a long one that are others", [long, 1, 2, 3], [long, 1, 5, 3], ["it[2] is 5, was 2"]],
    [
      "keys that came, went and have another value",
      {
        dict: [
          ["a", 1],
          ["b", long],
          ["c", 2],
        ],
      },
      {
        dict: [
          ["b", long],
          ["a", 3],
          ["d", 4],
        ],
      },
      ["it['a'] is 3, was 1", "it['c'] is gone, was 2", "it['d'] is 4, was not there"],
    ],
    [
      "nothing of another order",
      {
        dict: [
          ["a", 1],
          ["b", { set: [1, 2] }],
        ],
      },
      {
        dict: [
          ["b", { set: [2, 1] }],
          ["a", 1],
        ],
      },
      [],
    ],
    [
      "what an ordered dictionary holds",
      {
        value: [
          "collections.OrderedDict",
          {
            dict: [
              ["a", long],
              ["b", 1],
            ],
          },
        ],
      },
      {
        value: [
          "collections.OrderedDict",
          {
            dict: [
              ["a", long],
              ["b", 2],
            ],
          },
        ],
      },
      ["it['b'] is 2, was 1"],
    ],
    [
      "attributes that came and went",
      object({ a: 1 }),
      object({ b: 2 }),
      ["it.a is gone, was 1", "it.b is 2, was not there"],
    ],
    [
      "a value of another class",
      object({ a: 1 }),
      object({ a: 1 }, "shop:Other"),
      ["it is <Other a=1>, was <Item a=1>"],
    ],
    [
      "what an object is beside its attributes",
      { object: { class: "m:Text", base: "a", state: {} } },
      { object: { class: "m:Text", base: "b", state: {} } },
      ["it is 'b', was 'a'"],
    ],
    [
      "an iterator that gave something",
      { iterator: [1, 2] },
      { iterator: [2], end: "stop" },
      ["it is iter([2]), was iter([1, 2])"],
    ],
    [
      "the position in a file",
      { file: { mode: "r", position: 0, content: "ab", path: "x" } },
      { file: { mode: "r", position: 2, content: "ab" } },
      ["it (the position in it) is 2, was 0"],
    ],
    [
      "a parent that was not there",
      object({ children: [object({ parent: null })] }),
      object({ children: [object({ parent: { ref: 0 } })] }),
      ["it.children[0].parent is <the Item around it, 1 further out>, was None"],
    ],
  ] as const)("is %s", (_what, before, after, lines) => {
    expect(told([before], [after])).toEqual(lines.map((line) => `# afterwards ${line}`));
  });

  it("is nothing where a value that holds itself stays as it was", () => {
    const shared = [object({ parent: null, children: [object({ parent: { ref: 0 } })] })];
    const found = object({ parent: null, children: [object({ parent: { ref: 0 } })] });
    expect(told([{ ref: 0 }], [found], shared)).toEqual([]);
  });

  it("is told where and only where it is graded", () => {
    fc.assert(
      fc.property(value, value, fc.boolean(), (before, other, isSame) => {
        const after = isSame ? (JSON.parse(JSON.stringify(before)) as unknown) : other;
        const shown = returned(null, { positional: [after] }) as Exclude<Observation, { status: "refused" }>;
        const isOther =
          compareObservations("case-001", returned(null, { positional: [before] }), shown, {
            policy,
            language,
          }) !== undefined;
        expect(told([before], [after]).length > 0).toBe(isOther);
        expect(isUnchanged(shown, recipeOf([before]), { policy, language })).toBe(!isOther);
      }),
      { numRuns: 500 },
    );
  });
});

const atom = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom("a", "b", long, `${long}b`),
  fc.constantFrom("1.5", "nan").map(float),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => {
  const items = fc.array(tie("value"), { maxLength: 3 });
  const words = fc.uniqueArray(fc.constantFrom("a", "b", "c", "_d"), { maxLength: 3 });
  const pairs = fc
    .tuple(words, fc.array(tie("value"), { minLength: 3, maxLength: 3 }))
    .map(([keys, values]) => keys.map((key, at) => [key, values[at]]));
  return {
    value: fc.oneof(
      { maxDepth: 4 },
      atom,
      items,
      items.map((tuple) => ({ tuple })),
      words.map((set) => ({ set })),
      pairs.map((dict) => ({ dict })),
      pairs.map((state) => object(Object.fromEntries(state) as Record<string, unknown>)),
      items.map((iterator) => ({ iterator, end: "stop" })),
    ),
  };
});
