import { describe, expect, test } from "vitest";

import { describeCase } from "../../src/judge/describe-case.ts";
import { loadLanguage, type Callable } from "../../src/languages/index.ts";
import type { CaseRecipe, ComparisonPolicy, Observation, ValueRecipe } from "../../src/spec/index.ts";

const policy: ComparisonPolicy = {
  float_tolerance: 1e-9,
  private_attributes: ["_open"],
  messages: false,
  output: [],
  gives_iterators: false,
  truth_only: false,
  allows_copies: false,
  fresh_results: false,
  bytes_alike: false,
  counters: [],
};
const rules = { policy, language: await loadLanguage("python") };
const plain: Callable = {
  name: "slug",
  kind: "function",
  class_name: null,
  parameters: ["text"],
  is_async: false,
  is_generator: false,
};

function recipe(parts: Partial<CaseRecipe>): CaseRecipe {
  return { shared: [], positional: [], keywords: {}, files: {}, variables: {}, ...parts };
}

function returned(value: unknown, parts: Partial<CaseRecipe> = {}): Observation {
  const { positional = [], keywords = {}, receiver } = parts;
  return {
    status: "returned",
    value,
    positional,
    keywords,
    files: {},
    ...(receiver === undefined ? {} : { receiver }),
  };
}

test("a function call reads as an interactive session", () => {
  const given = { positional: ["it's\n", { float: "nan" }], keywords: { depth: 2 } };
  expect(describeCase(plain, { recipe: recipe(given) }, returned({ tuple: ["a"] }, given), rules)).toBe(
    ">>> slug(\"it's\\n\", float('nan'), depth=2)\n('a',)",
  );
});

test("keywords stand in the order in which they are given", () => {
  const given = { keywords: { depth: 1, height: 2, width: 3 }, order: ["width", "lost"] };
  expect(describeCase(plain, { recipe: recipe(given) }, returned(0, given), rules)).toBe(
    ">>> slug(width=3, depth=1, height=2)\n0",
  );
});

test("what a call says is told where it counts", () => {
  const said = { ...returned(1), printed: "a\n", logged: [] } as Observation;
  expect(describeCase(plain, { recipe: recipe({}) }, said, rules)).toBe(">>> slug()\n1");
  expect(
    describeCase(plain, { recipe: recipe({}) }, said, {
      ...rules,
      policy: { ...policy, output: ["printed", "logged"] },
    }),
  ).toBe(">>> slug()\n1\n# prints 'a\\n'\n# logs nothing");
});

test("a method shows its receiver, with the private attributes that count and without the others", () => {
  const shelf = (free: number): unknown => ({
    object: { class: "desk:Shelf", state: { free, _open: true, _cache: {} } },
  });
  const given = { receiver: shelf(2) as never, positional: ["Emma"] };
  const shown: Observation = { ...returned(null, given), receiver: shelf(1) } as Observation;
  const lend: Callable = { ...plain, name: "Shelf.lend", kind: "method", class_name: "Shelf" };
  expect(describeCase(lend, { recipe: recipe(given) }, shown, rules)).toBe(
    [
      ">>> self = <Shelf free=2 _open=True>",
      ">>> self.lend('Emma')",
      "None",
      "# afterwards self.free is 1, was 2",
    ].join("\n"),
  );
});

test.each([
  [{ kind: "getter", name: "Shelf.free", class_name: "Shelf" }, "self.free"],
  [{ kind: "deleter", name: "Shelf.free", class_name: "Shelf" }, "del self.free"],
  [{ kind: "static_method", name: "Shelf.parse", class_name: "Shelf" }, "Shelf.parse()"],
  [{ is_generator: true }, "list(slug())"],
  [{ is_async: true }, "await slug()"],
] as const)("%j is called as %s", (parts, call) => {
  const isBound = call.includes("self.");
  const receiver = isBound ? { receiver: { object: { class: "desk:Shelf", state: {} } } } : {};
  const text = describeCase(
    { ...plain, ...parts },
    { recipe: recipe(receiver) },
    returned(1, receiver),
    rules,
  );
  expect(text.split("\n").at(-2)).toBe(`>>> ${call}`);
});

test("exceptions, files and aliases are told", () => {
  const raised: Observation = {
    status: "raised",
    exception: { class: "builtins:KeyError", bases: [], message: "'a'" },
    positional: [[[]]],
    keywords: {},
    files: { "log.txt": "done\n" },
  };
  const given = recipe({ shared: [[]], positional: [[{ ref: 0 }]], files: { "in.txt": "x" } });
  expect(describeCase(plain, { recipe: given }, raised, rules)).toBe(
    [
      "# the file 'in.txt' holds 'x'",
      ">>> slug([[]])",
      "raises KeyError: 'a'",
      "# writes 'done\\n' to the file 'log.txt'",
    ].join("\n"),
  );
});

test("what is replaced while the call runs is told before it", () => {
  const table = (...calls: [ValueRecipe[], object][]): ValueRecipe => ({
    callback: {
      name: "<lambda>",
      calls: calls.map(([positional, answer]) => ({ positional, keywords: {}, ...answer })),
    },
  });
  const error = { object: { class: "builtins:ValueError", arguments: ["no"] } };
  const given = recipe({
    shared: [table([["a"], { returns: 1 }], [["b"], { returns: 1 }])],
    patches: [
      { owner: "platform", name: "system", value: table([[], { returns: "Darwin" }]) },
      { owner: "sys", name: "platform", value: "darwin" },
      { owner: "os", name: "confstr" },
      { owner: "desk:Shelf", name: "size", value: { ref: 0 } },
      {
        owner: "desk",
        name: "find",
        value: table(
          [[1], { returns: null }],
          [[2], { raises: error }],
          [[3], { returns: [3] }],
          [[4], { returns: 4 }],
          [[5], { returns: 5 }],
        ),
      },
    ],
  });
  expect(describeCase(plain, { recipe: given }, returned("x"), rules).split("\n")).toEqual([
    "# platform.system() gives 'Darwin'",
    "# sys.platform is 'darwin'",
    "# os.confstr is not there",
    "# desk.Shelf.size(…) gives 1",
    "# desk.find(1) gives None",
    "# desk.find(2) raises ValueError('no')",
    "# desk.find(3) gives [3]",
    "# desk.find answers 2 other calls by what they are given",
    ">>> slug()",
    "'x'",
  ]);
});

test("what holds itself is written as far as it goes, for an observation has no shared values", () => {
  const node = (parent: unknown): unknown => ({ object: { class: "tree:Node", state: { parent } } });
  const given = { shared: [node({ ref: 0 }) as never, node(null) as never], positional: [{ ref: 1 }] };
  const shown = returned(node({ ref: 0 }), { positional: [node(null) as never] });
  expect(describeCase(plain, { recipe: recipe(given) }, shown, rules)).toBe(
    ">>> slug(<Node parent=None>)\n<Node parent=<the Node around it>>",
  );
});

test("a long attribute is not written again while it stays the same", () => {
  const box = (name: string): never => ({ object: { class: "m:Box", state: { name } } }) as never;
  const told = new Map<string, string>();
  const [long, other] = ["a".repeat(200), "b".repeat(200)];
  const texts = [long, long, other, other, long].map((name) =>
    describeCase(
      plain,
      { recipe: recipe({ positional: [box(name)] }) },
      returned(1, { positional: [box(name)] }),
      rules,
      told,
    ),
  );
  expect(texts.map((text) => text.includes("<as above>"))).toEqual([false, true, false, true, false]);
});

test("of a long attribute that leads back to what holds it the same holds, unless it gives a number", () => {
  const texts = (attribute: ValueRecipe): string[] => {
    const told = new Map<string, string>();
    const shared = [{ object: { class: "m:Box", state: { parts: attribute, last: { ref: 0 } } } }, []];
    const given = { shared, positional: [{ ref: 0 }] };
    return [1, 2].map(() => describeCase(plain, { recipe: recipe(given) }, returned(1), rules, told));
  };
  const [, second] = texts(["a".repeat(200), { ref: 0 }]);
  expect(second).toContain("<Box #1 parts=<as above> last=<#1>>");
  const [, again] = texts(["a".repeat(200), { ref: 1 }, { ref: 1 }]);
  expect(again).not.toContain("<as above>");
});

test("a long attribute is written again where its end is another, however long it is", () => {
  const box = (name: string): never => ({ object: { class: "m:Box", state: { name } } }) as never;
  const told = new Map<string, string>();
  const texts = ["a", "b"].map((end) =>
    describeCase(
      plain,
      { recipe: recipe({ positional: [box("x".repeat(2_000) + end)] }) },
      returned(1),
      rules,
      told,
    ),
  );
  expect(texts.map((text) => text.includes("<as above>"))).toEqual([false, false]);
  const shown = describeCase(plain, { recipe: recipe({}) }, returned(box("x".repeat(2_000) + "end")), rules);
  expect(shown).toContain("xend'>");
});

test("a value that is met again has a number, and one that is not has none", () => {
  const node = (name: string, parent: unknown): never =>
    ({ object: { class: "tree:Node", state: { name, parent } } }) as never;
  const shared = [node("root", null), ["a"], node("lone", null)];
  const given = {
    shared,
    positional: [node("leaf", { ref: 0 }), node("twig", { ref: 0 }), { ref: 1 }, { ref: 1 }, { ref: 2 }],
  };
  expect(describeCase(plain, { recipe: recipe(given) }, returned(1), rules).split("\n")[0]).toBe(
    ">>> slug(<Node name='leaf' parent=<Node #1 name='root' parent=None>>, <Node name='twig' parent=<#1>>, " +
      "#2=['a'], <#2>, <Node name='lone' parent=None>)",
  );
});

test("an object that comes out as it went in has the number that it has there", () => {
  const node = (name: string, parent: unknown, ...children: unknown[]): never =>
    ({ object: { class: "tree:Node", state: { name, parent, children } } }) as never;
  const given = {
    shared: [node("a", null, node("b", { ref: 0 })), node("c", null)],
    positional: [{ ref: 0 }, { ref: 1 }],
  };
  const whole = node("a", null, node("b", { ref: 1 }));
  const changed = node("c", node("a", null, node("b", { ref: 1 })));
  const shown = returned([whole, node("b", node("a", null, { ref: 1 }))], {
    positional: [node("a", null, node("b", { ref: 0 })), changed],
  });
  expect(
    describeCase(plain, { recipe: recipe(given) }, shown, rules)
      .split("\n")
      .slice(1),
  ).toEqual([
    "[<#1>, <Node name='b' parent=<Node name='a' parent=None children=[<the Node around it, 1 further out>]> children=[]>]",
    "# afterwards argument 2.parent is <#1>, was None",
  ]);
});

test("private attributes that the target reads are written of its inputs, not of what it shows", () => {
  const box = (held: number): never => ({ object: { class: "m:Box", state: { _held: held } } }) as never;
  const target = { ...plain, reads: new Set(["_held"]) };
  const given = { positional: [box(1)] };
  expect(describeCase(target, { recipe: recipe(given) }, returned(box(2), given), rules)).toBe(
    ">>> slug(<Box _held=1>)\n<Box>",
  );
});

test("of an input that has private attributes alone those are written, for the result may depend on them", () => {
  const box = (state: object): never => ({ object: { class: "m:Box", state } }) as never;
  const given = { positional: [box({ _held: 1 }), box({ size: 2, _held: 1 }), box({})] };
  expect(describeCase(plain, { recipe: recipe(given) }, returned(box({ _held: 1 }), given), rules)).toBe(
    ">>> slug(<Box _held=1>, <Box size=2>, <Box>)\n<Box>",
  );
});

test("long runs of equal items are counted", () => {
  const items = [...Array.from({ length: 1000 }, () => null), 1, 2, 2];
  expect(
    describeCase(
      plain,
      { recipe: recipe({ positional: [items] }) },
      returned(items, { positional: [items] }),
      rules,
    ),
  ).toBe(">>> slug([None, <999 more of these>, 1, 2, 2])\n[None, <999 more of these>, 1, 2, 2]");
});

test("what stands in the place of functions, files and patterns is written so that it can be read", () => {
  const calls = [
    { positional: [1], keywords: { base: 2 }, returns: "one" },
    {
      positional: [],
      keywords: {},
      raises: { object: { class: "builtins:ValueError", arguments: ["none"] } },
    },
  ];
  const pattern = { value: ["re.Pattern", "\\d", 32] };
  const given = [
    { callback: { name: "f", calls } },
    { path: "a.txt" },
    pattern,
    { value: ["re.Match", pattern, "search", "a1", 0, 2] },
    { value: ["enum.Flag", { named: "desk:Kind" }, 3] },
  ];
  expect(
    describeCase(plain, { recipe: recipe({ positional: given }) }, returned(1), rules).split("\n")[0],
  ).toBe(
    ">>> slug(<callback (1, base=2) gives 'one'; () raises ValueError('none')>, '<private>/a.txt', " +
      "re.compile('\\\\d', 32), re.compile('\\\\d', 32).search('a1', 0, 2), Kind(3))",
  );
});

test("what was there before is not cut before it differs from what is there", () => {
  const box = (end: number): never =>
    ({ object: { class: "m:Box", state: { kept: { value: ["m.Text", "x".repeat(300), end] } } } }) as never;
  const shown = returned(null, { positional: [box(12)] });
  expect(
    describeCase(plain, { recipe: recipe({ positional: [box(7)] }) }, shown, rules)
      .split("\n")
      .at(-1),
  ).toMatch(/^# afterwards text\.kept is m\.Text\('x+', 12\), was …x+', 7\)$/u);
});

test("folders are told as such", () => {
  const given = recipe({ files: { "in/": "", "in/a.txt": "x" } });
  const shown = { ...returned(1), files: { "out/": "", "in/": null, "in/a.txt": null } } as Observation;
  expect(describeCase(plain, { recipe: given }, shown, rules).split("\n")).toEqual([
    "# the folder 'in/' is there",
    "# the file 'in/a.txt' holds 'x'",
    ">>> slug()",
    "1",
    "# makes the folder 'out/'",
    "# removes the folder 'in/'",
    "# removes the file 'in/a.txt'",
  ]);
});

describe("objects that are made", () => {
  const make = (call: string, positional: ValueRecipe[], more: object = {}): ValueRecipe => ({
    made: { class: `shop:${call}`, call: `shop:${call}`, positional, keywords: {}, ...more },
  });
  const state = { object: { class: "shop:Till", state: { coins: [1] } } };
  const shownAs = (made: Parameters<typeof recipe>[0]): string[] =>
    describeCase(
      plain,
      { recipe: recipe({ positional: [state] }), as_made: recipe(made) },
      returned(1, { positional: [state] }),
      rules,
    ).split("\n");

  test("are written as whoever makes them writes it", () => {
    const part: ValueRecipe = {
      made: { of: make("read", ["a b"]), take: [{ item: 0 }, { attribute: "till" }] },
    };
    const given: ValueRecipe[] = [
      part,
      { made: { of: make("Till", []), call: "with_coins", positional: [1], keywords: { at: 2 } } },
    ];
    expect(shownAs({ positional: given })).toEqual([
      ">>> slug(read('a b')[0].till, Till().with_coins(1, at=2))",
      "1",
    ]);
  });

  test("have a name where they are given twice, after what they are made of, and the calls since are statements", () => {
    const shared = [
      make("Till", [{ ref: 1 }], { since: [{ call: "put", positional: [{ ref: 0 }], keywords: {} }] }),
      make("BigBox", [1]),
    ];
    expect(
      shownAs({ shared, positional: [{ ref: 0 }], keywords: { box: { ref: 1 }, again: { ref: 0 } } }),
    ).toEqual([
      ">>> big_box = BigBox(1)",
      ">>> till = Till(big_box)",
      ">>> till.put(till)",
      ">>> slug(till, again=till, box=big_box)",
      "1",
    ]);
  });

  test("have attributes that were set, as statements", () => {
    const set = make("Till", [], { since: [{ attribute: "is_open", value: false }] });
    expect(shownAs({ positional: [set] })).toEqual([
      ">>> till = Till()",
      ">>> till.is_open = False",
      ">>> slug(till)",
      "1",
    ]);
  });

  test("that changed since they were made have a name too, wherever they are given", () => {
    const changed = make("Till", [], { since: [{ call: "put", positional: [1], keywords: {} }] });
    expect(shownAs({ positional: [[changed], changed] })).toEqual([
      ">>> till = Till()",
      ">>> till.put(1)",
      ">>> till_2 = Till()",
      ">>> till_2.put(1)",
      ">>> slug([till], till_2)",
      "1",
    ]);
  });
});
