import { expect, test } from "vitest";

import { pythonValues } from "../../../../src/languages/python/values/values.ts";
import type { ValueRecipe } from "../../../../src/spec/index.ts";
import { featuresOfOutcome } from "../../../../src/testgen/breadth/features.ts";

const written = (text: string, values?: Record<string, ValueRecipe>): ValueRecipe => ({
  function: values === undefined ? { text } : { text, values },
});

/** Texts of the functions beside one, and the names of those of the standard library. */
function beside(text: string): readonly unknown[] {
  return pythonValues.edgesOf(written(text), []).map(({ value }) => {
    const { function: own, named } = value as {
      readonly function?: { readonly text: string };
      named?: string;
    };
    return own?.text ?? named ?? value;
  });
}

test("constants of a function, and the values of its names, are parts that may be others", () => {
  const node = written("lambda n: n.name == 'b' and n.depth > 2 and n in seen", { seen: [1] });
  const parts = pythonValues.partsOf(node, 8);
  expect(parts.map(({ value }) => value)).toEqual(["b", 2, [1]]);
  expect(parts.map((part, at) => part.write([`it's`, -1, [2]][at] ?? null))).toEqual([
    written(`lambda n: n.name == "it's" and n.depth > 2 and n in seen`, { seen: [1] }),
    written("lambda n: n.name == 'b' and n.depth > (-1) and n in seen", { seen: [1] }),
    written("lambda n: n.name == 'b' and n.depth > 2 and n in seen", { seen: [2] }),
  ]);
  expect(parts[0]?.write({ tuple: [] })).toEqual(node);
});

test("beside a question stand its comparisons otherwise, its opposite, and questions of the library", () => {
  expect(beside("lambda n: len(n.of(a == b)) >= 2 and n.name in 'x in y'")).toEqual([
    "lambda n: len(n.of(a == b)) > 2 and n.name in 'x in y'",
    "lambda n: len(n.of(a == b)) >= 2 and n.name not in 'x in y'",
    "lambda n: not (len(n.of(a == b)) >= 2 and n.name in 'x in y')",
    "lambda n: True",
    "lambda n: False",
    "builtins:bool",
    "_operator:not_",
    "builtins:callable",
  ]);
  expect(beside("lambda text: text.startswith('a')")).toContain("lambda text: not (text.startswith('a'))");
});

test("beside other lambdas stand what gives nothing, what it is given, and its arguments in turn", () => {
  expect(beside("lambda a, b: a - b").slice(0, 4)).toEqual([
    "lambda a, b: None",
    "lambda a, b: a",
    "lambda a, b: (a, b)",
    "lambda b, a: a - b",
  ]);
  expect(beside("lambda x: 1 if x > 2 else 0").slice(0, 2)).toEqual(["lambda x: None", "lambda x: x"]);
  expect(beside("lambda: 3")).toEqual(["lambda: None"]);
  expect(beside("lambda *all: all")).toEqual([]);
  expect(beside("def f(x):\n    return x")).toEqual([]);
});

test("one that a call gave back is told by its text alone", () => {
  const features = featuresOfOutcome({ function: "lambda n: n > 3" }, { values: pythonValues });
  expect([...features].join("\n")).toContain("lambda n: n > 3");
});

test("beside a definition that answers nothing stands the same with notes of what it is given", () => {
  const shout = "def shout(text, at):\n    text.items[at] = limit";
  const [edge, ...others] = pythonValues.edgesOf(written(shout, { limit: 3 }), []);
  expect(others).toEqual([]);
  expect(edge?.value).toEqual(
    written("def shout(text, at):\n    notes.append((text, at))\n    text.items[at] = limit", {
      limit: 3,
      notes: [],
    }),
  );
  expect(beside("def f(x):\n    x.sort()")).toEqual(["def f(x):\n    notes.append((x,))\n    x.sort()"]);
  for (const text of [
    "def f(x):\n    notes.append(x)",
    "def f(x):\n    yield",
    "def f(x=1):\n    x.sort()",
    "async def f(x):\n    x.sort()",
  ])
    expect(beside(text)).toEqual([]);
});
