import { beforeAll, describe, expect, test } from "vitest";

import {
  definedNames,
  filterNames,
  getPreset,
  CodeQueries,
  createCallees,
  findTarget,
  getFilterName,
  isCoreShape,
  readablePrivateAttributes,
  openCodeIndex,
  selectTargets,
  type FilterName,
} from "../../src/analysis/index.ts";
import type { Definition, ParsedFile, Syntax } from "../../src/languages/language.ts";
import { pythonModules } from "../../src/languages/python/modules/modules.ts";
import { loadParts } from "../../src/languages/index.ts";
import { givenPythonSyntax, readStandardLibrary } from "../languages/python/real-python.ts";

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

const LIBRARY = `
class Shelf:
    def __len__(self):
        return self.count()

    def count(self):
        total = 0
        for book in self._books:
            total += book.copies
        return total

    def name(self):
        return self._name

    def lend(self, book): ...

    @property
    def free(self):
        return self.width - self.count()

    @free.setter
    def free(self, value):
        self.width = value

    def move(self, book, other):
        taken = self.take(book)
        return other.lend(taken)

    def take(self, book):
        return self._books.pop(book)

def sort(books):
    """Sorts a test."""
    return sorted(books, key=len)
`;
const parsed = (): ParsedFile[] => [
  syntax.parse("src/library/shelf.py", LIBRARY),
  syntax.parse("src/library/other.py", "def sort(a):\n    return a._name.x(1)\n"),
  syntax.parse("tests/test_shelf.py", "def test_sort():\n    assert sort([]) == []\n"),
];
const get = (name: string): Definition => findTarget(parsed(), `src/library/shelf.py:${name}`);

describe("targets", () => {
  test("the default filters count what they drop", () => {
    const { targets, found, filtered } = selectTargets(parsed());
    expect(targets.map((one) => `${one.name} ${one.kind}`)).toEqual([
      "Shelf.count method",
      "Shelf.free getter",
      "Shelf.free setter",
      "Shelf.move method",
      "Shelf.take method",
      "sort function",
      "sort function",
    ]);
    expect(found).toBe(11);
    expect(filtered).toEqual({ dunder: 1, stub: 1, trivial_return: 1, test_code: 1 });
  });

  test("only those asked for are left, and a name that nothing has is refused", () => {
    const only = ["src/library/shelf.py:Shelf.free", "sort"];
    const { targets, found, filtered } = selectTargets(parsed(), { only });
    expect(targets.map((one) => `${one.name} ${one.kind}`)).toEqual([
      "Shelf.free getter",
      "Shelf.free setter",
      "sort function",
      "sort function",
    ]);
    expect(found).toBe(targets.length + Object.values(filtered).reduce((sum, count) => sum + count, 0));
    expect(() => selectTargets(parsed(), { only: ["Shelf.fre"] })).toThrow(
      expect.objectContaining({ code: "unknown-target" }),
    );
  });

  test("filters are switched on and off by name, each drop counts once", () => {
    const selection = selectTargets(parsed(), {
      with: ["docstring_words", "decorated"],
      without: ["dunder"],
    });
    expect(selection.filtered).toEqual({
      stub: 1,
      trivial_return: 1,
      test_code: 1,
      docstring_words: 1,
      decorated: 2,
    });
    expect(selection.targets.map((one) => one.name)).toContain("Shelf.__len__");
  });

  test.each<[FilterName, string, string]>([
    ["no_docstring", "def f(a):\n    return g(a)\n", "def f(a):\n    'doc'\n    return g(a)\n"],
    ["no_parameters", "def f():\n    return g()\n", "def f(a):\n    return g()\n"],
    ["no_return", "def f(a):\n    g(a)\n", "def f(a):\n    g(a)\n    return a\n"],
    ["literal_returns", "def f(a):\n    g(a)\n    return 1\n", "def f(a):\n    g(a)\n    return a\n"],
    ["docstring_words", "def f(a):\n    'See http://x'\n    g(a)\n", "def f(a):\n    'Testing'\n    g(a)\n"],
    ["body_words", "def f(a):\n    g(plt.show)\n", "def f(a):\n    g(platform.show)\n"],
    ["name_prefix", "def main_loop(a):\n    g(a)\n", "def remain(a):\n    g(a)\n"],
    [
      "decorated",
      "@cache\ndef f(a):\n    g(a)\n",
      "class A:\n    @staticmethod\n    def f(a):\n        g(a)\n",
    ],
    [
      "few_statements",
      "def f(a):\n    b = 1\n    return b\n",
      "def f(a):\n    'doc'\n    b = 1\n    return b\n",
    ],
    ["forwarding", "def f(a):\n    return g(a)\n", "def f(a):\n    return g(a + 1)\n"],
    ["large", `def f(a):\n${"    a += 1\n".repeat(24)}`, `def f(a):\n${"    a += 1\n".repeat(23)}`],
    [
      "nested_class",
      "class A:\n    class B:\n        def f(a):\n            g(a)\n",
      "class A:\n    def f(a):\n        g(a)\n",
    ],
  ])("%s", (filter, dropped, kept) => {
    const select = (text: string): unknown => {
      const without = filterNames.filter((name) => name !== filter);
      return selectTargets([syntax.parse("m.py", text)], { with: [filter], without }).filtered;
    };
    expect([select(dropped), select(kept)]).toEqual([{ [filter]: 1 }, {}]);
  });

  test.each<[FilterName, string, string]>([
    ["hidden_path", ".github/tool.py", "github/tool.py"],
    ["hyphenated", "src/my-tool.py", "my-src/tool.py"],
  ])("%s", (filter, dropped, kept) => {
    const preset = { filters: [filter] };
    const select = (path: string): unknown =>
      selectTargets([syntax.parse(path, "def f(a):\n    return a\n")], { preset }).filtered;
    expect([select(dropped), select(kept)]).toEqual([{ [filter]: 1 }, {}]);
  });

  test("no_callees asks what is known of the repository, and drops nothing where that is not known", () => {
    const file = syntax.parse("m.py", "def f(a):\n    return g(a)\n\n\ndef g(a):\n    return len(a)\n");
    const select = (count: (definition: Definition) => number | undefined): readonly string[] =>
      selectTargets([file], {
        preset: { filters: ["no_callees"] },
        facts: { countCallees: count },
      }).targets.map(({ name }) => name);
    expect(select(({ name }) => (name === "f" ? 1 : 0))).toEqual(["f"]);
    expect(select(() => undefined)).toEqual(["f", "g"]);
  });

  test("a preset has its own filters, which names switch on and off", () => {
    const options = { preset: getPreset("r2e") };
    const names = ({ targets }: { targets: readonly Definition[] }): readonly string[] =>
      targets.map(({ name }) => name);
    expect(names(selectTargets(parsed(), options))).toEqual([]);
    expect(selectTargets(parsed(), options).filtered).toEqual({
      dunder: 1,
      test_code: 1,
      no_docstring: 8,
      docstring_words: 1,
    });
    const changed = selectTargets(parsed(), {
      ...options,
      with: ["stub"],
      without: ["no_docstring", "dunder"],
    });
    expect(changed.filtered).toEqual({
      stub: 1,
      test_code: 1,
      docstring_words: 1,
      decorated: 2,
      few_statements: 4,
    });
    expect(names(changed)).toEqual(["Shelf.count", "Shelf.move"]);
    expect(() => getPreset("r2")).toThrow(expect.objectContaining({ code: "unknown-preset" }));
  });

  test("a sample has as many functions as methods, documented ones first, the same for the same seed", () => {
    const text = Array.from({ length: 9 }, (_, at) => {
      const documentation = at % 3 === 0 ? "    'Documented.'\n" : "";
      return `def f${at}(a):\n${documentation}    return g(a)\nclass C${at}:\n    def m(a):\n        return g(a)\n`;
    }).join("");
    const choose = (seed: number, most: number): readonly string[] => {
      const { targets, found, filtered } = selectTargets([syntax.parse("m.py", text)], {
        sample: { most, prefersDocumented: true },
        seed,
      });
      expect(filtered).toEqual({ not_sampled: found - targets.length });
      return targets.map(({ name }) => name);
    };
    const chosen = choose(1, 4);
    expect(chosen).toEqual(choose(1, 4));
    expect(chosen).not.toEqual(choose(2, 4));
    const functions = chosen.filter((name) => !name.includes("."));
    expect([functions.length, chosen.length]).toEqual([4, 8]);
    expect(functions).toEqual(expect.arrayContaining(["f0", "f3", "f6"]));
    expect(chosen).toEqual(
      chosen.toSorted((one, other) => Number(/\d/u.exec(one)) - Number(/\d/u.exec(other))),
    );
  });

  test("found is always filtered plus selected", () => {
    const files = readStandardLibrary(["argparse.py", "typing.py", "tarfile.py"]).map(({ path, text }) =>
      syntax.parse(path, text),
    );
    const all = selectTargets(files, { with: filterNames });
    const dropped = Object.values(all.filtered).reduce((sum, count) => sum + count, 0);
    expect(all.found).toBe(files.flatMap((file) => file.definitions).length);
    expect(dropped + all.targets.length).toBe(all.found);
    expect(Object.keys(all.filtered).length).toBeGreaterThan(8);
  });

  test("an unknown filter is named with the nearest", () => {
    expect(getFilterName("stub")).toBe("stub");
    expect(() => getFilterName("stubs")).toThrow('Did you mean "stub"?');
  });
});

describe("finding a target", () => {
  test("by path and name, or by a name that is the only one; a getter before its setter", () => {
    expect(findTarget(parsed(), "Shelf.count").path).toBe("src/library/shelf.py");
    expect(findTarget(parsed(), "src/library/other.py:sort").path).toBe("src/library/other.py");
    expect(findTarget(parsed(), "Shelf.free").kind).toBe("getter");
  });

  test("what is not there or not unique is an error that helps", () => {
    expect(() => findTarget(parsed(), "sort")).toThrow(
      'Cannot choose target "sort": 2 definitions have that name: src/library/shelf.py:sort, src/library/other.py:sort.',
    );
    expect(() => findTarget(parsed(), "Shelf.cuont")).toThrow('Did you mean "Shelf.count"?');
    expect(() => findTarget(parsed(), "count")).toThrow("1 ends so: Shelf.count.");
    expect(() => findTarget(parsed(), "src/library/shelf.py:Shelf")).toThrow(
      "begin so: src/library/shelf.py:Shelf.",
    );
    expect(() => findTarget([], "x.py:f")).toThrow(expect.objectContaining({ code: "unknown-target" }));
  });
});

describe("core shapes have three statements and a branch, or two calls into the repository and more than a line", () => {
  test("in a repository", () => {
    const names = definedNames(parsed());
    const shapes = ["Shelf.count", "Shelf.move", "Shelf.free", "Shelf.take", "sort"].map((name) =>
      isCoreShape(get(name), names),
    );
    expect(shapes).toEqual([true, false, false, false, false]);
  });

  test.each([
    [false, "one call after another", "return self.render(self.parse(text))"],
    [
      false,
      "one statement, however long",
      "return [self.parse(one) for one in text if self.render(one) or one]",
    ],
    [false, "one call behind a set-up", "self.render()", "return self.parser.parse(text)"],
    [
      true,
      "two statements with a branch",
      "one = self.parse(text)",
      "return self.render(one) if one else text",
    ],
    [true, "three statements", "one = self.parse(text)", "one.clean()", "return self.render(one)"],
    [
      false,
      "three statements with one call",
      "one = text.strip()",
      "one = one + '.'",
      "return self.render(one)",
    ],
    [true, "a branch without a call", "if text:", "    text = text + '.'", "return text"],
  ])("%j: %s", (isCore, _, ...lines) => {
    const body = lines.map((line) => `        ${line}\n`).join("");
    const others = "    def parse(self, text): ...\n    def render(self, text): ...\n";
    const file = syntax.parse("a.py", `class Page:\n${others}    def convert(self, text):\n${body}`);
    expect(isCoreShape(findTarget([file], "Page.convert"), definedNames([file]))).toBe(isCore);
  });
});

test("private attributes read outside the target count as state", () => {
  expect(readablePrivateAttributes(parsed(), get("Shelf.count"))).toEqual(["_books", "_name"]);
  const alone = [
    syntax.parse(
      "m.py",
      "class A:\n    def f(self):\n        return self._x, self._y\n    def g(self):\n        return self._y\n",
    ),
  ];
  expect(readablePrivateAttributes(alone, findTarget(alone, "A.f"))).toEqual(["_y"]);
  const remembering = [
    syntax.parse(
      "m.py",
      [
        "class A:",
        "    def engine(self):",
        "        try:",
        "            return self._engine",
        "        except AttributeError:",
        "            engine = self._engine = make(self)",
        "            return engine",
        "    def size(self):",
        "        if self.__size is None: self.__size = len(self._rows)",
        "        return self.__size",
        "    def rows(self):",
        "        if not hasattr(self, '_rows'): self._rows = []",
        "        return self._rows",
        "    def open(self):",
        "        if self._file is None: return 'closed'",
        "        return self._file",
        "    def f(self): return 1",
        "    def g(self): self._engine = None; self.__size = None",
        "",
      ].join("\n"),
    ),
  ];
  // `_rows` is read by `size` as well, and nothing makes `_file` where it is missing.
  expect(readablePrivateAttributes(remembering, findTarget(remembering, "A.f"))).toEqual(["_file", "_rows"]);
  expect(readablePrivateAttributes(remembering, findTarget(remembering, "A.g"))).toEqual([
    "_A__size",
    "_engine",
    "_file",
    "_rows",
  ]);
});

test.each([
  ["src/library/shelf.py", ["src"], "library.shelf"],
  ["src/library/shelf.py", [".", "src"], "library.shelf"],
  ["src/library/__init__.py", ["src"], "library"],
  ["shelf.py", ["."], "shelf"],
  ["bücher/regal.py", [""], "bücher.regal"],
  ["my-folder/top shelf.py", ["."], "my-folder.top shelf"],
  ["shelf.old.py", ["."], undefined],
  ["other/shelf.py", ["src"], undefined],
  ["__init__.py", ["."], undefined],
])("the module name of %j below %j is %j", (path, roots, name) => {
  expect(pythonModules.nameOf(path, roots)).toBe(name);
});

test("exceptions of callees are found at any depth", async () => {
  const text = `
class Reader:
    def __init__(self, text):
        if not text: raise EmptyText(text)

    def scan(self):
        self.fail()

    def fail(self):
        raise errors.BadText from None

    def get(self): raise OneOfMany

class Other:
    def get(self): raise OneOfMany

def read(text):
    return Reader(text).scan()

def look(table):
    raise Own
    return table.get(1)
`;
  const parsed = syntax.parse("shop.py", text);
  const language = await loadParts("python", ["structure", "resolution"], "index files");
  const { views } = await openCodeIndex(new Map([["shop.py", text]]), { languages: [language] });
  const [queries] = views.map((view) => new CodeQueries(view));
  const calleesOf = createCallees([parsed], {
    allCalleesOf: (place) => queries?.allCalleesOf(place) ?? [],
  });
  const raisedBy = (name: string): string[] =>
    parsed.definitions
      .filter((each) => each.name === name)
      .flatMap((each) => [...calleesOf(each).exceptions].toSorted());
  expect(raisedBy("read")).toEqual(["BadText", "EmptyText"]);
  expect(raisedBy("look")).toEqual([]);
});
