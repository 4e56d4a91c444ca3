import { describe, expect, test } from "vitest";

import { MAX_REACHABLE } from "../../../../src/languages/python/variants/trivial.ts";
import type { Observation } from "../../../../src/spec/index.ts";
import { givenDefinition, givenFunction, variants } from "./library.ts";

/** The bodies of all trivial variants, each on one line. */
function bodiesOf(text: string, name: string | undefined, values: readonly unknown[]): string[] {
  return variants
    .trivialBodies(text, givenDefinition(text, name), values.map(returned))
    .map(({ completion }) =>
      completion
        .slice(completion.indexOf(":\n") + 2)
        .trim()
        .replace(/\n\s*/g, "; "),
    );
}

function returned(value: unknown): Observation {
  return { status: "returned", value, positional: [], keywords: {}, files: {} };
}

function raising(name: string): Observation {
  const exception = { class: name, bases: [], message: "" };
  return { status: "raised", exception, positional: [], keywords: {}, files: {} };
}

const FIXED = ["pass", "raise NotImplementedError()", "raise ValueError()"];
const CONSTANTS = ["None", "True", "False", "0", '""', "[]", "{}"];

describe("trivial bodies", () => {
  test("raise whatever was seen to be raised", () => {
    const text = givenFunction("return a.size + 1", "a");
    const seen = ["builtins:KeyError", "pond:Fish.Gone"].map(raising);
    const bodies = variants.trivialBodies(text, givenDefinition(text, undefined), seen);
    const raised = bodies.flatMap(({ completion }) => /raise (\w+)\(/.exec(completion)?.[1] ?? []);
    expect(new Set(raised)).toEqual(new Set(["NotImplementedError", "ValueError", "KeyError", "Gone"]));
  });

  test("of a function give back constants, what was seen, arguments and what they reach", () => {
    const bodies = bodiesOf(givenFunction("return a.size + 1", "a, *b"), undefined, [
      "x",
      null,
      { tuple: [1, 2] },
    ]);
    expect(bodies.slice(0, 10)).toEqual([...FIXED, ...CONSTANTS.map((value) => `return ${value}`)]);
    expect(bodies.slice(10, 14)).toEqual(['return "x"', "return (1, 2)", "return a", "return b"]);
    expect(bodies[14]).toBe("return a.size");
    expect(bodies).toEqual(
      expect.arrayContaining(["return a[0]", "return b[-1]", "return len(a)", "return a()"]),
    );
  });

  test("of a function that gives arrays give back an array that was seen", () => {
    const bodies = bodiesOf(givenFunction("return a", "a"), undefined, [
      { value: ["numpy.ndarray", "float32", [2], [{ float: "1.5" }, { float: "nan" }]] },
      { value: ["numpy.ndarray", "int64", [0, 2], []] },
      { value: ["numpy.float64", { float: "2.5" }] },
    ]);
    expect(bodies.slice(10, 13)).toEqual([
      'return __import__("numpy").array([float("1.5"), float("nan")], dtype="float32")',
      'return float("2.5")',
      "return a",
    ]);
  });

  test("of a method reach what its class reads of itself", () => {
    const text = [
      "class Pond:",
      "    @property",
      "    def depth(self):",
      "        return self._bottom.y - self._top",
      "    def area(self):",
      "        return self._shape.area * other.self.size",
      "class Sea:",
      "    def depth(self):",
      "        return self.unknown",
      "",
    ].join("\n");
    const bodies = bodiesOf(text, "Pond.depth", []);
    const attributes = bodies.filter((body) => body.startsWith("return self."));
    expect(attributes).toEqual([
      "return self._bottom",
      "return self._top",
      "return self._bottom.y",
      "return self._shape",
      "return self._shape.area",
    ]);
    expect(bodies).toContain("return self");
  });

  test("of a generator yield", () => {
    const bodies = bodiesOf(givenFunction("yield a", "a"), undefined, [[1]]);
    expect(bodies.slice(0, 4)).toEqual([
      "return; yield",
      "raise NotImplementedError(); yield",
      "raise ValueError(); yield",
      "yield None",
    ]);
    expect(bodies).toEqual(
      expect.arrayContaining(["yield [1]", "yield from [1]", "yield a", "yield from a"]),
    );
  });

  test("of an async generator yield each item", () => {
    const bodies = bodiesOf(givenFunction("yield a", "a", "async def"), undefined, []);
    expect(bodies).toContain("for _item in a:; yield _item");
    expect(bodies.filter((body) => body.includes("yield from"))).toEqual([]);
  });

  test("are bounded, and keep decorators, header and indentation", () => {
    const parameters = Array.from({ length: 30 }, (_, index) => `p${index}: int = ${index}`).join(", ");
    const text = `class A:\n    @cache\n    def f(self, ${parameters}) -> int:\n        return 1\n`;
    const made = variants.trivialBodies(text, givenDefinition(text, "A.f"), []);
    expect(made.filter(({ kind }) => kind === "return-reachable")).toHaveLength(MAX_REACHABLE);
    expect(made[0]).toEqual({
      id: "pass",
      kind: "pass",
      completion: `    @cache\n    def f(self, ${parameters}) -> int:\n        pass\n`,
    });
  });
});
