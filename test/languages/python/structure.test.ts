import { describe, expect, test } from "vitest";

import { givenStructure } from "../shown-structure.ts";

describe("the structure of Python", () => {
  test("has functions, classes, variables and types wherever they stand, imports and what `__all__` lists", async () => {
    const read = await givenStructure("python", "orchard.py");
    expect(read.outline).toEqual([
      "16 variable __all__",
      "19 variable LIMIT",
      "20 variable first",
      "20 variable second",
      "20 variable others",
      "21 type Basket",
      "27 class Tree",
      "  30 variable Tree.height",
      "  31 variable Tree.kinds",
      "  33 constructor Tree.__init__",
      "    36 function Tree.__init__.grow",
      "  39 method Tree.ripe",
      "  43 class Tree.Leaf",
      "    44 variable Tree.Leaf.höhe",
      "    46 method Tree.Leaf.fall",
      "50 function pick",
      "52 function pick",
    ]);
    expect(read.imports).toEqual([
      "2 __future__ annotations as annotations",
      "4 os.path itself as os",
      "5 json itself as jason",
      "6 typing TYPE_CHECKING as TYPE_CHECKING",
      "6 typing Iterable as Many",
      "7 .prices * as nothing",
      "8 ..market stall as stall",
      "8 ..market price_of as price",
      "14 type decimal Decimal as Decimal",
    ]);
    expect(read.exports).toEqual(["16 Tree of Tree", "16 pick of pick", "17 LIMIT of LIMIT"]);
    expect(read.all("Tree.__init__")).toEqual([
      {
        whole:
          "def __init__(self, height: float = 1.5, /, *kinds: str, owner: str | None = None, **rest) -> None:\n        self.height = height\n\n        def grow(by): return by",
        header:
          "def __init__(self, height: float = 1.5, /, *kinds: str, owner: str | None = None, **rest) -> None:\n        ",
        name: "__init__",
        parameters: "(self, height: float = 1.5, /, *kinds: str, owner: str | None = None, **rest)",
        body: "self.height = height\n\n        def grow(by): return by",
        given: [
          "positional_only self",
          "positional_only height: float = 1.5",
          "variadic kinds: str",
          "keyword_only owner: str | None = None",
          "variadic_keyword rest",
        ],
        type: "None",
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
    expect(read.all("Tree.ripe")).toEqual([
      {
        whole:
          "@property\n    async def ripe(self) -> bool:\n        # not the first statement\n        return True;",
        header: "async def ripe(self) -> bool:\n        # not the first statement\n        ",
        name: "ripe",
        parameters: "(self)",
        body: "return True",
        given: ["positional self"],
        type: "bool",
        decorators: ["property"],
        modifiers: ["async"],
        bases: [],
      },
    ]);
    expect(read.all("Tree.kinds")).toEqual([
      {
        whole: 'kinds: "dict[str, int]" = {}',
        header: 'kinds: "dict[str, int]" = {}',
        name: "kinds",
        given: [],
        type: '"dict[str, int]"',
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
  });

  test("has tests by the conventions of pytest and unittest", async () => {
    const read = await givenStructure("python", "tests/test_orchard.py");
    expect(read.outline).toEqual([
      "9 function test_height (test)",
      "  10 function test_height.test_inner",
      "14 function helper",
      "18 class TestTree (test)",
      "  19 method TestTree.test_ripe (test)",
      "  22 method TestTree.setup_method",
      "26 class Leaves (test)",
      "  27 method Leaves.test_fall (test)",
    ]);
    expect(read.imports).toEqual([
      "1 unittest TestCase as TestCase",
      "3 pytest itself as pytest",
      "5 orchard Tree as Tree",
    ]);
  });

  test("has Python 2, in its own encoding", async () => {
    const read = await givenStructure("python", "old.py");
    expect(read.outline).toEqual([
      "5 class Old",
      "  6 constructor Old.__init__",
      "  10 method Old.fail",
      "18 function last",
    ]);
    expect(read.imports).toEqual(["2 string itself as string", "2 os itself as os"]);
    expect(read.read.syntaxErrorLines).toEqual([6, 7, 8, 18]);
    expect(read.all("Old.__init__")).toEqual([
      {
        whole: 'def __init__(self, (x, y), name=\'a\'):\n        print "x", x\n        exec "y = x"',
        header: "def __init__(self, (x, y), name='a'):\n        ",
        name: "__init__",
        parameters: "(self, (x, y), name='a')",
        body: 'print "x", x\n        exec "y = x"',
        given: ["positional self", "positional ", "positional name = 'a'"],
        decorators: [],
        modifiers: [],
        bases: [],
      },
    ]);
  });
});
