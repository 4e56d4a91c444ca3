import { beforeAll, expect, test } from "vitest";

import type { Syntax, Token } from "../../../src/languages/language.ts";
import { givenPythonSyntax, readStandardLibrary } from "./real-python.ts";

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

function tokensOf(text: string, name = "pick"): readonly Token[] {
  const definition = syntax.parse("orchard.py", text).definitions.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`There is no ${name}.`);
  return syntax.bodyTokens(text, definition);
}

const spelled = (tokens: readonly Token[]): string[] => tokens.map(({ kind, text }) => `${kind} ${text}`);

test("names, constants and the rest are told apart; docstring and comments are left out", () => {
  const text = `def pick(tree, most=3):
    """Pick what is ripe."""
    # from below
    for apple in tree.apples[:2]:  # two
        yield None if apple else -1.5
`;
  expect(spelled(tokensOf(text))).toEqual([
    "other for",
    "name apple",
    "other in",
    "name tree",
    "other .",
    "name apples",
    "other [",
    "other :",
    "literal 2",
    "other ]",
    "other :",
    "other yield",
    "literal None",
    "other if",
    "name apple",
    "other else",
    "other -",
    "literal 1.5",
  ]);
});

test("a text is one token of its value, one with expressions in it is taken apart", () => {
  const plain = `def pick(): return "it's" 'x'\n`;
  const quoted = `def pick(): return 'it\\'s' "x"\n`;
  expect(tokensOf(plain)).toEqual(tokensOf(quoted));
  expect(spelled(tokensOf(plain))).toEqual(["other return", `literal "it's"`, 'literal "x"']);
  const single = tokensOf(`def pick(): return f'{tree!r} is ripe'\n`);
  expect(single).toEqual(tokensOf(`def pick(): return F"{tree!r} is ripe"\n`));
  expect(single).toContainEqual({ kind: "name", text: "tree" });
  expect(single).toContainEqual({ kind: "literal", text: " is ripe" });
});

test("comments, blank lines and a docstring change no token of real code", () => {
  let compared = 0;
  for (const { path, text } of readStandardLibrary([
    "textwrap.py",
    "argparse.py",
    "statistics.py",
    "difflib.py",
  ])) {
    const { definitions } = syntax.parse(path, text);
    const noisy = text.replaceAll(/^([ \t]*)(?=(?:return|raise|if)\b)/gm, "$1# because\n\n$1");
    const after = syntax.parse(path, noisy).definitions;
    for (const [index, definition] of definitions.entries()) {
      const other = after[index];
      if (other?.name !== definition.name) continue;
      const tokens = syntax.bodyTokens(text, definition);
      if (tokens.some(({ text: one }) => one.includes("\\n"))) continue;
      compared++;
      expect([definition.name, syntax.bodyTokens(noisy, other)]).toEqual([definition.name, tokens]);
      const isEmpty = tokens.length === 0;
      expect([definition.name, isEmpty && !definition.facts.isStub]).toEqual([definition.name, false]);
    }
  }
  expect(compared).toBeGreaterThan(100);
});
