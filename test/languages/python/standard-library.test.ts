import { beforeAll, expect, test } from "vitest";

import type { Syntax } from "../../../src/languages/language.ts";
import { givenPythonSyntax, readStandardLibrary, runPython } from "./real-python.ts";

const FILES =
  `argparse ast asyncio/base_events calendar collections/__init__ contextlib dataclasses datetime enum functools
http/client inspect ipaddress logging/__init__ mailbox pathlib shutil statistics subprocess textwrap threading typing
unittest/mock uuid zipfile`
    .split(/\s+/)
    .map((name) => `${name}.py`);

/** What Python itself says of the definitions in modules and classes, in the words of the contract. */
const SCRIPT = `
import ast, json, sys
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
def scopes(body, classes):
    for node in body:
        if isinstance(node, FUNCTIONS):
            yield classes, node
        elif isinstance(node, ast.ClassDef):
            yield from scopes(node.body, classes + [node])
        else:
            for part in ("body", "orelse", "finalbody"):
                yield from scopes(getattr(node, part, []), classes)
            for part in getattr(node, "handlers", []):
                yield from scopes(part.body, classes)
def yields(nodes):
    return any(isinstance(n, (ast.Yield, ast.YieldFrom)) or
               (not isinstance(n, FUNCTIONS + (ast.ClassDef, ast.Lambda)) and yields(ast.iter_child_nodes(n)))
               for n in nodes)
def parameters(a):
    kinds = [(a.posonlyargs, "positional_only"), (a.args, "positional"), ([a.vararg], "variadic"),
             (a.kwonlyargs, "keyword_only"), ([a.kwarg], "variadic_keyword")]
    return [[one.arg, kind] for group, kind in kinds for one in group if one]
def describe(classes, node):
    doc = ast.get_docstring(node, clean=False)
    body = node.body[1:] if doc is not None else node.body
    return {"name": ".".join([c.name for c in classes] + [node.name]), "line": node.lineno, "doc": doc,
            "end": node.end_lineno, "isAsync": isinstance(node, ast.AsyncFunctionDef), "isGenerator": yields(node.body),
            "parameters": parameters(node.args), "decorators": len(node.decorator_list), "statements": len(body)}
json.dump([[describe(c, n) for c, n in scopes(ast.parse(text).body, [])] for text in json.load(sys.stdin)], sys.stdout)
`;

interface Described {
  readonly name: string;
  readonly line: number;
  readonly end: number;
}

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

test("the definitions of real files are those that Python's own parser sees", () => {
  const files = readStandardLibrary(FILES);
  const seen = runPython(
    SCRIPT,
    files.map((file) => file.text),
  ) as Described[][];
  let count = 0;
  for (const [at, { path, text }] of files.entries()) {
    const { definitions, syntaxErrorLines } = syntax.parse(path, text);
    expect(syntaxErrorLines).toEqual([]);
    const ends = new Map(definitions.map((one) => [one.lines.start, one.lines.end]));
    const found = definitions.map((one) => ({
      name: one.name,
      line: one.lines.start,
      doc: one.docstring ?? null,
      isAsync: one.isAsync,
      isGenerator: one.isGenerator,
      parameters: one.parameters.map(({ name, kind }) => [name, kind]),
      decorators: one.decorators.length,
      statements: one.facts.topLevelStatements,
    }));
    const expected = withoutShadowed(seen[at] ?? [], new Set(found.map((one) => one.line)));
    expect(found, path).toEqual(expected.map(({ end: _, ...rest }) => rest));
    // Comments behind the last statement belong to the body, so ours can end later.
    for (const { line, end, name } of expected) expect(ends.get(line), name).toBeGreaterThanOrEqual(end);
    count += found.length;
  }
  expect(count).toBeGreaterThan(1500);
});

/** Leaves out what a later definition of the same name replaces, unless it was found. */
function withoutShadowed(all: readonly Described[], found: ReadonlySet<number>): Described[] {
  return all.filter(
    (one) => found.has(one.line) || !all.some((other) => other.name === one.name && other.line > one.line),
  );
}
