import { beforeAll, describe, expect, test } from "vitest";

import { gramSequence } from "../../../src/analysis/index.ts";
import type { Syntax } from "../../../src/languages/language.ts";
import { givenPythonSyntax, readStandardLibrary, runPython } from "./real-python.ts";

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

/** The tokens of each function, names that are its own in angle brackets. */
function read(text: string): Record<string, string> {
  return Object.fromEntries(
    syntax
      .functions(text)
      .map(({ name, tokens }) => [
        name,
        tokens.map(({ kind, text: written }) => (kind === "name" ? `<${written}>` : written)).join(" "),
      ]),
  );
}

test("functions are found at any depth, whatever stands around them", () => {
  const text = `
if old:
    async def wait(basket): await basket.full()
class Orchard:
	@property
	def trees(self, *, least=(1,
2)):
		"""Grown ones."""
		def is_grown(tree): return tree.age > least; tree.seen = True

		return [tree for tree in self._trees if is_grown(tree)]
TEXT = """
def quoted(): pass
"""
broken = [1,
def behind(a): return a \\
    + 1
`;
  expect(read(text)).toEqual({
    wait: "await <basket> . full ( )",
    trees:
      "def <is_grown> ( <tree> ) : return <tree> . age > <least> ; <tree> . seen = True " +
      "return [ <tree> for <tree> in <self> . _trees if <is_grown> ( <tree> ) ]",
    is_grown: "return <tree> . age > least ; <tree> . seen = True",
    behind: "return <a> + 1",
  });
});

test("what a copy may call otherwise is told from what it may not, and how a text is written says nothing", () => {
  const text = `def pick(tree, *rest, most: Number = MOST):
    # by hand
    first, (second, *_), tree.best = rest
    total: Weight = sum(key=lambda one, two: one + most, total=first)
    with open(U'pears' "and figs") as file, other: pass
    if (found := pick(f"{first!r} of {tree.name}",)) is b'x':
        count += 1
`;
  expect(read(text)).toEqual({
    pick:
      "<first> , ( <second> , * <_> ) , <tree> . best = <rest> " +
      "<total> : Weight = sum ( key = lambda <one> , <two> : <one> + <most> , total = <first> ) " +
      'with open ( "pearsand figs ) as <file> , other : pass ' +
      'if ( <found> := <pick> ( f" <first> ! r  of  <tree> . name ) ) is b"x : <count> += 1',
  });
});

const FILES = [
  "textwrap.py",
  "json/decoder.py",
  "heapq.py",
  "tokenize.py",
  "argparse.py",
  "fractions.py",
  "calendar.py",
];

/** Each file as Python itself writes it, before and after all local names were changed; and the names of its functions. */
const RENAME = `
import ast, json, sys

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)

def rename(function):
    nodes = list(ast.walk(function))
    kept = {name for node in nodes if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names}
    own = {node.arg for node in nodes if isinstance(node, ast.arg)}
    own |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own -= kept
    for node in nodes:
        if isinstance(node, ast.arg) and node.arg in own:
            node.arg = "renamed_" + node.arg
        if isinstance(node, ast.Name) and node.id in own:
            node.id = "renamed_" + node.id

def read(text):
    tree = ast.parse(text)
    names = sorted(node.name for node in ast.walk(tree) if isinstance(node, FUNCTIONS))
    plain = ast.unparse(tree)
    outer = set()
    for node in tree.body + [inner for one in tree.body if isinstance(one, ast.ClassDef) for inner in one.body]:
        if isinstance(node, FUNCTIONS):
            rename(node)
            outer.add(node.name)
    return {"names": names, "outer": sorted(outer), "plain": plain, "renamed": ast.unparse(tree)}

json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)
`;

describe("of the standard library", () => {
  const files = readStandardLibrary(FILES);
  const asRead = runPython(
    RENAME,
    files.map(({ text }) => text),
  ) as { names: string[]; outer: string[]; plain: string; renamed: string }[];

  test.each(files.map(({ path, text }, at) => [path, text, asRead[at]] as const))(
    "%s: those that Python finds, alike under other names",
    (_, text, known) => {
      expect(
        syntax
          .functions(text)
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(known?.names.toSorted());
      const grams = (version = ""): unknown[] =>
        syntax
          .functions(version)
          .filter(({ name }) => known?.outer.includes(name))
          .map(({ name, tokens }) => [name, [...gramSequence(tokens, "renamed")]]);
      expect(grams(known?.renamed)).toEqual(grams(known?.plain));
    },
  );
});
