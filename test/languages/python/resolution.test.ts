import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { describe, expect, test } from "vitest";

import { loadParts, type CodePlace, type ResolvedRepository } from "../../../src/languages/index.ts";

const { resolution, structure } = await loadParts("python", ["resolution", "structure"], "test it");
const snippets = join("test", "fixtures", "call-graph", "python");

function link(files: Readonly<Record<string, string>>): ResolvedRepository {
  const summaries = Object.entries(files).map(
    ([path, text]) => [path, resolution.summarise(path, text)] as const,
  );
  return resolution.link(new Map(summaries), new Map());
}

function callsIn(files: Readonly<Record<string, string>>): readonly string[] {
  return link(files)
    .edges.filter(({ kind }) => kind === "call")
    .map(({ caller, callee, at }) => `${caller.name} ${at} ${callee.name}`);
}

describe("expected call graphs", () => {
  for (const file of globSync(join(snippets, "*", "callgraph.json")).sort()) {
    const folder = dirname(file);
    test(relative(snippets, folder), () => {
      const files = Object.fromEntries(
        globSync(join(folder, "**/*.py")).map((one) => [relative(folder, one), readFileSync(one, "utf8")]),
      );
      const classes = new Set(
        Object.entries(files).flatMap(([path, text]) =>
          structure
            .read(path, text)
            .declarations.flatMap(({ kind, name, line }) =>
              kind === "class" ? [nameOf({ path, name, line })] : [],
            ),
        ),
      );
      const found: Record<string, string[]> = {};
      for (const { kind, caller, callee } of link(files).edges)
        if (kind === "call" && !classes.has(nameOf(callee)))
          (found[nameOf(caller)] ??= []).push(nameOf(callee));
      expect(sorted(found)).toEqual(sorted(JSON.parse(readFileSync(file, "utf8"))));
    });
  }
});

function nameOf({ path, name }: CodePlace): string {
  const module = path.replace(/(?:\/?__init__)?\.py$/u, "").replaceAll("/", ".");
  return name === "<module>" ? module : `${module}.${name}`;
}

function sorted(graph: Readonly<Record<string, readonly string[]>>): unknown {
  return Object.entries(graph)
    .filter(([, callees]) => callees.length > 0)
    .map(([caller, callees]) => [caller, [...new Set(callees)].sort()])
    .sort(([one = ""], [other = ""]) => (one < other ? -1 : 1));
}

describe("places", () => {
  test("a method of a chain is called where its name stands, a function where its call begins", () => {
    const text =
      "class Tree:\n    def cut(self):\n        return self\n\n\ndef plant(count):\n    return Tree()\n\n\n(\n    plant(\n        1\n    )\n    .cut()\n    .cut()\n)\n";
    expect(callsIn({ "a.py": text })).toEqual([
      "<module> 11 plant",
      "<module> 14 Tree.cut",
      "<module> 15 Tree.cut",
      "plant 7 Tree",
    ]);
  });

  test("a decorated function stands at its def, its decorator is called where it is applied", () => {
    const text =
      "def logged(function):\n    return function\n\n\n@logged\ndef pick():\n    pass\n\n\npick()\n";
    expect(link({ "a.py": text }).edges.map(({ at, callee }) => [at, callee.name, callee.line])).toEqual([
      [5, "logged", 1],
      [10, "pick", 6],
    ]);
  });

  test("what a lambda or comprehension calls, the definition around it calls", () => {
    const text =
      "def weigh(apple):\n    return 1\n\n\ndef sort(apples):\n    apples.sort(key=lambda one: weigh(one))\n    return [weigh(one) for one in apples]\n";
    expect(callsIn({ "a.py": text })).toEqual(["sort 6 weigh", "sort 7 weigh"]);
  });

  test("code of a class body is the module's", () => {
    const text = "def size():\n    return 1\n\n\nclass Tree:\n    height = size()\n";
    expect(callsIn({ "a.py": text })).toEqual(["<module> 6 size"]);
  });
});

describe("overrides and what is unknown", () => {
  test("a method leads to the nearest one that it overrides", () => {
    const text =
      "class A:\n    def f(self): ...\n\n\nclass B(A): ...\n\n\nclass C(B):\n    def f(self): ...\n";
    expect(link({ "a.py": text }).edges).toEqual([
      {
        kind: "override",
        caller: { path: "a.py", name: "C.f", line: 9 },
        callee: { path: "a.py", name: "A.f", line: 2 },
        at: null,
        how: "declared",
        confidence: 1,
      },
    ]);
  });

  test("calls that leave the repository and calls that nobody knows are told apart", () => {
    const text = "import os\n\n\ndef run(task):\n    os.getcwd()\n    task()\n";
    expect(link({ "a.py": text }).unresolved).toEqual([
      { caller: { path: "a.py", name: "run", line: 4 }, at: 5, written: "os.getcwd", why: "outside" },
      { caller: { path: "a.py", name: "run", line: 4 }, at: 6, written: "task", why: "unknown" },
    ]);
  });
});

describe("texts of any kind", () => {
  test.each([
    ["Python 2", "print 'x'\n\n\ndef pick():\n    exec 'y' in {}\n    raise E, 'x'\n\n\npick()\n", 1],
    ["a missing bracket", "def pick(:\n    return 1\n\n\ndef other():\n    pass\n\n\nother()\n", 1],
    ["lists that hold themselves", "x = []\nx.append(x)\nfor one in x:\n    one()\nisinstance(x, x)\n", 0],
    ["tuples that hold themselves", "x = ()\nfor _ in x:\n    x = (x, x)\nhash(x)\nisinstance(x, x)\n", 0],
    [
      "objects that call themselves",
      "class A:\n    pass\n\n\nsetattr(A, '__call__', A())\nA()()\nsetattr(A(), 'x', A()).x()\n",
      3,
    ],
    [
      "names that are asked for in turn",
      "class A:\n    def __getattr__(self, name):\n        return getattr(self, name)\n\n\nA().x.y()\n",
      3,
    ],
    ["deep brackets", "(".repeat(3_000), 0],
    ["long sums", `x = ${Array.from({ length: 3_000 }, () => "a").join(" + ")}\n`, 0],
    ["a byte order mark", "\uFEFFdef pick():\n    pass\n\n\npick()\n", 1],
  ])("%s", (_name, text, edges) => {
    expect(callsIn({ "a.py": text })).toHaveLength(edges);
  });
});

describe("names", () => {
  const files = {
    "orchard/__init__.py": "from .trees import Tree as Plant, grow\n",
    "orchard/trees.py":
      'LIMIT = 3\n\n\nclass Tree:\n    size = LIMIT\n\n    def cut(self):\n        return self.size\n\n\ndef grow(é="é"):\n    return Tree().cut()\n',
    "use.py": "import orchard\n\norchard.grow()\norchard.Plant().cut()\n",
  };
  const linked = link(files);
  const usesOf = (name: string, line: number): readonly string[] =>
    linked.findUses({ path: "orchard/trees.py", name, line }).map(({ path, span }) => {
      const bytes = Buffer.from(files[path as keyof typeof files]);
      expect(bytes.subarray(span.start, span.end).toString()).toBe(name.slice(name.lastIndexOf(".") + 1));
      return `${path}:${bytes.subarray(0, span.start).toString().split("\n").length}`;
    });

  test("uses of a method, a function, a class and variables are found in all files", () => {
    expect(usesOf("Tree.cut", 7)).toEqual(["orchard/trees.py:7", "orchard/trees.py:12", "use.py:4"]);
    expect(usesOf("grow", 11)).toEqual(["orchard/__init__.py:1", "orchard/trees.py:11", "use.py:3"]);
    expect(usesOf("Tree", 4)).toEqual(["orchard/__init__.py:1", "orchard/trees.py:4", "orchard/trees.py:12"]);
    expect(usesOf("LIMIT", 1)).toEqual(["orchard/trees.py:1", "orchard/trees.py:5"]);
    expect(usesOf("Tree.size", 5)).toEqual(["orchard/trees.py:5", "orchard/trees.py:8"]);
  });

  test("the declaration of a name is found through imports, by any of its bytes", () => {
    const at = files["use.py"].indexOf("Plant");
    const tree = { path: "orchard/trees.py", name: "Tree", line: 4 };
    expect(linked.findDeclaration("use.py", at)).toEqual(tree);
    expect(linked.findDeclaration("use.py", at + 4)).toEqual(tree);
    expect(linked.findDeclaration("use.py", at + 5)).toBeUndefined();
    expect(linked.findDeclaration("use.py", 0)).toBeUndefined();
  });
});

test("partial functions that hold one another are each gone through once", () => {
  const made = Array.from({ length: 12 }, (_, at) => `HELD.append(partial(HELD[0], ${at}))`);
  const held = ["from functools import partial", "HELD = [print]", ...made].join("\n");
  const text = `${held}\n\ndef add(*given):\n    return given\n\nHELD.append(add)\n\ndef use():\n    return HELD[0](2)\n`;
  expect(callsIn({ "held.py": text })).toContain("use 22 add");
});

test("a partial function of an object that is called by it comes to an end", () => {
  const loop = `from functools import partial


def add(one, other):
    return one + other


class Curry:
    def __call__(self, *given):
        return add(*given)


Curry.__call__ = partial(Curry(), 1)


def use():
    return Curry()(2)
`;
  expect(callsIn({ "curry.py": loop })).toContain("use 17 Curry.__call__");
});

test("classes that initialise one another are each gone through once", () => {
  const ring = `class Loaf:
    def __init__(self, *given):
        bake(given)


class Crust:
    __init__ = Loaf


class Rye:
    __init__ = Crust


Loaf.__init__ = Rye


def bake(given):
    return given


def use():
    return Rye(1)
`;
  expect(callsIn({ "ring.py": ring })).toContain("Loaf.__init__ 3 bake");
});
