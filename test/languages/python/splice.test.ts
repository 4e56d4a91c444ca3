import { beforeAll, describe, expect, test } from "vitest";

import type { Editing, Syntax } from "../../../src/languages/language.ts";
import { editDefinition } from "../../../src/languages/index.ts";
import { getDefinition, givenPythonSyntax, resultOf, syntaxDigests } from "./real-python.ts";

let syntax: Syntax;
let editing: Editing;
beforeAll(async () => {
  ({ syntax, editing } = await givenPythonSyntax());
});

const MODULE = `"""Shelves of a library."""
import os
from typing import Any

LIMIT = 3


def count(books, limit=LIMIT):
    """How many."""
    # too simple
    return len(books)


class Shelf:
    width = 10

    @property
    def free(self):
        return self.width - 1

    @free.setter
    def free(self, value):
        self.width = value + 1

    @staticmethod
    @os.fspath
    def label(name): return name.upper()  # one line

    class Board:
        async def load(self):
            yield 1
`;

function splice(name: string, completion: string, kind?: string): string {
  return resultOf(MODULE, editing.splice(MODULE, getDefinition(syntax, MODULE, name, kind), completion));
}

/** The module with one piece of its text replaced. */
function changed(from: string, to: string): string {
  expect(MODULE.split(from)).toHaveLength(2);
  return MODULE.replace(from, () => to);
}

const COUNT_BODY = "    # too simple\n    return len(books)";
const COUNT = `def count(books, limit=LIMIT):\n    """How many."""\n${COUNT_BODY}`;

describe("a completion that is accepted", () => {
  const wanted = (): string => changed(COUNT, "def count(books):\n    return 0");
  test.each([
    ["plain", "def count(books):\n    return 0"],
    ["with blank lines around", "\n\ndef count(books):\n    return 0\n\n"],
    ["indented", "        def count(books):\n            return 0\n"],
    ["indented with tabs", "\tdef count(books):\n\t    return 0\n"],
    ["fenced", "```python\ndef count(books):\n    return 0\n```"],
    ["fenced between prose", "It's easy:\n\n```py\ndef count(books):\n    return 0\n```\nHope that's fine!"],
    ["in a fence that does not close", "Here:\n```\ndef count(books):\n    return 0\n"],
    [
      "in the last of several fences",
      "```\ndef count(books):\n    return 1\n```\nor\n```\ndef count(books):\n    return 0\n```",
    ],
    [
      "in one of several fences",
      "```\ndef count(books):\n    return 0\n```\nUse it:\n```\nprint(count([]))\n```",
    ],
    ["the last of several definitions", "def count(books):\n    return 1\n\ndef count(books):\n    return 0"],
    [
      "with an import that the file has",
      "import os\nfrom typing import (\n    Any,\n)\ndef count(books):\n    return 0",
    ],
    ["with examples behind it", "def count(books):\n    return 0\n\nprint(count([]))\nresult = count([1])\n"],
    [
      "with a main guard behind it",
      "def count(books):\n    return 0\n\nif __name__ == '__main__':\n    count([])\n",
    ],
    ["with the file's next function", "def count(books):\n    return 0\n\nclass Shelf:\n    pass\n"],
    ["with a module docstring", '"""A module."""\n\ndef count(books):\n    return 0\n'],
    [
      "with the file around it",
      `"""Text."""\nimport os\nLIMIT   = 3 # same\n\ndef count(books):\n    return 0\n`,
    ],
  ])("%s", (_, completion) => {
    expect(splice("count", completion)).toBe(wanted());
  });

  test("a body alone gets the original header and docstring", () => {
    const expected = changed(COUNT_BODY, "    n = 0\n    return n");
    expect(splice("count", "n = 0\nreturn n")).toBe(expected);
    expect(splice("count", "    n = 0\n    return n\n")).toBe(expected);
    expect(splice("count", "n = 0\n    return n\n")).toBe(expected);
    expect(splice("count", "```python\nn = 0\nreturn n\n```")).toBe(expected);
  });

  test("a body may define functions of its own", () => {
    const body = "def inner(book):\n    return 1\nreturn sum(map(inner, books))";
    const expected = "    def inner(book):\n        return 1\n    return sum(map(inner, books))";
    expect(splice("count", body)).toBe(changed(COUNT_BODY, expected));
  });

  test("a body whose first line lost its indentation is aligned with the rest", () => {
    const body = "for book in books:\n        print(book)\n    return 1";
    expect(splice("count", body)).toBe(
      changed(COUNT_BODY, "    for book in books:\n        print(book)\n    return 1"),
    );
  });

  test("a method comes with or without its class line, its indentation or its decorators", () => {
    const expected = changed("return self.width - 1", "return 7");
    const completions = [
      "def free(self):\n    return 7",
      "@property\ndef free(self):\n    return 7",
      "@property\n    def free(self):\n        return 7",
      "def free(self):\n        return 7",
      "class Shelf:\n    @property\n    def free(self):\n        return 7",
      "class Shelf(object):\n  def free(self):\n    return 7",
      "class Shelf:\n    width = 10\n\n    def free(self):\n        return 7",
    ];
    const results = completions.map((completion) => splice("Shelf.free", completion, "getter"));
    const [wanted, ...digests] = syntaxDigests([expected, ...results]);
    expect(digests).toEqual(completions.map(() => wanted));
  });

  test("an accessor is told from the others of its property", () => {
    const both =
      "class Shelf:\n    @property\n    def free(self):\n        return self.width - 1\n\n    @free.setter\n    def free(self, value):\n        self.width = value\n";
    expect(splice("Shelf.free", both, "setter")).toBe(
      changed("self.width = value + 1", "self.width = value"),
    );
    const unchanged = splice("Shelf.free", both, "getter");
    expect(unchanged, "what follows the definition counts only where it is used").toBe(MODULE);
  });

  test("a one-line definition can become several lines and back", () => {
    const line = "def label(name): return name.upper()  # one line";
    expect(splice("Shelf.label", "def label(name):\n    return name\n")).toBe(
      changed(line, "def label(name):\n        return name"),
    );
    expect(splice("Shelf.label", "return name")).toBe(changed(line, "def label(name): return name"));
    expect(splice("Shelf.label", "x = name\nreturn x")).toBe(
      changed(line, "def label(name): \n        x = name\n        return x"),
    );
    expect(splice("Shelf.label", "if name: return 1")).toBe(
      changed(line, "def label(name): \n        if name: return 1"),
    );
  });

  test("a method of a nested class takes any of its class lines", () => {
    const expected = changed("yield 1", "yield 2");
    for (const completion of [
      "async def load(self):\n    yield 2",
      "class Board:\n    async def load(self):\n        yield 2",
      "class Shelf:\n    class Board:\n        async def load(self):\n            yield 2",
    ]) {
      expect(splice("Shelf.Board.load", completion), completion).toBe(expected);
    }
  });

  test("strings over several lines keep their content when lines move", () => {
    const completion = 'def free(self):\n    text = """a\n  b\n\tc\n"""\n    return text + f"""{\n1}\n"""';
    const outcome = splice("Shelf.free", completion, "getter");
    expect(outcome).toContain('        text = """a\n  b\n\tc\n"""\n        return text + f"""{\n1}\n"""');
  });

  test("brackets may close further left than their statement", () => {
    const outcome = splice("Shelf.free", "def free(self):\n    return (1 +\n2)", "getter");
    expect(outcome).toBe(changed("return self.width - 1", "return (1 +\n    2)"));
  });

  test("lines before a method go before the outermost class, members of its class into the class", () => {
    const completion =
      "from math import floor\nSCALE = 2\n\nclass Shelf:\n    extra = 1\n\n    def free(self):\n        return floor(self._wide())\n\n    def _wide(self):\n        return SCALE\n\n    def unused(self):\n        pass\n";
    const expected = changed("class Shelf:", "from math import floor\nSCALE = 2\nclass Shelf:").replace(
      "    @property\n    def free(self):\n        return self.width - 1",
      "    extra = 1\n    def _wide(self):\n        return SCALE\n    @property\n    def free(self):\n        return floor(self._wide())",
    );
    expect(splice("Shelf.free", completion, "getter")).toBe(expected);
  });

  test("helpers before and behind a function are spliced before it where they are used", () => {
    const completion =
      "import re, os\n\ndef first(x):\n    return x\n\ndef count(books):\n    return second(books)\n\ndef second(x):\n    return THIRD\n\nTHIRD = 3\nFOURTH = 4\n";
    const expected = changed(
      COUNT,
      "import re\ndef first(x):\n    return x\ndef second(x):\n    return THIRD\nTHIRD = 3\ndef count(books):\n    return second(books)",
    );
    expect(splice("count", completion)).toBe(expected);
  });

  test("future imports go to the top", () => {
    const completion = "from __future__ import annotations\n\ndef count(books):\n    return 0";
    const expected = changed(COUNT, "def count(books):\n    return 0").replace(
      "import os\n",
      "from __future__ import annotations\nimport os\n",
    );
    expect(splice("count", completion)).toBe(expected);
  });

  test("its lines are where the definition stands in the new text, decorators included", () => {
    const definition = getDefinition(syntax, MODULE, "Shelf.free", "getter");
    const outcome = editing.splice(MODULE, definition, "import re\ndef free(self):\n    x = 1\n    return x");
    if (outcome.status !== "spliced") throw new Error(outcome.message);
    const { text, lines } = editDefinition(MODULE, definition, outcome.edits);
    const shown = text.split("\n").slice(lines.start - 1, lines.end);
    expect(shown.join("\n")).toBe("    @property\n    def free(self):\n        x = 1\n        return x");
  });
});

describe("a completion that is refused", () => {
  test.each([
    ["no_code", ""],
    ["no_code", " \n\t\n"],
    ["no_code", "# nothing to see\n"],
    ["no_code", "```python\n```"],
    ["no_code", "I would rather not.\n```\n# empty\n```\n"],
    ["not_parsable", "I cannot do that."],
    ["not_parsable", "def count(books:\n    return 0"],
    ["not_parsable", "def count(books):\nreturn 0"],
    ["not_parsable", "def count(books):\n"],
    ["not_parsable", "def count(books):\n    x = 1\n      y = 2\n    return 0"],
    ["not_parsable", "def count(books):\n    print 'no'"],
    ["not_parsable", "def count(books):\n    return '\0'"],
    ["not_parsable", "def count(books):\n    return '\ud800'"],
    ["not_parsable", "```\ndef count(books:\n    return 0\n```\n```\nprint(1)\n```"],
    ["wrong_definition", "def tally(books):\n    return 0"],
    ["wrong_definition", "class Other:\n    def count(self):\n        return 0"],
    ["wrong_kind", "class count:\n    pass"],
    ["wrong_kind", "async def count(books):\n    return 0"],
    ["decorators_differ", "@staticmethod\ndef count(books):\n    return 0"],
    ["redefines", "LIMIT = 9\ndef count(books):\n    return LIMIT"],
    ["redefines", "import re as os\ndef count(books):\n    return 0"],
    ["redefines", "from os import path as os\ndef count(books):\n    return 0"],
    ["redefines", "from helpers import *\ndef count(books):\n    return 0"],
    ["redefines", "Shelf.width = 3\ndef count(books):\n    return 0"],
    ["redefines", "del LIMIT\ndef count(books):\n    return 0"],
    ["redefines", "for LIMIT in [1]: pass\ndef count(books):\n    return 0"],
    [
      "redefines",
      "try:\n    import re as Any\nexcept ImportError:\n    Any = 1\ndef count(books):\n    return 0",
    ],
    ["redefines", "class Shelf:\n    pass\ndef count(books):\n    return 0"],
    ["redefines", "count = 1\ndef count(books):\n    return 0"],
    ["redefines", "(x := LIMIT) and (LIMIT := 2)\ndef count(books):\n    return 0"],
  ])("%s: %j", (reason, completion) => {
    expect(splice("count", completion)).toBe(reason);
  });

  test("decorators in another order or with other arguments differ, white space aside", () => {
    expect(splice("Shelf.label", "@os . fspath\n@staticmethod\ndef label(name): return 1")).toBe(
      "decorators_differ",
    );
    expect(splice("Shelf.label", "@os.fspath(1)\ndef label(name): return 1")).toBe("decorators_differ");
    expect(splice("Shelf.label", "@staticmethod # c\n@os . fspath\ndef label(name): return 1")).toContain(
      "return 1",
    );
    expect(splice("Shelf.label", "@os.fspath\ndef label(name): return 1")).toContain(
      "@staticmethod\n    @os.fspath",
    );
  });

  test("members of the class that exist may come along only as they are", () => {
    const given = "class Shelf:\n    width = 11\n\n    def free(self):\n        return 7";
    expect(splice("Shelf.free", given, "getter")).toBe("redefines");
  });

  test("the message names the target and the name that is taken", () => {
    const definition = getDefinition(syntax, MODULE, "count");
    expect(editing.splice(MODULE, definition, "os = 1\ndef count(books):\n    return 0")).toEqual({
      status: "refused",
      reason: "redefines",
      message: 'Cannot use the completion for "count": it binds "os", which the file has already.',
    });
  });
});
