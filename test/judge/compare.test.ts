import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { compareObservations, isTrivialObservation } from "../../src/judge/compare.ts";
import { outcomeKey } from "../../src/judge/outcome-key.ts";
import type { CaseRecipe, ComparisonPolicy, Observation } from "../../src/spec/index.ts";
import {
  anyValue,
  DEFAULTING,
  DIFFERING_PAIRS,
  float,
  HOSTILE_TEXTS,
  language,
  object,
  policy,
  pythonText,
  raised,
  returned,
} from "./compare-cases.ts";

function messageOf(expected: Observation, actual: Observation, rules = policy): string | undefined {
  return compareObservations("case-001", expected, actual, { policy: rules, language })?.message;
}

const keyOf = (observation: Observation, rules = policy): string =>
  outcomeKey(observation, { policy: rules, language });

const differs = (a: unknown, b: unknown, rules = policy): boolean =>
  messageOf(returned(a), returned(b), rules) !== undefined;
describe("two observations", () => {
  it("agree with themselves, and then have the same key", () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const copy = JSON.parse(JSON.stringify(value)) as unknown;
        expect(
          compareObservations("case-001", returned(value), returned(copy), { policy, language }),
        ).toBeUndefined();
        expect(keyOf(returned(copy))).toBe(keyOf(returned(value)));
      }),
    );
  });

  it("agree or differ in both directions alike", () => {
    fc.assert(
      fc.property(anyValue, anyValue, (a, b) => {
        expect(differs(a, b)).toBe(differs(b, a));
        expect(differs([a], [b])).toBe(differs({ set: [a] }, { set: [b] }));
      }),
    );
  });

  it("agree whatever order sets and dictionaries are written in", () => {
    const members = fc.uniqueArray(fc.oneof(fc.string(), fc.integer()), { maxLength: 6 });
    fc.assert(
      fc.property(members, (set) => {
        const pairs = set.map((key, index) => [key, index]);
        expect(differs({ set }, { set: set.toReversed() })).toBe(false);
        expect(differs({ dict: pairs }, { dict: pairs.toReversed() })).toBe(false);
        const ordered = (dict: unknown) => ({ value: ["collections.OrderedDict", { dict }] });
        expect(differs(ordered(pairs), ordered(pairs.toReversed()))).toBe(set.length > 1);
      }),
    );
  });

  it("agree on floats within the relative tolerance, and nowhere else", () => {
    const number = fc.double({ min: 1e-200, max: 1e200, noNaN: true });
    fc.assert(
      fc.property(number, (wanted) => {
        const near = float(pythonText(wanted * (1 + 4e-10)));
        const far = float(pythonText(wanted * (1 + 1e-8)));
        expect(differs(float(pythonText(wanted)), near)).toBe(false);
        expect(differs(float(pythonText(wanted)), far)).toBe(true);
        expect(differs({ set: [float(pythonText(wanted)), 1] }, { set: [1, near] })).toBe(false);
        expect(differs({ set: [float(pythonText(wanted))] }, { set: [far] })).toBe(true);
        expect(differs({ dict: [[float(pythonText(wanted)), 1]] }, { dict: [[near, 1]] })).toBe(false);
      }),
    );
  });

  it.each(DIFFERING_PAIRS)("differ: %j and %j", (a, b) => expect(differs(a, b)).toBe(true));

  it("agree on NaN, on views in any order, and on private attributes unless the policy names them", () => {
    expect(differs(float("nan"), float("nan"))).toBe(false);
    expect(differs({ value: ["dict_keys", [1, 2]] }, { value: ["dict_keys", [2, 1]] })).toBe(false);
    const [a, b] = [object({ _cache: 1, price: 1 }), object({ _cache: 2, price: 1 })];
    expect(differs(a, b)).toBe(false);
    expect(differs(a, b, { ...policy, private_attributes: ["_cache"] })).toBe(true);
    const [first, second] = [object({ made: 1, price: 1 }), object({ made: 2, price: 1 })];
    expect(differs(first, second)).toBe(true);
    expect(differs(first, second, { ...policy, counters: ["made"] })).toBe(false);
    expect(differs(object({ __wrapped__: 1 }), object({ __wrapped__: 2 }))).toBe(true);
  });

  it("differ in words that say what and where", () => {
    expect(messageOf(returned(4), returned(3))).toBe("returned 3, expected 4");
    expect(messageOf(returned([1, 2, 4]), returned([1, 2, 3]))).toBe("returned 3, expected 4 at value[2]");
    expect(messageOf(returned({ dict: [["a", 1]] }), returned({ dict: [["a", 2]] }))).toBe(
      "returned 2, expected 1 at value['a']",
    );
    expect(messageOf(returned(object({ price: 1 })), returned(object({ price: 2 })))).toBe(
      "returned 2, expected 1 at value.price",
    );
    expect(messageOf(raised("builtins:KeyError"), returned([1]))).toBe(
      "returned [1], expected it to raise KeyError",
    );
    expect(messageOf(raised("builtins:KeyError"), raised("shop:Gone"))).toBe(
      "raised shop.Gone, expected KeyError",
    );
    expect(
      messageOf(returned(null), { status: "refused", during: "observation", message: "mock: m:M" }),
    ).toBe("gave something that cannot be observed (mock: m:M), expected it to return None");
    const positional = messageOf(
      returned(null, { positional: [[1]] }),
      returned(null, { positional: [[2]] }),
    );
    expect(positional).toBe("left 2, expected 1 at arguments[0][0]");
    const keyword = messageOf(
      returned(null, { keywords: { items: [] } }),
      returned(null, { keywords: { items: [1] } }),
    );
    expect(keyword).toBe("left 1, expected nothing at arguments.items[0]");
    expect(messageOf(returned(null, { files: { a: "x" } }), returned(null))).toBe(
      "left the file 'a' unchanged, expected 'x'",
    );
    expect(messageOf(returned(null), returned(null, { files: { a: null } }))).toBe(
      "removed the file 'a', expected no change to it",
    );
  });

  it("takes an equal value for an argument itself where the policy says so, and no argument for a new value", () => {
    const rules = { policy: { ...policy, allows_copies: true }, language };
    const rest = { positional: [[1]], keywords: { items: { dict: [] } }, receiver: 7 };
    const pathOf = (wanted: unknown, found: unknown, by = rules): string | undefined =>
      compareObservations("case-1", returned(wanted, rest), returned(found, rest), by)?.path;
    for (const [input, equal] of [
      [{ argument: 0 }, [1]],
      [{ argument: "items" }, { dict: [] }],
      [{ receiver: true }, 7],
    ]) {
      expect(pathOf(input, equal)).toBeUndefined();
      expect(pathOf(input, input)).toBeUndefined();
      expect(pathOf(equal, input)).toBeDefined();
      expect(pathOf(input, [2])).toBeDefined();
      expect(pathOf(input, equal, { policy, language })).toBeDefined();
    }
  });

  it("takes bytes for a bytearray in results where the policy says so, and nowhere else", () => {
    const rules = { policy: { ...policy, bytes_alike: true }, language };
    const pathOf = (wanted: Observation, found: Observation, by = rules): string | undefined =>
      compareObservations("case-1", wanted, found, by)?.path;
    const [changeable, fixed] = [{ bytearray: "a" }, { bytes: "a" }];
    expect(pathOf(returned([changeable]), returned([fixed]))).toBeUndefined();
    expect(pathOf(returned([changeable]), returned([{ bytes: "b" }]))).toBe("value[0]");
    expect(pathOf(returned(fixed), returned(changeable))).toBe("value");
    expect(pathOf(returned(changeable), returned(fixed), { policy, language })).toBe("value");
    const [left, other] = [
      returned(null, { positional: [changeable] }),
      returned(null, { positional: [fixed] }),
    ];
    expect(pathOf(left, other)).toBe("arguments[0]");
  });

  it("takes a plain text for one of a class that nothing can import and that holds nothing else", () => {
    const text = (rest: object, base = "a"): object => ({
      object: { class: "builtins:str", base, state: {}, ...rest },
    });
    const pathOf = (wanted: unknown, found: unknown): string | undefined =>
      compareObservations("case-1", returned([wanted]), returned([found]), { policy, language })?.path;
    expect(pathOf(text({ own: "" }), "a")).toBeUndefined();
    expect(pathOf(text({ own: "" }), text({ own: "" }))).toBeUndefined();
    expect(pathOf(text({ own: "" }), "b")).toBe("value[0]");
    expect(pathOf(text({ own: "" }), text({ own: "" }, "b"))).toBeDefined();
    expect(pathOf("a", text({ own: "" }))).toBe("value[0]");
    expect(pathOf(text({ own: "shop:Markup" }), "a")).toBe("value[0]");
    expect(pathOf(text({ own: "", state: { safe: true } }), "a")).toBe("value[0]");
  });

  it("takes no result that shares a part with the inputs where the policy says so, unless the original's does", () => {
    const rules = { policy: { ...policy, fresh_results: true }, language };
    const pathOf = (wanted: object, found: object, by = rules): string | undefined =>
      compareObservations("case-1", returned([[1]], wanted), returned([[1]], found), by)?.path;
    expect(pathOf({}, { shares: true })).toBe("value");
    expect(pathOf({}, {})).toBeUndefined();
    expect(pathOf({ shares: true }, { shares: true })).toBeUndefined();
    expect(pathOf({ shares: true }, {})).toBeUndefined();
    expect(pathOf({}, { shares: true }, { policy, language })).toBeUndefined();
  });

  it("looks at the truth of a result alone where the policy says so, and at what the call changed", () => {
    const rules = { policy: { ...policy, truth_only: true }, language };
    const pathOf = (wanted: unknown, found: unknown): string | undefined =>
      compareObservations("case-1", returned(wanted), returned(found), rules)?.path;
    for (const [one, other] of [
      [null, false],
      [true, { value: ["re.Match", "a"] }],
      [{ float: "0.0" }, ""],
      [[], { dict: [] }],
      [1, [null]],
    ]) {
      expect(pathOf(one, other)).toBeUndefined();
      expect(pathOf(other, one)).toBeUndefined();
    }
    for (const [one, other] of [
      [null, true],
      [{ float: "0.5" }, false],
      ["", "a"],
    ])
      expect(pathOf(one, other)).toBe("value");
    const changed = returned(true, { files: { a: "x" } });
    expect(compareObservations("case-1", returned(true), changed, rules)?.path).toBe("files.a");
  });

  it("takes an exception at the call for the same one at some item where the original gives iterators, and for no other", () => {
    const lazy = { ...policy, gives_iterators: true };
    const lazily = (items: readonly unknown[], name: string): Observation =>
      returned({ iterator: items, end: { class: name } });
    const eagerly = raised("shop:Gone");
    expect(compareObservations("case-1", eagerly, lazily([], "shop:Gone"), { policy, language })?.path).toBe(
      "status",
    );
    expect(
      compareObservations("case-1", lazily([], "shop:Gone"), eagerly, { policy, language }),
    ).toBeUndefined();
    expect(
      compareObservations("case-1", eagerly, lazily([], "shop:Gone"), { policy: lazy, language }),
    ).toBeUndefined();
    expect(
      compareObservations("case-1", eagerly, lazily([1], "shop:Gone"), { policy: lazy, language }),
    ).toBeUndefined();
    expect(
      compareObservations("case-1", lazily([1], "shop:Gone"), lazily([2], "shop:Gone"), {
        policy: lazy,
        language,
      }),
    ).toBeDefined();
    expect(
      compareObservations("case-1", eagerly, lazily([], "shop:Late"), { policy: lazy, language })?.path,
    ).toBe("status");
    expect(
      compareObservations("case-1", eagerly, returned({ iterator: [], end: "stop" }), {
        policy: lazy,
        language,
      })?.path,
    ).toBe("status");
  });

  it("tells what has to be awaited from what has not, but not when the original's is awaited and raises", () => {
    const [plain, lazy] = [returned(1), returned(1, { awaited: true })];
    const [eager, late] = [raised("shop:Gone"), { ...raised("shop:Gone"), awaited: true }];
    expect(compareObservations("case-1", plain, lazy, { policy, language })?.message).toBe(
      "returned a coroutine, expected it to return 1",
    );
    expect(compareObservations("case-1", lazy, plain, { policy, language })?.path).toBe("status");
    expect(compareObservations("case-1", lazy, lazy, { policy, language })).toBeUndefined();
    expect(compareObservations("case-1", eager, late, { policy, language })?.path).toBe("status");
    expect(compareObservations("case-1", late, eager, { policy, language })).toBeUndefined();
  });

  it("takes no class of the candidate's for a public one, nor one private class for another", () => {
    const made = (own?: string) => ({
      object: { class: "shop:Item", state: {}, ...(own === undefined ? {} : { own }) },
    });
    expect(differs(made(), made("shop:_Item"))).toBe(true);
    expect(differs(made("shop:_Item"), made())).toBe(true);
    expect(differs(made("shop:_Item"), made("shop:_Other"))).toBe(true);
    expect(differs(made("shop:_Item"), made("shop:_Item"))).toBe(false);
    expect(differs(made(""), made(""))).toBe(false);
    expect(differs(made(""), made("shop:_Item"))).toBe(false);
    expect(differs(made(""), made())).toBe(true);
    expect(differs({ set: [made("")] }, { set: [made("shop:_Item")] })).toBe(false);
  });

  it("look at no private attribute of what a call that raised leaves behind", () => {
    const rules = { ...policy, private_attributes: ["_at"] };
    const left = (at: number, count: number) => ({
      ...raised("shop:Gone"),
      receiver: object({ _at: at, count }),
    });
    expect(compareObservations("c", left(1, 2), left(7, 2), { policy: rules, language })).toBeUndefined();
    expect(compareObservations("c", left(1, 2), left(1, 3), { policy: rules, language })?.path).toBe(
      "receiver.count",
    );
  });

  it("does not look at the open file in a private attribute", () => {
    const rules = { ...policy, private_attributes: ["_file"] };
    const holding = (value: unknown): Observation => returned(object({ _file: value }));
    const file = { file: { mode: "rb", position: 4, content: "abcd" } };
    const stream = { object: { class: "_io:BufferedReader", state: {} } };
    expect(
      compareObservations("case-1", holding(stream), holding(file), { policy: rules, language }),
    ).toBeUndefined();
    expect(
      compareObservations("case-1", returned(file), returned(stream), { policy: rules, language })?.path,
    ).toBe("value");
  });

  it.each([[[]], [null], [""], [{ dict: [] }], [{ set: [] }]])(
    "does not look at when a private attribute is made that holds %j",
    (value) => {
      const rules = { ...policy, private_attributes: ["_held"] };
      const pairs = [object({ _held: value }), object({})] as const;
      expect(differs(...pairs, rules)).toBe(false);
      expect(differs(pairs[1], pairs[0], rules)).toBe(false);
      expect(differs(object({ _held: value }), object({ _held: [1] }), rules)).toBe(true);
      expect(differs(object({ _held: [1] }), object({}), rules)).toBe(true);
      expect(differs(object({ held: value }), object({}), rules)).toBe(true);
    },
  );

  it("do not look at what looking for a key has made in a private attribute", () => {
    const rules = { ...policy, private_attributes: ["_held"] };
    const alike = DEFAULTING.slice(0, 5);
    for (const one of DEFAULTING)
      for (const other of DEFAULTING) {
        const isAlike = one === other || (alike.includes(one) && alike.includes(other));
        expect(differs(object({ _held: one }), object({ _held: other }), rules)).toBe(!isAlike);
        expect(differs(object({ _held: [one] }), object({ _held: [other] }), rules)).toBe(!isAlike);
        expect(differs(object({ held: one }), object({ held: other }), rules)).toBe(one !== other);
        expect(differs(one, other, rules)).toBe(one !== other);
      }
  });

  it("compare messages of exceptions only where the policy says so", () => {
    const [a, b] = [raised("builtins:KeyError", "one"), raised("builtins:KeyError", "two")];
    expect(messageOf(a, b)).toBeUndefined();
    expect(messageOf(a, b, { ...policy, messages: true })).toBe(
      "raised KeyError saying 'two', expected 'one'",
    );
    expect(keyOf(a)).toBe(keyOf(b));
  });

  it("compare what an exception holds, as far as the expected one has it", () => {
    const [none, one, two] = [{}, { missing: ["host"] }, { missing: ["host", "path"] }].map((data) =>
      raised("shop:Incomplete", "", data),
    ) as [Observation, Observation, Observation];
    expect(messageOf(one, two)).toBe(
      "raised shop.Incomplete with 'path', expected nothing at exception.missing[1]",
    );
    expect(messageOf(one, none)).toContain("at exception.missing");
    expect([messageOf(none, one), messageOf(two, two)]).toEqual([undefined, undefined]);
    expect(new Set([none, one, two].map((each) => keyOf(each))).size).toBe(3);
  });

  it("compare output only where the policy says so", () => {
    const quiet = returned(null, { printed: "", logged: [] });
    const loud = returned(null, { printed: "one\n", logged: ["INFO: one"] });
    expect(messageOf(loud, quiet)).toBeUndefined();
    expect(keyOf(loud)).toBe(keyOf(quiet));
    const printed: ComparisonPolicy = { ...policy, output: ["printed"] };
    expect(messageOf(loud, quiet, printed)).toBe("printed '', expected 'one\\n'");
    expect(messageOf(loud, returned(null), printed)).toContain("printed");
    expect(keyOf(loud, printed)).not.toBe(keyOf(quiet, printed));
    expect(messageOf(quiet, loud, { ...policy, output: ["logged"] })).toContain("logged");
    expect(messageOf(loud, loud, { ...policy, output: ["printed", "logged"] })).toBeUndefined();
  });

  it("must not be compared where the expected one is refused", () => {
    const refused: Observation = { status: "refused", during: "input", message: "mock" };
    expect(() => compareObservations("case-001", refused, returned(1), { policy, language })).toThrow(
      'Cannot compare case "case-001": the expected observation is refused (mock).',
    );
  });
});

describe("a hostile observation", () => {
  it("is a difference or agrees, and is never a throw", () => {
    fc.assert(
      fc.property(anyValue, fc.jsonValue(), (value, hostile) => {
        const expected = returned(value, { positional: [value], keywords: { a: value }, receiver: value });
        compareObservations("case-001", expected, hostile as Observation, { policy, language });
        compareObservations("case-001", expected, returned(hostile), { policy, language });
        expect(typeof language.present.show(hostile)).toBe("string");
      }),
    );
  });

  it.each(HOSTILE_TEXTS)("differs: %s", (text) => {
    const hostile: unknown = JSON.parse(text);
    for (const wanted of [
      1,
      object({}),
      { dict: [[1, 2]] },
      { set: [1] },
      float("16.0"),
      { iterator: [], end: "stop" },
    ]) {
      expect(differs(wanted, hostile)).toBe(true);
    }
    expect(typeof language.present.show(hostile)).toBe("string");
  });

  it("may be as deep or as wide as it likes", () => {
    let [deep, shallow]: [unknown, unknown] = [0, 0];
    for (let depth = 0; depth < 20_000; depth += 1) deep = [deep];
    for (let depth = 0; depth < 150; depth += 1) shallow = { tuple: [shallow] };
    expect(differs([[1]], deep)).toBe(true);
    expect(differs(deep, deep)).toBe(true);
    expect(differs({ set: [1] }, { set: [deep] })).toBe(true);
    expect(differs(shallow, structuredClone(shallow))).toBe(false);
    const wide = Array.from({ length: 200_000 }, (_, index) => index);
    expect(differs({ set: wide }, { set: wide.toReversed() })).toBe(false);
    expect(differs({ set: [1] }, { set: wide })).toBe(true);
    expect(language.present.show(wide).length).toBeLessThanOrEqual(80);
    expect(language.present.show(deep).length).toBeLessThanOrEqual(80);
  });
});

describe("an observation is trivial", () => {
  const recipe: CaseRecipe = {
    shared: [[1]],
    receiver: { object: { class: "shop:Shop", state: { open: true, _log: [] } } },
    positional: [{ ref: 0 }, { path: "a.txt" }, { float: "1.0" }],
    keywords: { key: { callback: { name: "f", calls: [] } }, by: { function: { text: "lambda: 1" } } },
    files: {},
    variables: {},
  };
  const unchanged = {
    positional: [[1], "<private>/a.txt", { float: "1.0" }],
    keywords: { key: { callback: "f" }, by: { function: "lambda: 1" } },
    receiver: object({ open: true, _log: [1] }, "shop:Shop"),
  };

  it.each([
    ["when nothing is left to see", returned(null, unchanged), true],
    ["but not when it returned something", returned(0, unchanged), false],
    [
      "but not when an argument changed",
      returned(null, { ...unchanged, positional: [[1, 2], "<private>/a.txt", float("1.0")] }),
      false,
    ],
    [
      "but not when the receiver changed",
      returned(null, { ...unchanged, receiver: object({ open: false }, "shop:Shop") }),
      false,
    ],
    ["but not when it wrote a file", returned(null, { ...unchanged, files: { a: "" } }), false],
    ["but not when it raised", raised("builtins:KeyError"), false],
  ] as const)("%s", (_, shown, isTrivial) => {
    expect(isTrivialObservation(shown, recipe, { policy, language })).toBe(isTrivial);
  });

  it("unless the policy looks at the private attribute that changed", () => {
    const rules = { ...policy, private_attributes: ["_log"] };
    expect(isTrivialObservation(returned(null, unchanged), recipe, { policy: rules, language })).toBe(false);
  });
});

describe("functions by their text", () => {
  const noting = (seen: unknown): unknown => ({
    function: { text: "lambda n: seen.append(n)", values: { seen } },
  });
  it("are compared by what they note", () => {
    expect(messageOf(returned(noting([1])), returned(noting([1])))).toBeUndefined();
    expect(messageOf(returned(noting([1, 2])), returned(noting([2, 1])))).toContain("(seen in it)[0]");
    expect(differs(noting([1]), { function: "lambda n: seen.append(n)" })).toBe(true);
    expect(differs(noting([1]), { function: { text: "lambda n: 1", values: { seen: [1] } } })).toBe(true);
  });
  it("are compared by their text alone where an earlier version observed them", () => {
    expect(differs({ function: "lambda n: seen.append(n)" }, noting([1]))).toBe(false);
  });
});

describe("values are rendered", () => {
  it.each([
    [null, "None"],
    [[1, float("2.0"), "it's"], '[1, 2.0, "it\'s"]'],
    [{ tuple: [1] }, "(1,)"],
    [{ dict: [["a", { set: [] }]] }, "{'a': set()}"],
    [{ bytes: "ab" }, "b'ab'"],
    [{ value: ["datetime.date", 2020, 1, 2] }, "datetime.date(2020, 1, 2)"],
    [object({ price: 1, _x: 2 }), "<Item price=1>"],
    [
      { function: { text: "lambda n: re.match(p, n)", values: { re: { module: "re" }, p: ["a"] } } },
      "<lambda n: re.match(p, n) with p=['a']>",
    ],
    [
      { function: "def f(x):\n    if x:\n        return 1\n    return 2" },
      "def f(x): if x: return 1; return 2",
    ],
    [{ named: "shop:Season.SPRING" }, "Season.SPRING"],
    [{ iterator: [1], end: "stop" }, "iter([1])"],
  ])("%j as %s", (value, text) => expect(language.present.show(value)).toBe(text));
});

describe("what is compared at all costs", () => {
  /** Sets in sets, with so much in the innermost. */
  function nested(depth: number, inner: unknown): unknown {
    return depth === 0 ? inner : { set: [nested(depth - 1, inner)] };
  }

  it("is little where sets stand in sets", () => {
    const wide = { set: Array.from({ length: 5_000 }, (_, number) => `member ${number}`) };
    const hostile = nested(190, { set: [...wide.set, "x".repeat(500_000)] });
    // Without a bound on what is made of it on each of the 190 levels this takes minutes.
    expect(differs(nested(190, wide), hostile)).toBe(true);
  });

  it("and equal values are equal, however many members they have", () => {
    const wide = { set: Array.from({ length: 20_000 }, (_, number) => `member ${number}`) };
    const turned = { set: [...wide.set].reverse() };
    expect(differs(nested(3, wide), nested(3, turned))).toBe(false);
  });
});

it("a value that is none of its tag is written all the same", () => {
  const deep = JSON.parse("[".repeat(900) + "]".repeat(900)) as unknown;
  for (const content of [{ toString: 1 }, deep, null, [[{ valueOf: null }]]])
    for (const tag of [
      "path",
      "text",
      "int",
      "float",
      "bytes",
      "named",
      "file",
      "value",
      "object",
      "argument",
    ])
      expect(language.present.show({ [tag]: content })).toEqual(expect.any(String));
});
