import { describe, expect, test } from "vitest";

import {
  hideBodies,
  importsUsedOnlyIn,
  insertBeside,
  invertEdits,
  removeDeclarations,
  replaceDeclaration,
} from "../../../src/analysis/index.ts";
import { applyEdits } from "../../../src/base/index.ts";
import { declarationOf, givenFile, givenLanguage } from "./orchard.ts";

interface Cut {
  readonly language: string;
  readonly path: string;
  readonly text: string;
  /** What is taken out. */
  readonly name: string;
  readonly left: string;
}

const PYTHON = `import json
import os, re as regex
from typing import (
    Any,
    List,
)

__all__ = ["Basket", "count"]


# What holds fruits.
@json.register
class Basket:
    """Fruits."""

    def weigh(self) -> List[int]:
        return os.sep


def count(x: Any):
    return regex.sub("", x)
`;

const CUTS: readonly Cut[] = [
  {
    language: "python",
    path: "basket.py",
    text: PYTHON,
    name: "Basket",
    left: `import re as regex
from typing import (
    Any,
)

__all__ = ["count"]


def count(x: Any):
    return regex.sub("", x)
`,
  },
  {
    language: "python",
    path: "only.py",
    text: "class A:\n    def f(self):\n        pass\n\nif A:\n    def g():\n        pass\n",
    name: "A.f",
    left: "class A:\n    pass\n\nif A:\n    def g():\n        pass\n",
  },
  {
    language: "javascript",
    path: "basket.js",
    text: `import { join, sep } from "node:path";
import fs from "node:fs";

/** Fruits. */
export class Basket {
  weigh() {
    return fs.read(sep);
  }
}

export const count = join;
`,
    name: "Basket",
    left: `import { join } from "node:path";

export const count = join;
`,
  },
  {
    language: "java",
    path: "orchard/Basket.java",
    text: `package orchard;

import java.util.List;
import java.util.Map;

class Basket {
    /** Grams. */
    @Override
    public int weigh(List<Integer> fruits) {
        return fruits.size();
    }

    Map<String, Integer> all() {
        return Map.of();
    }
}
`,
    name: "Basket.weigh",
    left: `package orchard;

import java.util.Map;

class Basket {
    Map<String, Integer> all() {
        return Map.of();
    }
}
`,
  },
  {
    language: "c",
    path: "basket.c",
    text: "#include <stdio.h>\n\n/* Grams. */\nstatic int weigh(void)\n{\n    return 1;\n}\n\nint main(void) { return 0; }\n",
    name: "weigh",
    left: "#include <stdio.h>\n\nint main(void) { return 0; }\n",
  },
];

describe.each(CUTS)("$name of $path", ({ language: name, path, text, name: target, left }) => {
  test.each([
    ["\n", ""],
    ["\r\n", "\uFEFF"],
  ])("is taken out with what only it needs, lines ended by %j, and put back", async (end, mark) => {
    const language = await givenLanguage(name);
    const given = mark + text.replaceAll("\n", end);
    const file = givenFile(language, path, given);
    const removal = removeDeclarations(language.rewriting, file, [declarationOf(file, target)]);
    if (removal === undefined) throw new Error("Not removed");
    const without = applyEdits(given, removal.edits);
    expect(without).toBe(mark + left.replaceAll("\n", end));
    expect(applyEdits(without, invertEdits(given, removal.edits))).toBe(given);
  });

  test("is hidden and put back", async () => {
    const language = await givenLanguage(name);
    const file = givenFile(language, path, text);
    const edits = hideBodies(language.rewriting, file, [declarationOf(file, target)]);
    const hidden = applyEdits(text, edits);
    expect(edits).toHaveLength(1);
    expect(language.structure.read(path, hidden).syntaxErrorLines).toEqual([]);
    expect(applyEdits(hidden, invertEdits(text, edits))).toBe(text);
  });
});

test("what a name shares its statement with stays", async () => {
  const language = await givenLanguage("javascript");
  const file = givenFile(language, "a.js", "const make = () => 1, use = () => 2;\n");
  const declared = file.structure.declarations.find(({ name }) => name === "make");
  expect(declared && removeDeclarations(language.rewriting, file, [declared])).toBeUndefined();
});

test("an import that another file takes from here stays", async () => {
  const { rewriting, structure } = await givenLanguage("python");
  const file = givenFile({ rewriting, structure } as never, "basket.py", PYTHON);
  const { whole } = declarationOf(file, "Basket").spans;
  const dropped = importsUsedOnlyIn(rewriting, file, [whole], (local) => local === "os");
  expect(dropped.map(({ local }) => local)).toEqual(["json", "List"]);
});

test("code is replaced and inserted at the indentation of its place", async () => {
  const language = await givenLanguage("python");
  const text = "class A:\n\tdef f(self):\n\t\treturn 1\n\n\tdef g(self):\n\t\treturn 2\n";
  const file = givenFile(language, "a.py", text);
  const code = 'def h(self):\n    """Two\n  lines."""\n    return 3\n';
  const placed = 'def h(self):\n\t    """Two\n  lines."""\n\t    return 3';
  const g = declarationOf(file, "A.g");
  expect(applyEdits(text, [replaceDeclaration(language.rewriting, file, g, code)])).toBe(
    text.replace("def g(self):\n\t\treturn 2", placed),
  );
  const before = insertBeside(language.rewriting, file, { declaration: g, side: "before" }, code);
  expect(applyEdits(text, [before])).toBe(text.replace("def g", `${placed}\n\n\tdef g`));
  const after = insertBeside(language.rewriting, file, { declaration: g, side: "after" }, code);
  expect(applyEdits(text, [after])).toBe(`${text.trimEnd()}\n\n\t${placed}\n`);
});
