import * as fc from "fast-check";

import { loadLanguage } from "../../src/languages/index.ts";
import type { ComparisonPolicy, Observation } from "../../src/spec/index.ts";

/** What comparisons look at where nothing else is said. */
export const language = await loadLanguage("python");

export const policy: ComparisonPolicy = {
  float_tolerance: 1e-9,
  private_attributes: [],
  messages: false,
  output: [],
  gives_iterators: false,
  truth_only: false,
  allows_copies: false,
  fresh_results: false,
  bytes_alike: false,
  counters: [],
};

/** An observation that this value was returned. */
export function returned(
  value: unknown,
  rest: Partial<Extract<Observation, { status: "returned" }>> = {},
): Observation {
  return { status: "returned", value, positional: [], keywords: {}, files: {}, ...rest };
}

/** An observation that this class was raised. */
export function raised(name: string, message = "", data?: Record<string, unknown>): Observation {
  const exception = { class: name, bases: [name], message, ...(data && { data }) };
  return { status: "raised", exception, positional: [], keywords: {}, files: {} };
}

/** A float by its `repr`. */
export const float = (text: string) => ({ float: text });
/** An instance with this state. */
export const object = (state: Record<string, unknown>, name = "shop:Item") => ({
  object: { class: name, state },
});

/** An array of these numbers. */
export const array = (type: string, numbers: readonly number[]) => ({
  value: ["numpy.ndarray", type, [numbers.length], numbers.map((number) => float(pythonText(number)))],
});

/** An index of these whole numbers. */
export const listed = (labels: readonly number[]) => ({
  value: ["pandas.Index", { value: ["numpy.ndarray", "int64", [labels.length], labels] }, null],
});

const pythonFloat = fc.double().map((number) => float(pythonText(number)));

/** A float as Python writes it. */
export function pythonText(number: number): string {
  if (Number.isNaN(number)) return "nan";
  if (!Number.isFinite(number)) return number > 0 ? "inf" : "-inf";
  if (Object.is(number, -0)) return "-0.0";
  return String(number).replace(/e(\d)/u, "e+$1");
}

const atoms = [fc.constant(null), fc.boolean(), fc.maxSafeInteger(), fc.string(), pythonFloat] as const;
/** Values of any shape. */
export const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4, depthSize: "small" }, ...atoms, ...containers(tie("value"))),
}));

function containers(item: fc.Arbitrary<unknown>) {
  const items = fc.array(item, { maxLength: 4 });
  const keys = fc.oneof(fc.string(), fc.maxSafeInteger());
  return [
    items,
    items.map((tuple) => ({ tuple })),
    items.map((set) => ({ set })),
    fc.array(fc.tuple(keys, item), { maxLength: 4 }).map((dict) => ({ dict })),
    fc.dictionary(fc.string(), item, { maxKeys: 3 }).map((state) => object(state)),
    items.map((iterator) => ({ iterator, end: "stop" })),
  ] as const;
}

/** An object with these attributes. */
function told(name: string, state: Readonly<Record<string, string>>): unknown {
  return { object: { class: name, state } };
}

/** Pairs of values that are not the same. */
export const DIFFERING_PAIRS: readonly (readonly [unknown, unknown])[] = [
  [
    told("ast:ParseError", { kind: "invalid", message: "got EOF" }),
    told("ast:ParseError", { kind: "other", message: "got EOF" }),
  ],
  [told("ast:ParseError", { message: "eof" }), told("ast:ParseError", { message: "got EOF" })],
  [told("ast:ParseError", { message: "got EOF" }), told("ast:ParseError", {})],
  [told("mail:Letter", { message: "got EOF" }), told("mail:Letter", { message: "it got EOF." })],
  [1, float("1.0")],
  [1, true],
  [array("float64", [1, 2]), array("float32", [1, 2])],
  [array("float64", [1, 2]), array("float64", [1, 2, 3])],
  [array("float64", [1, 2]), array("float64", [1, 2.000001])],
  [array("float64", [1, 0]), array("float64", [1, 1e-13])],
  [array("float64", [0]), array("float64", [1e-300])],
  [array("float32", [1, 2]), array("float32", [1, 2.1])],
  [array("float32", [1, 0]), array("float32", [1, 1e-4])],
  [array("int64", []), [1, 2]],
  [{ value: ["pandas.RangeIndex", 0, 3, 1, null] }, listed([0, 1, 3])],
  [{ value: ["pandas.RangeIndex", 0, 3, 1, null] }, { value: ["pandas.RangeIndex", 0, 3, 1, "n"] }],
  [{ value: ["pandas.RangeIndex", 0, 3, 0, null] }, { value: ["pandas.RangeIndex", 0, 3, 1, null] }],
  [{ value: ["pandas.RangeIndex", 0, 1e9, 1, null] }, listed([0])],
  [
    { value: ["pandas.Series", array("float64", [1]), listed([0]), null] },
    { value: ["pandas.Series", array("float64", [2]), listed([0]), null] },
  ],
  [{ value: ["numpy.ndarray", "int64", [2], [1, 2]] }, { value: ["numpy.ndarray", "int64", [2], [1, 3]] }],
  [
    { value: ["numpy.ndarray", "int64", [2], [1, 2]] },
    { value: ["numpy.ndarray", "int64", [2, 1], [[1], [2]]] },
  ],
  [{ value: ["numpy.ndarray", "bool", [1], [true]] }, { value: ["numpy.ndarray", "bool", [1], [1]] }],
  [
    { value: ["numpy.ndarray", "complex128", [1], [{ complex: ["1.0", "2.0"] }]] },
    { value: ["numpy.ndarray", "complex128", [1], [{ complex: ["1.0", "-2.0"] }]] },
  ],
  [{ value: ["numpy.int64", 1] }, 2],
  [{ value: ["numpy.int64", 1] }, float("1.0")],
  [{ value: ["numpy.float64", float("1.0")] }, { value: ["numpy.float64", float("1.001")] }],
  [{ value: ["numpy.float64", { value: ["numpy.float64", float("1.0")] }] }, float("1.0")],
  [1, { value: ["numpy.bool_", true] }],
  ["a", { value: ["numpy.bytes_", { bytes: "a" }] }],
  [{ value: ["numpy.datetime64", "2020", "Y"] }, "2020"],
  [0, false],
  [float("0.0"), float("-0.0")],
  [float("nan"), float("0.0")],
  [float("inf"), float("1e308")],
  [[1], { tuple: [1] }],
  [{ set: [1] }, { frozenset: [1] }],
  ["1", 1],
  [null, "None"],
  [{ bytes: "a" }, "a"],
  [[1, 2], [1]],
  [[1], [1, 2]],
  [{ set: [1, 2] }, { set: [1] }],
  [{ dict: [[1, 2]] }, { dict: [[1, 3]] }],
  [{ iterator: [1], end: "stop" }, [1]],
  [
    { iterator: [1], end: "stop" },
    { iterator: [1], end: "limit" },
  ],
  [
    { iterator: [], end: { class: "builtins:KeyError" } },
    { iterator: [], end: { class: "builtins:ValueError" } },
  ],
  [object({ price: 1 }), object({ price: 2 })],
  [object({ price: 1 }), object({ price: 1, size: 2 })],
  [object({ price: 1 }), object({ price: 1 }, "shop:Other")],
  [{ receiver: true }, object({})],
  [
    { iterator: [1], end: "stop" },
    { async_iterator: [1], end: "stop" },
  ],
  [{ object: { class: "shop:Item", state: {} } }, { object: { class: "shop:Item", own: "", state: {} } }],
  [{ value: ["dict_keys", [1]] }, { value: ["dict_values", [1]] }],
  [object({ x: { refused: "lock" } }), object({ x: { refused: "lock" } })],
];

const defaulting = (factory: string, pairs: readonly (readonly [unknown, unknown])[]) => ({
  value: ["collections.defaultdict", { function: factory }, { dict: pairs }],
});
/** Dictionaries that make what they lack; the first five differ in what a look may have made alone. */
export const DEFAULTING: readonly unknown[] = [
  defaulting("list", [["a", [1]]]),
  defaulting("list", [
    ["a", [1]],
    ["b", []],
  ]),
  defaulting("list", [
    ["a", [1]],
    ["b", 0],
  ]),
  defaulting("list", [
    ["a", [1]],
    ["b", { set: [] }],
  ]),
  defaulting("list", [
    ["b", defaulting("int", [["c", 0]])],
    ["a", [1]],
  ]),
  defaulting("list", [
    ["a", [1]],
    ["b", [2]],
  ]),
  defaulting("list", [["b", [1]]]),
  defaulting("list", []),
  defaulting("set", [["a", [1]]]),
  { dict: [["a", [1]]] },
  { value: ["collections.defaultdict", 1, [["a", []]]] },
];

/** Pairs that agree, as long as no policy names a private attribute. */
export const AGREEING_PAIRS: readonly (readonly [unknown, unknown])[] = [
  [
    told("ast:ParseError", { kind: "invalid", message: "got EOF" }),
    told("ast:ParseError", { kind: "invalid", message: "it got EOF." }),
  ],
  [{ value: ["pandas.RangeIndex", 0, 3, 1, null] }, listed([0, 1, 2])],
  [{ value: ["pandas.RangeIndex", 4, 0, -2, null] }, listed([4, 2])],
  [{ value: ["pandas.RangeIndex", 3, 3, 1, null] }, { value: ["pandas.RangeIndex", 0, 0, 2, null] }],
  [{ set: [{ value: ["pandas.RangeIndex", 0, 1, 1, null] }, 4] }, { set: [4, listed([0])] }],
  [{ value: ["numpy.float64", float("1.0")] }, float("1.0")],
  [{ value: ["numpy.float64", float("1.0")] }, float("1.0000000000001")],
  [{ value: ["numpy.float32", float("0.1")] }, float("0.10000000149011612")],
  [{ value: ["numpy.int64", 3] }, 3],
  [{ value: ["numpy.int64", 3] }, { value: ["numpy.uint8", 3] }],
  [true, { value: ["numpy.bool_", true] }],
  ["a", { value: ["numpy.str_", "a"] }],
  [{ set: [{ value: ["numpy.int64", 3] }, 4] }, { set: [4, 3] }],
  [{ dict: [[{ value: ["numpy.int64", 3] }, 4]] }, { dict: [[3, 4]] }],
  [array("float64", [1, 0]), array("float64", [1, 1e-15])],
  [array("float64", [0, 5]), array("float64", [-0, 5])],
  [array("float64", [Number.NaN, Infinity, 1]), array("float64", [Number.NaN, Infinity, 1])],
  [array("float32", [1, 2]), array("float32", [1, 2.000001])],
  [array("float32", [1, 0]), array("float32", [1, -1e-7])],
  [array("float16", [1, 0]), array("float16", [1.001, 1e-8])],
  [
    object({ _file: { file: { content: "a", position: 1 } } }),
    object({ _file: { file: { content: "a", position: 0 } } }),
  ],
  [float("nan"), float("nan")],
  [float("1.0"), float("1.0000000000004")],
  [{ set: [float("1.0"), 1] }, { set: [1, float("1.0000000000004")] }],
  [{ value: ["dict_keys", [1, 2]] }, { value: ["dict_keys", [2, 1]] }],
  [object({ _cache: 1, price: 1 }), object({ _cache: 2, price: 1 })],
  [
    {
      dict: [
        ["a", 1],
        ["b", [2]],
      ],
    },
    {
      dict: [
        ["b", [2]],
        ["a", 1],
      ],
    },
  ],
  [{ iterator: [1] }, { iterator: [1], end: "stop" }],
];

/** JSON that is of no format. */
export const HOSTILE_TEXTS: readonly string[] = [
  '{"__proto__": {"tag": 1}}',
  '{"object": {"class": "shop:Item", "state": {"__proto__": 1}}}',
  '{"object": {"class": {"toString": 1}, "state": null}}',
  '{"dict": [[1]]}',
  '{"dict": [[1, 2, 3]]}',
  '{"dict": {"length": 1}}',
  '{"set": [{"value": [{"toString": 1}]}]}',
  '{"float": "0x10"}',
  '{"float": 1}',
  '{"iterator": [], "end": {"class": {"toString": 1}}}',
  '{"unknown": 1}',
  "{}",
];
export const HOSTILE_VALUES: readonly unknown[] = HOSTILE_TEXTS.map((text) => JSON.parse(text) as unknown);
