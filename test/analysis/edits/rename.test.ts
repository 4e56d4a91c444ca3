import { describe, expect, test } from "vitest";

import { renamed } from "./orchard.ts";

const TREES = `"""Trees."""
import re

__all__ = ["Tree", "weigh"]

LIMIT = 10


class Plant:
    def grow(self, by=1):
        return by


class Tree(Plant):
    def grow(self, by=1):
        return super().grow(by=by) + LIMIT


def weigh(fruit, unit="g"):
    heavy = [fruit for fruit in fruit if fruit > LIMIT]
    return heavy, unit, re.compile("x")
`;

const MARKET = `from orchard.trees import Tree, weigh as weighed, LIMIT
import orchard.trees


def sell(basket):
    tree = Tree()
    tree.grow(by=2)
    orchard.trees.weigh([1], unit="kg")
    return weighed(basket), LIMIT
`;

const FILES = {
  "orchard/__init__.py": "from .trees import Tree, weigh\n",
  "orchard/trees.py": TREES,
  "market.py": MARKET,
};

const inTrees = (mark: string, to: string) => renamed(FILES, { path: "orchard/trees.py", mark, to });

describe("renaming in Python", () => {
  test("a function takes imports, aliases, attributes and the list of what is given out along", async () => {
    expect(await inTrees("weigh(", "measure")).toEqual({
      "orchard/__init__.py": "from .trees import Tree, measure\n",
      "orchard/trees.py": TREES.replace('"weigh"', '"measure"').replace("def weigh", "def measure"),
      "market.py": MARKET.replace("weigh as", "measure as").replace("trees.weigh", "trees.measure"),
    });
  });

  test("a class is renamed everywhere", async () => {
    expect(await inTrees("Tree(Plant)", "Oak")).toEqual({
      "orchard/__init__.py": "from .trees import Oak, weigh\n",
      "orchard/trees.py": TREES.replace('"Tree"', '"Oak"').replace("class Tree", "class Oak"),
      "market.py": MARKET.replace("import Tree", "import Oak").replace("= Tree()", "= Oak()"),
    });
  });

  test("a method is renamed with what overrides it and what it overrides", async () => {
    const outcome = {
      "orchard/trees.py": TREES.replaceAll("grow", "rise"),
      "market.py": MARKET.replace("tree.grow", "tree.rise"),
    };
    expect(await inTrees("grow(self", "rise")).toEqual(outcome);
    expect(await renamed(FILES, { path: "market.py", mark: "grow(by", to: "rise" })).toEqual(outcome);
  });

  test("a variable of a module is renamed in functions and where it is imported", async () => {
    expect(await inTrees("LIMIT", "MOST")).toEqual({
      "orchard/trees.py": TREES.replaceAll("LIMIT", "MOST"),
      "market.py": MARKET.replaceAll("LIMIT", "MOST"),
    });
  });

  test("a parameter takes keyword arguments along", async () => {
    expect(await inTrees('unit="g"', "measure")).toEqual({
      "orchard/trees.py": TREES.replace('unit="g"', 'measure="g"').replace("heavy, unit", "heavy, measure"),
      "market.py": MARKET.replace("unit=", "measure="),
    });
  });

  test("a local variable is renamed in its scope alone", async () => {
    expect(await inTrees("heavy", "big")).toEqual({ "orchard/trees.py": TREES.replaceAll("heavy", "big") });
    const inner = await inTrees("fruit for", "one");
    expect(inner).toEqual({
      "orchard/trees.py": TREES.replace("[fruit for fruit in fruit if fruit", "[one for one in fruit if one"),
    });
  });

  test.each([
    ["weigh(", "class", "not_a_name"],
    ["weigh(", "2nd", "not_a_name"],
    ["weigh(", "LIMIT", "name_taken"],
    ["weigh(", "re", "name_taken"],
    ["heavy", "unit", "name_taken"],
    ["LIMIT", "heavy", "name_taken"],
    ["by=1", "more", "uncertain_uses"],
    ["weigh(", "weigh", "name_taken"],
    ["compile(", "make", "unknown_name"],
  ])("of what stands at %j to %s is refused as %s", async (mark, to, reason) => {
    expect(await inTrees(mark, to)).toBe(reason);
  });

  test.each([
    ["a special method", "class A:\n    def __len__(self):\n        return 1\n", "__len__", "name_fixed"],
    ["a test", "def test_weigh():\n    pass\n", "test_weigh", "name_fixed"],
    [
      "what a decorator may register",
      "import app\n\n@app.route('/')\ndef page():\n    pass\n",
      "page",
      "name_fixed",
    ],
    [
      "what a base from outside may call",
      "import ast\n\nclass V(ast.NodeVisitor):\n    def leave(self):\n        pass\n",
      "leave",
      "overrides_outside",
    ],
    [
      "what a text names",
      "def weigh():\n    pass\n\nf = getattr(x, 'weigh')\n",
      "weigh",
      "mentioned_in_text",
    ],
    [
      "what a text begins to name",
      "class A:\n    def visit_pear(self):\n        return getattr(self, 'visit_' + k)\n",
      "visit_pear",
      "mentioned_in_text",
    ],
    [
      "what an unknown object may mean",
      "class A:\n    def weigh(self):\n        pass\n\ndef f(x):\n    x.weigh()\n",
      "weigh",
      "uncertain_uses",
    ],
    [
      "what subclasses alone define",
      "class A:\n    def all(self):\n        return self.one()\n\nclass B(A):\n    def one(self):\n        pass\n",
      "one(self):",
      "uncertain_uses",
    ],
    [
      "what locals() may find",
      "def f(pear):\n    apple = pear\n    return '%(apple)s' % locals()\n",
      "apple",
      "uncertain_uses",
    ],
    [
      "what an import binds as well",
      "try:\n    from enum import Enum\nexcept ImportError:\n    Enum = None\n",
      "Enum = None",
      "uncertain_uses",
    ],
    [
      "a local name that an import binds",
      "def f():\n    import json\n    return json\n",
      "json\n    return",
      "uncertain_uses",
    ],
    [
      "what an example in documentation runs",
      'def weigh():\n    """Weighs.\n\n    >>> weigh()\n    """\n',
      "weigh",
      "mentioned_in_text",
    ],
    [
      "what an exception from outside may have",
      "from web import HTTPError\n\nclass A(HTTPError):\n    def answer(self):\n        pass\n",
      "answer",
      "overrides_outside",
    ],
    [
      "what an exception of the language has",
      "class A(OSError):\n    def filename(self):\n        pass\n",
      "filename",
      "overrides_outside",
    ],
  ])("of %s is refused", async (_what, text, mark, reason) => {
    expect(await renamed({ "fruit.py": text }, { path: "fruit.py", mark, to: "other" })).toBe(reason);
  });

  test("takes types in quotes and in comments along, and members that an exception of the language lacks", async () => {
    const text =
      "import typing\n\nclass Pear(ValueError):\n    def path(self):\n        return 1\n\nFruit = typing.Union['Pear', None]\nbasket = []  # type: list[Pear]\n";
    const file = { "fruit.py": text };
    expect(await renamed(file, { path: "fruit.py", mark: "Pear", to: "Plum" })).toEqual({
      "fruit.py": text.replaceAll("Pear", "Plum"),
    });
    expect(await renamed(file, { path: "fruit.py", mark: "path", to: "way" })).toEqual({
      "fruit.py": text.replace("path", "way"),
    });
  });

  test("keeps every byte of a file with marks, mixed line ends and characters of four bytes", async () => {
    const text = '\uFEFFgrün = "🌳"\r\n\tx = 1 if 0 else grün\r\nprint(grün)\n'.replace("\tx", "x");
    expect(await renamed({ "fruit.py": text }, { path: "fruit.py", mark: "grün", to: "green" })).toEqual({
      "fruit.py": text.replaceAll("grün", "green"),
    });
  });
});

describe("renaming in Java", () => {
  const files = {
    "Plant.java":
      "class Plant {\n  int grow() { return 1; }\n  int grow(int by) { return by; }\n}\n" +
      "class Tree extends Plant {\n  Tree() {}\n  Tree(int age) { this(); }\n  int grow(int by) { return super.grow(by) + grow(); }\n}\n",
    "Orchard.java":
      "public class Orchard {\n  int all() { return new Tree(1).grow(2) + new Tree().grow(); }\n}\n",
  };

  test("a method is renamed with those that it overrides, not with others of its name", async () => {
    expect(
      await renamed(files, { path: "Plant.java", mark: "grow(int by) { return super", to: "rise" }),
    ).toEqual({
      "Plant.java": files["Plant.java"]
        .replaceAll("grow(int", "rise(int")
        .replace("super.grow", "super.rise"),
      "Orchard.java": files["Orchard.java"].replace("grow(2)", "rise(2)"),
    });
  });

  test("a class takes its constructors along, and a public one has the name of its file", async () => {
    expect(await renamed(files, { path: "Plant.java", mark: "Tree extends", to: "Oak" })).toEqual({
      "Plant.java": files["Plant.java"].replaceAll("Tree", "Oak"),
      "Orchard.java": files["Orchard.java"].replaceAll("Tree", "Oak"),
    });
    expect(await renamed(files, { path: "Orchard.java", mark: "Orchard", to: "Wood" })).toBe("name_fixed");
  });
});
