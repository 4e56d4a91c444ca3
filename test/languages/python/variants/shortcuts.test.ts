import { describe, expect, test } from "vitest";

import type { ShortcutMaterial, SourceModule } from "../../../../src/languages/language.ts";
import { MAX_SHORTCUTS } from "../../../../src/languages/python/variants/shortcuts/shortcuts.ts";
import { givenDefinition, spliced, variants } from "./library.ts";
import { compileAll, runPython } from "./real-python.ts";

const FRUIT = `
import functools
from .shelf import place as put, Shelf
from faraway import ripen

def grade(days, limit=3, /, *more, exact=True, **rest): return days

def mark(days, limit): return max(days, limit)
remembered = functools.lru_cache(maxsize=None)(mark)
same = mark

class Base:
    def weigh(self, load, *, unit): return load * unit
    @property
    def size(self): return 7
class Fruit(Base):
    def __init__(self, weight=1): self.weight = weight
    def weigh(self, load, *, unit): return load * unit + 0
    heft = weigh
    def scale(self, unit, load): return load * unit
    @property
    def size(self): return 7
    @size.setter
    def size(self, value): self.weight = value
    @staticmethod
    def plain(put): return put
    @classmethod
    def of(cls, weight): return cls(weight)
    async def wait(self, days): return days
    def pips(self, count):
        yield from range(count)
    async def drops(self):
        yield 1

class Plum(Fruit):
    def weigh(self, load, *, unit): return 5
`;
const FILES: readonly SourceModule[] = [
  { path: "orchard/__init__.py", module: "orchard", text: "from .fruit import mark as rate, Fruit\n" },
  {
    path: "orchard/shelf.py",
    module: "orchard.shelf",
    text: `def place(where): return where
def mark(limit, days): return max(days, limit)
class Shelf:
    def weigh(self, load, unit): return load * unit
`,
  },
  { path: "orchard/fruit.py", module: "orchard.fruit", text: "def mark(days, limit): return 'itself'\n" },
];
type Example = ShortcutMaterial["examples"][number];

function givenExample(positional: unknown[], value: unknown, receiver?: unknown): Example {
  const recipe = { shared: [], positional, keywords: {}, files: {}, variables: {} } as Example["recipe"];
  return {
    recipe:
      receiver === undefined ? recipe : { ...recipe, receiver: receiver as Example["recipe"]["receiver"] },
    observation: { status: "returned", value, positional, keywords: {}, files: {} },
  };
}

function shortcutsOf(
  name: string,
  examples: readonly Example[] = [givenExample([1], "fresh")],
  text = FRUIT,
) {
  const definition = { ...givenDefinition(text, name), path: "orchard/fruit.py" };
  return variants.shortcuts(text, definition, "orchard.fruit", { examples, modules: FILES });
}

describe("shortcuts", () => {
  test("are spliced and compiled for every kind of target, each under its own name", () => {
    const files: string[] = [];
    for (const name of KINDS_OF_TARGET) {
      const definition = givenDefinition(FRUIT, name);
      const made = shortcutsOf(name);
      expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
      expect(made.length).toBeGreaterThanOrEqual(2);
      expect(made.map(({ kind }) => kind)).toContain("table");
      files.push(...made.map(({ completion }) => spliced(FRUIT, definition, completion)));
    }
    expect(compileAll(files).filter((error) => error !== null)).toEqual([]);
    expect(files.filter((file) => file.includes("TABLE_"))).toEqual([]);
  });

  test("ask everything in scope that takes the arguments, and what has the name elsewhere", () => {
    expect(shortcutsOf("mark").map(({ id }) => id)).toEqual([
      "table",
      "sibling-function-orchard.shelf.mark",
      "sibling-function-orchard.shelf.mark-2",
      "alias-same",
      "alias-orchard.rate",
      "forward-function-grade",
      "forward-class-Base",
      "forward-class-Plum",
      "forward-import-Shelf",
      "forward-import-ripen",
      "forward-assigned-remembered",
      "forward-builtin-max",
      "forward-builtin-min",
      "forward-builtin-zip",
      "forward-builtin-pow",
      "forward-builtin-getattr",
      "forward-builtin-isinstance",
    ]);
    const ids = shortcutsOf("Fruit.weigh").map(({ id }) => id);
    for (const id of [
      "parent-super",
      "parent-resolution-order",
      "sibling-method-Base.weigh",
      "sibling-method-orchard.shelf.Shelf.weigh-2",
      "alias-heft",
      "forward-method-scale",
    ])
      expect(ids).toContain(id);
  });

  test("are a bounded number, the same ones each time, from the whole of what there is", () => {
    const names = Array.from({ length: 100 }, (_, index) => `helper_${String(index).padStart(2, "0")}`);
    const text = `${names.map((name) => `def ${name}(a): return a`).join("\n")}\n${FRUIT}`;
    const made = shortcutsOf("Fruit.plain", undefined, text);
    expect(made).toHaveLength(MAX_SHORTCUTS);
    expect(shortcutsOf("Fruit.plain", undefined, text)).toEqual(made);
    const helpers = made.flatMap(({ id }) => /helper_(\d\d)/.exec(id)?.[1] ?? []).map(Number);
    expect(Math.min(...helpers)).toBe(0);
    expect(Math.max(...helpers)).toBeGreaterThan(80);
  });
});

const KINDS_OF_TARGET = [
  "grade",
  "mark",
  "Fruit.weigh",
  "Fruit.size",
  "Fruit.plain",
  "Fruit.of",
  "Fruit.wait",
  "Fruit.pips",
  "Fruit.drops",
];

describe("shortcuts do what they say", () => {
  /** The file with a shortcut in it, as a module whose target is then called in a process of its own. */
  function callShortcut(id: string, name: string, call: string, examples?: readonly Example[]): unknown {
    const made = shortcutsOf(name, examples).find((variant) => variant.id === id);
    const file = spliced(FRUIT, givenDefinition(FRUIT, name), made?.completion ?? "");
    return runPython(CALL, { file, others: FILES.slice(0, 2), call });
  }

  test.each([
    ["sibling-function-orchard.shelf.mark-2", "mark", "mark(3, 2)", "3"],
    ["parent-super", "Fruit.weigh", "Fruit().weigh(2, unit=3)", "6"],
    ["parent-super", "Fruit.size", "Fruit().size", "7"],
    ["parent-resolution-order", "Fruit.weigh", "Fruit().weigh(2, unit=3), Plum().weigh(2, unit=3)", "(6, 5)"],
    ["sibling-method-orchard.shelf.Shelf.weigh-2", "Fruit.weigh", "Fruit().weigh(2, unit=3)", "6"],
    ["forward-method-scale", "Fruit.weigh", "Fruit().weigh(2, unit=3)", "6"],
    ["forward-import-put", "Fruit.plain", "Fruit.plain(4)", "4"],
    ["forward-class-Fruit", "Fruit.of", "Fruit.of(4).weight", "4"],
    ["alias-same", "mark", "mark(3, 2)", "RecursionError"],
    ["alias-orchard.rate", "mark", "mark(3, 2)", "RecursionError"],
    ["alias-heft", "Fruit.weigh", "Fruit().weigh(2, unit=3)", "RecursionError"],
  ])("%s on %s", (id, name, call, expected) => {
    expect(callShortcut(id, name, call)).toBe(expected);
  });

  test("a table knows the examples, objects included, and guesses the most frequent result", () => {
    const fruit = { object: { class: "orchard.fruit:Fruit", state: { weight: 2 } } };
    const examples = [
      givenExample(
        [
          { tuple: [1, { float: "nan" }] },
          {
            dict: [
              ["b", 1],
              ["a", { set: [2] }],
            ],
          },
        ],
        ["odd"],
      ),
      givenExample([fruit, 1], fruit),
      givenExample([4, 5], { tuple: ["often", { float: "1.5" }, { bytes: "é" }] }),
      givenExample([6, 7], { tuple: ["often", { float: "1.5" }, { bytes: "é" }] }),
    ];
    const call = "mark((1, float('nan')), {'a': {2}, 'b': 1}), mark(Fruit(2), 1).weight, mark(0, 0)";
    expect(callShortcut("table", "mark", call, examples)).toBe("(['odd'], 2, ('often', 1.5, b'\\xe9'))");
  });

  test("a table raises again, yields again, and knows a receiver by its state", () => {
    const receiver = { object: { class: "orchard.fruit:Fruit", state: { weight: 3 } } };
    const raised: Example = {
      recipe: givenExample([1], null, receiver).recipe,
      observation: {
        status: "raised",
        exception: { class: "builtins:KeyError", bases: [], message: "gone" },
        positional: [],
        keywords: {},
        files: {},
      },
    };
    const items = { iterator: [1, 2], end: { class: "builtins:ValueError", message: "no" } };
    const examples = [raised, givenExample([2], items, receiver), givenExample([3], items, receiver)];
    expect(callShortcut("table", "Fruit.pips", "list(Fruit(3).pips(1))", examples)).toBe("KeyError");
    expect(callShortcut("table", "Fruit.pips", "next(Fruit(3).pips(2))", examples)).toBe("1");
    expect(callShortcut("table", "Fruit.pips", "list(Fruit(9).pips(1))", examples)).toBe("ValueError");
  });
});

const CALL = `
import json, sys, types
job = json.load(sys.stdin)
def load(name, text):
    module = sys.modules[name] = types.ModuleType(name)
    module.__package__ = "orchard"
    exec(compile(text, name, "exec"), vars(module))
    return module
faraway = sys.modules["faraway"] = types.ModuleType("faraway")
faraway.ripen = None
package = sys.modules["orchard"] = types.ModuleType("orchard")
package.__path__ = []
load("orchard.shelf", job["others"][1]["text"])
fruit = load("orchard.fruit", job["file"])
package.__package__ = "orchard"
exec(job["others"][0]["text"], vars(package))
try:
    answer = repr(eval(job["call"], vars(fruit)))
except Exception as error:
    answer = type(error).__name__
print(json.dumps(answer))
`;
