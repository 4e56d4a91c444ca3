import { beforeAll, describe, expect, test } from "vitest";

import {
  contexts,
  type ContextMaterial,
  type ContextName,
  type PromptContext,
} from "../../../src/analysis/index.ts";
import type { Definition, Editing, Syntax } from "../../../src/languages/language.ts";
import { createRandom, estimateTokens } from "../../../src/base/index.ts";
import {
  getDefinition,
  givenPythonSyntax,
  readStandardLibrary,
  syntaxDigests,
} from "../../languages/python/real-python.ts";

let syntax: Syntax;
let editing: Editing;
beforeAll(async () => {
  ({ syntax, editing } = await givenPythonSyntax());
});

const ORCHARD = `import os
import re

SEASONS: dict[str, int] = {
    "spring": 1,
    "summer": 2,
    "autumn": 3,
    "winter": 4,
}

def far(away):
    return "a long way from the tree, at the other end of the orchard"

class Tree(Plant):
    """One tree."""

    height = 2

    def grow(self, by: int) -> None:
        self.height += by

    @property
    def fruit(self):
        """What it bears."""
        return self.branches * self.height

    def shake(self):
        return [fall for fall in self.branches]

def near(by):
    return by
`;

/** Contexts of one file ask for no other. */
function noRepository(): never {
  throw new Error("The context of one file asked for the repository.");
}

/** The material of a masked definition. */
function material(text: string, definition: Definition, budgetTokens: number): ContextMaterial {
  const masked = editing.mask(text, definition).text;
  const target = getDefinition(syntax, masked, definition.name, definition.kind);
  return {
    text: masked,
    outline: syntax.outline(masked),
    target: target.lines,
    budgetTokens,
    repository: noRepository,
  };
}

function show(name: ContextName, budgetTokens: number): PromptContext {
  return contexts[name](material(ORCHARD, getDefinition(syntax, ORCHARD, "Tree.fruit"), budgetTokens));
}

describe("the file as context", () => {
  test("is the masked file where it fits", () => {
    const context = show("file", 1_000);
    expect(context.text).toBe(
      ORCHARD.replace("return self.branches * self.height", "raise NotImplementedError").trimEnd(),
    );
    expect(context).toMatchObject({
      tokens: estimateTokens(context.text),
      leftOut: { lines: 0, tokens: 0 },
    });
  });

  test("keeps the target, its class header and imports, then what is nearest, whole", () => {
    const { text, leftOut } = show("file", 95);
    expect(text).toBe(`import os
import re

# … 8 lines left out
class Tree(Plant):
    # … 2 lines left out
    def grow(self, by: int) -> None:
        self.height += by

    @property
    def fruit(self):
        """What it bears."""
        raise NotImplementedError

    def shake(self):
        return [fall for fall in self.branches]

def near(by):
    return by`);
    expect(leftOut.lines).toBe(10);
  });

  test("goes down to single lines of the target, and to nothing", () => {
    expect(show("file", 48).text).toBe(`import os
# … 9 lines left out
class Tree(Plant):
    # … 5 lines left out
    def fruit(self):
        """What it bears."""
# … 5 lines left out`);
    expect(show("file", 2)).toMatchObject({ text: "", tokens: 0, leftOut: { lines: 23 } });
  });

  test("of a file that cannot be read as code is its nearest lines", () => {
    const text = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join("\n");
    const target = { start: 50, end: 50 };
    expect(
      contexts.file({ text, outline: undefined, target, budgetTokens: 24, repository: noRepository }).text,
    ).toBe("… 47 lines left out\nline 48\nline 49\nline 50\nline 51\nline 52\n… 48 lines left out");
  });
});

describe("types as context", () => {
  test("are headers, class attributes, annotated names and imports", () => {
    expect(show("types", 1_000).text).toBe(`import os
import re
SEASONS: dict[str, int] = ...
def far(away): ...
class Tree(Plant):
    height = 2
    def grow(self, by: int) -> None: ...
    @property
    def fruit(self): ...
    def shake(self): ...
def near(by): ...`);
  });

  test("keep what is nearest under the same accounting", () => {
    const { text, tokens } = show("types", 55);
    expect(text).toContain("def fruit(self): ...");
    expect(text).toContain("left out");
    expect(tokens).toBe(estimateTokens(text));
  });
});

test("no context is empty", () => {
  expect(show("none", 1_000)).toEqual({ text: "", tokens: 0, leftOut: { lines: 0, tokens: 0 } });
});

describe("for definitions of real modules and any budget, a context", () => {
  test("never exceeds its budget, shows lines of the file in order, counts what it leaves out, and is Python", () => {
    const random = createRandom("contexts");
    const texts: string[] = [];
    for (const { text } of readStandardLibrary([
      "textwrap.py",
      "configparser.py",
      "dataclasses.py",
      "shlex.py",
    ])) {
      const definitions = random.shuffle(syntax.parse("module.py", text).definitions).slice(0, 6);
      for (const definition of definitions) {
        const budgetTokens = 20 + random.integer(9_000);
        const given = material(text, definition, budgetTokens);
        for (const name of ["file", "types"] as const) {
          const context = contexts[name](given);
          expect(context.tokens).toBeLessThanOrEqual(budgetTokens);
          expect(context.tokens).toBe(estimateTokens(context.text));
          expect(contexts[name](given)).toEqual(context);
          if (name === "file") expectLinesOf(given.text, context);
          if (budgetTokens > 1_500) texts.push(context.text);
        }
      }
    }
    expect(texts.length).toBeGreaterThan(10);
    expect(syntaxDigests(texts).filter((digest) => digest.startsWith("SyntaxError"))).toEqual([]);
  });
});

function expectLinesOf(text: string, context: PromptContext): void {
  const isMark = (line: string): boolean => / … \d+ lines? left out$/.test(line);
  const rest = text.split("\n").filter((line) => line.trim() !== "");
  const total = rest.length;
  const shown = context.text.split("\n").filter((line) => line.trim() !== "" && !isMark(line));
  for (const line of shown) {
    const at = rest.findIndex((each) => each.trimEnd() === line.trimEnd());
    expect(at).toBeGreaterThanOrEqual(0);
    rest.splice(0, at + 1);
  }
  expect(context.leftOut.lines).toBe(total - shown.length);
  const marked = [...context.text.matchAll(/ … (\d+) lines? left out/g)].map(([, count]) => Number(count));
  if (context.text !== "") expect(marked.reduce((sum, count) => sum + count, 0)).toBe(context.leftOut.lines);
}
