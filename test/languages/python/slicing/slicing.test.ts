import { describe, expect, test } from "vitest";

import { HARVEST, harvestText, namesIn, openHarvest, run, slice } from "./harvest.ts";
import { readView, sliceDefinition, SlicedView } from "../../../../src/analysis/index.ts";
import { countTokens } from "../../../../src/analysis/slices/slice.ts";
import { loadParts } from "../../../../src/languages/index.ts";
import { someOf } from "../../../slow-suites.ts";

/** Classes of what is given to parameters that nothing tells of. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  "baskets.py:fill": ["harvest.baskets:Basket"],
  "parts/registry.py:count": ["harvest.parts.trees:Apple"],
};

describe("a slice runs alone and gives what the original gives", () => {
  const targets: readonly (readonly [
    target: string,
    importing: string,
    expression: string,
    shown: string,
  ])[] = [
    [
      "baskets.py:fill",
      "from harvest.baskets import Basket, fill",
      'fill(Basket("small", ["plum"]), list("abcdef"))',
      "['a', 'b', 'c']",
    ],
    ["baskets.py:fast_count", "from harvest.baskets import fast_count", "fast_count([1, 2])", "2"],
    [
      "orchard.py:count_fruit",
      "from harvest.orchard import Orchard, count_fruit; from harvest.parts.trees import Apple, Pear",
      'count_fruit(Orchard([Apple(1), Pear(5)]), ["apple", "pear"])',
      "54",
    ],
    ["orchard.py:heaviest", "from harvest.orchard import heaviest", "heaviest(5)", "5"],
    ["orchard.py:plant", "from harvest.orchard import plant", "plant(3).trees[-1].height", "2"],
    ["reports.py:shown", "from harvest.reports import shown", "shown(4)", "Orchard bears 30"],
    [
      "parts/registry.py:count",
      "from harvest.parts.registry import count; from harvest.parts.trees import Apple",
      'count("apple", Apple(3))',
      "30",
    ],
    ["broken.py:before", "from harvest.broken import before", "before(2)", "15"],
  ];
  for (const [target, importing, expression, shown] of someOf(targets, 3))
    test(target, async () => {
      const { files } = await slice(target, { given: GIVEN[target] ?? [] });
      expect(run(files, importing, expression)).toBe(shown);
    });
});

describe("a slice holds", () => {
  test("of classes the members that are needed", async () => {
    const { files } = await slice("baskets.py:fill", { given: ["harvest.baskets:Basket"] });
    const [text = ""] = files.filter(({ path }) => path.endsWith("baskets.py")).map((file) => file.text);
    expect(text).not.toContain("def empty");
    expect(text).not.toContain("import json");
    expect(text).toContain('LIMITS.update({"large": LIMIT})');
  });

  test("classes that parameters are annotated with, and of abstract ones those below", async () => {
    expect(namesIn(await slice("orchard.py:Orchard.best"))).toEqual([
      "Apple",
      "Apple.bears",
      "Orchard",
      "Orchard.__init__",
      "Orchard.best",
      "Pear",
      "Pear._late",
      "Pear.bears",
      "Tree",
      "Tree.__init__",
      "Tree.bears",
    ]);
  });

  test("what decorators register where the register is read", async () => {
    const names = namesIn(await slice("parts/registry.py:count"));
    expect(names).toEqual(
      expect.arrayContaining(["COUNTERS", "_half", "count", "count_apples", "count_pears", "counter"]),
    );
  });

  test("nothing that only type checkers import", async () => {
    const { files } = await slice("orchard.py:Orchard.best");
    expect(files.map(({ text }) => text).join("")).not.toMatch(/TYPE_CHECKING|Report/);
  });

  test("packages, and its target last", async () => {
    const { files } = await slice("reports.py:shown");
    expect(files.map(({ path }) => path)).toContain("src/harvest/parts/__init__.py");
    expect(files.at(-1)?.path).toBe("src/harvest/reports.py");
  });
});

describe("in one file", () => {
  test("imports of the repository are gone, and it runs", async () => {
    const { files } = await slice("reports.py:shown", { form: "one-file" });
    const [{ text } = { text: "" }] = files;
    expect(files).toHaveLength(1);
    expect(text).not.toMatch(/from \.|from harvest|import harvest/);
    expect(run(files, "from reports import shown", "shown(4)")).toBe("Orchard bears 30");
  });

  test("names that clash are renamed, the target's own kept", async () => {
    const view = await openHarvest({
      "src/harvest/baskets.py": `${harvestText("src/harvest/baskets.py")}\ndef weigh(names):\n    return len(names)\n`,
      "src/harvest/scales.py":
        "from .baskets import weigh as weigh_basket\n\n\ndef weigh(names):\n    return 2 * weigh_basket(names)\n",
    });
    const { files } = sliceDefinition(
      view,
      { path: "src/harvest/scales.py", name: "weigh", line: 4 },
      { form: "one-file" },
    );
    expect(run(files, "from scales import weigh", "weigh([1, 2])")).toBe("4");
  });

  test("a module that is used as a value is refused with the reason", async () => {
    const view = await openHarvest({
      "src/harvest/asking.py":
        "from . import baskets\n\n\ndef ask(name):\n    return getattr(baskets, name)\n",
    });
    const target = { path: "src/harvest/asking.py", name: "ask", line: 4 };
    expect(() => sliceDefinition(view, target, { form: "one-file" })).toThrow(/as a value/);
  });
});

test("a definition that is not there is an error", async () => {
  await expect(slice("baskets.py:fil")).rejects.toThrow(/Cannot slice/);
});

test("modules that import each other are sliced, and run", async () => {
  const view = await openHarvest({
    "src/harvest/even.py":
      "from .odd import is_odd\n\n\ndef is_even(number):\n    return number == 0 or is_odd(number - 1)\n",
    "src/harvest/odd.py":
      "from . import even\n\n\ndef is_odd(number):\n    return number != 0 and even.is_even(number - 1)\n",
  });
  const { files } = sliceDefinition(view, { path: "src/harvest/even.py", name: "is_even", line: 4 });
  expect(run(files, "from harvest.even import is_even", "is_even(7), is_even(8)")).toBe("False True");
});

test("constructors of restored objects are left out, unless their class is called", async () => {
  const view = await openHarvest({
    "src/harvest/knots.py": `class Knot:
    def __init__(self, turns):
        self.turns = turns

    def tight(self):
        return self.turns > 2

    def doubled(self):
        return self.__class__(2 * self.turns)
`,
  });
  const givenStates = ["harvest.knots:Knot"];
  const textOf = (name: string): string =>
    sliceDefinition(view, { path: "src/harvest/knots.py", name, line: 1 }, { givenStates })
      .files.map(({ text }) => text)
      .join("");
  expect(textOf("Knot.tight")).not.toContain("__init__");
  expect(textOf("Knot.doubled")).toContain("__init__");
});

test("constructors of restored objects stay out where objects of another class make others of their own", async () => {
  const view = await openHarvest({
    "src/harvest/knots.py":
      "class Knot:\n    def __init__(self, turns):\n        self.turns = turns\n\n    def tight(self, rope):\n        return rope.halved()\n\n\n" +
      "class Rope:\n    def __init__(self, length):\n        self.length = length\n\n    def halved(self):\n        return self.__class__(self.length / 2)\n",
  });
  const place = { path: "src/harvest/knots.py", name: "Knot.tight", line: 1 };
  const slice = sliceDefinition(view, place, { givenStates: ["harvest.knots:Knot", "harvest.knots:Rope"] });
  expect(namesIn(slice)).toEqual(["Knot", "Knot.tight", "Rope", "Rope.__init__", "Rope.halved"]);
});

test("what a target that passes on is asked for comes with the texts that it is given", async () => {
  const view = await openHarvest({
    "src/harvest/passing.py":
      "class Table:\n    def all(self):\n        return [1]\n\n    def none(self):\n        return []\n\n\n" +
      "class Base:\n    def table(self):\n        return Table()\n\n    def __getattr__(self, name):\n        return getattr(self.table(), name)\n",
  });
  const place = { path: "src/harvest/passing.py", name: "Base.__getattr__", line: 1 };
  const { files } = sliceDefinition(view, place, { givenTexts: ["all"] });
  expect(run(files, "from harvest.passing import Base", "Base().__getattr__('all')()")).toBe("[1]");
  expect(files.map(({ text }) => text).join("")).not.toContain("def none");
});

test("signatures that only type checkers read stay out", async () => {
  const view = await openHarvest({
    "src/harvest/signs.py":
      "from typing import overload\n\n\n@overload\ndef sign(value: int) -> int: ...\n@overload\ndef sign(value: str) -> str: ...\ndef sign(value):\n    return value\n",
  });
  const { files } = sliceDefinition(view, { path: "src/harvest/signs.py", name: "sign", line: 8 });
  expect(files.map(({ text }) => text).join("")).toBe("def sign(value):\n    return value\n");
});

test("what a slice may need beside code is told", async () => {
  const view = await openHarvest({
    "src/harvest/prices.py":
      "import importlib\nfrom pathlib import Path\n\nPRICES = Path(__file__).parent / 'prices.txt'\n\n\ndef price(name):\n    return PRICES.read_text(), importlib.import_module('harvest.' + name)\n",
  });
  const { notes } = sliceDefinition(view, { path: "src/harvest/prices.py", name: "price", line: 7 });
  expect(notes).toEqual([
    "src/harvest/prices.py, line 4: may read files that lie beside it; they are not part of the slice",
    "src/harvest/prices.py, line 7: may load modules by names that it works out; they are not part of the slice",
  ]);
  expect((await slice("orchard.py:plant")).notes).toEqual([]);
});

test("a parameter that nothing tells of brings nothing, and that is told", async () => {
  const alone = await slice("baskets.py:fill");
  expect(namesIn(alone)).toEqual(["fill"]);
  expect(alone.notes).toEqual([expect.stringContaining('nothing tells what class "basket" is of')]);
  const given = await slice("baskets.py:fill", { given: ["harvest.baskets:Basket"] });
  expect(given.notes).toEqual([]);
});

test("subclasses of the receiver's class come where something makes them", async () => {
  const view = await openHarvest({
    "src/harvest/shapes.py":
      "class Shape:\n    def area(self):\n        return self.side() ** 2\n\n    def side(self):\n        return 2\n\n\n" +
      "class Wide(Shape):\n    def side(self):\n        return 5\n\n\ndef widest():\n    return Wide().area()\n",
  });
  const namesOf = (name: string): readonly string[] =>
    namesIn(sliceDefinition(view, { path: "src/harvest/shapes.py", name, line: 1 }));
  expect(namesOf("Shape.area")).toEqual(["Shape", "Shape.area", "Shape.side"]);
  expect(namesOf("widest")).toEqual(["Shape", "Shape.area", "Shape.side", "Wide", "Wide.side", "widest"]);
});

test("a class as target has all its members and what they need", async () => {
  const { files, definitions } = await slice("orchard.py:Orchard");
  const names = definitions.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["Orchard", "Orchard.__init__", "Orchard.best", "Tree.bears"]),
  );
  const importing = "from harvest.orchard import Orchard; from harvest.parts.trees import Apple";
  expect(run(files, importing, "Orchard([Apple(1)]).best().height")).toBe("1");
});

test("modules that are loaded by texts come with what the texts name", async () => {
  const view = await openHarvest({
    "src/harvest/loading.py":
      'from importlib import import_module\n\nKNOWN = {"red": "harvest.colours.paint_red"}\n\n\ndef load(name):\n' +
      '    path, _, function = KNOWN[name].rpartition(".")\n    return getattr(import_module(path), function)()\n',
    "src/harvest/colours.py":
      'def paint_red():\n    return "red " + tone()\n\n\ndef tone():\n    return "dark"\n\n\ndef paint_blue():\n    return ""\n',
  });
  const slice = sliceDefinition(view, { path: "src/harvest/loading.py", name: "load", line: 6 });
  expect(namesIn(slice)).toEqual(["KNOWN", "load", "paint_red", "tone"]);
  expect(run(slice.files, "from harvest.loading import load", "load('red')")).toBe("red dark");
});

test("files that a slice does not lead to are not parsed", async () => {
  const parsed: string[] = [];
  const language = await loadParts("python", ["structure", "slicing"], "slice its files");
  const view = new SlicedView(readView({ directory: HARVEST }, language), language, {
    find: () => undefined,
    keep: (path) => parsed.push(path),
  });
  sliceDefinition(view, { path: "src/harvest/broken.py", name: "before", line: 1 });
  expect(view.paths).toContain("src/harvest/orchard.py");
  expect(parsed).toContain("src/harvest/broken.py");
  expect(parsed).not.toContain("src/harvest/orchard.py");
});

/** Names of what some file of a slice needs to load: that stays as long as what needs it. */
async function loadedNames(target: string): Promise<ReadonlySet<string>> {
  const [path = "", name = ""] = target.split(":");
  const view = await openHarvest();
  const request = { given: [], givenStates: [], givenValues: [], isBodyHidden: false };
  const pieces = view.slicing.collect(view, { path: `src/harvest/${path}`, name, ...request })?.pieces ?? [];
  const found = new Set<number>();
  const waiting = pieces.flatMap(({ loads }) => loads);
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (found.has(index)) continue;
    found.add(index);
    waiting.push(...(pieces[index]?.needs ?? []));
  }
  return new Set([...found].map((index) => pieces[index]?.name ?? ""));
}

describe("cut to any budget, one file loads", () => {
  const targets = [
    "orchard.py:count_fruit",
    "orchard.py:Orchard.best",
    "reports.py:shown",
    "notes.py:Book.find",
  ];
  for (const target of someOf(targets, 4))
    test(target, async () => {
      const [path = "", name = ""] = target.split(":");
      const view = await openHarvest({ "src/harvest/notes.py": NOTES });
      const place = { path: `src/harvest/${path}`, name, line: 1 };
      const whole = sliceDefinition(view, place, { form: "one-file" });
      for (let budgetTokens = whole.tokens; budgetTokens > 0; budgetTokens -= Math.ceil(whole.tokens / 8)) {
        const { files } = sliceDefinition(view, place, { form: "one-file", budgetTokens });
        if (files.length > 0)
          expect(run(files, `import ${path.replace(".py", "")}`, "'loaded'")).toBe("loaded");
      }
    });
});

test("a cut slice makes annotations texts in files that have some, and adds nothing to others", async () => {
  const view = await openHarvest({
    "src/harvest/plain.py": PLAIN,
    "src/harvest/typed.py": PLAIN.replace("sizes)", "sizes: list)"),
  });
  for (const [path, isTyped] of [
    ["plain.py", false],
    ["typed.py", true],
  ] as const)
    for (const form of ["files", "one-file"] as const) {
      const place = { path: `src/harvest/${path}`, name: "widest", line: 1 };
      const { files, leftOut } = sliceDefinition(view, place, { form, budgetTokens: 40 });
      expect(leftOut).not.toEqual([]);
      const written = files.map(({ text }) => text).join("");
      expect(written.includes("from __future__ import annotations")).toBe(isTyped);
    }
});

const PLAIN = `def measured(size):
    """What a size is, in words that take more room than there is."""
    first, second = size * 2, size * 3
    return first * second


def widest(sizes):
    return max(measured(size) for size in sizes)
`;

const NOTES = `from typing import Mapping, Optional

FIRST = 1


def counted(function):
    def call(*given):
        return function(*given)

    return call


class Note(dict):
    def __init__(self, value: Mapping, number: int = FIRST):
        super().__init__(value)
        self.number = number

    def shown(self) -> str:
        return str(self.number) + ":" + ",".join(sorted(self)) + "." * (self.number - self.number)


class Book:
    made = Note

    def __init__(self, notes: Optional[Mapping[str, Note]] = None, first: int = FIRST):
        self.notes: Mapping[str, Note] = notes or {}
        self.first = first

    @counted
    def find(self, name: str, default: Optional[Note] = None) -> Optional[Note]:
        return self.notes.get(name, default) or self.made({}, self.first).shown()
`;

describe("under any budget", () => {
  for (const target of someOf(["reports.py:shown", "orchard.py:count_fruit", "baskets.py:fill"], 3))
    test(`${target} keeps to it, and farther and longer code goes first`, async () => {
      const whole = await slice(target);
      const loaded = await loadedNames(target);
      for (let budgetTokens = whole.tokens; budgetTokens > 0; budgetTokens -= 7) {
        const { files, tokens, definitions, leftOut } = await slice(target, { budgetTokens });
        expect(tokens).toBe(countTokens(files));
        expect(tokens).toBeLessThanOrEqual(budgetTokens);
        if (budgetTokens === whole.tokens) expect(leftOut).toEqual([]);
        const isShortened = new Set(leftOut.map(({ piece }) => piece.name));
        const kept = definitions.filter(
          (piece) =>
            piece.distance > 0 &&
            piece.signatureLength !== undefined &&
            !isShortened.has(piece.name) &&
            !loaded.has(piece.name),
        );
        for (const { piece, shown } of leftOut) {
          if (piece.distance === 0) expect(kept).toEqual([]);
          else if (shown === "signature")
            for (const one of kept)
              expect(piece.distance - one.distance || piece.length - one.length).toBeGreaterThanOrEqual(0);
        }
      }
    });
});
