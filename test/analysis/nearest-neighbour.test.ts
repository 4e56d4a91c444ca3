import { beforeAll, describe, expect, test } from "vitest";

import { createNeighbours } from "../../src/analysis/index.ts";
import type { Syntax } from "../../src/languages/language.ts";
import { givenPythonSyntax } from "../languages/python/real-python.ts";

let syntax: Syntax;
beforeAll(async () => {
  ({ syntax } = await givenPythonSyntax());
});

/** The nearest neighbour of a function of a file, and how like it is, in per cent. */
function nearest(text: string, name: string, hidden: readonly string[] = []): [string, number] | undefined {
  const parsed = syntax.parse("a.py", text);
  const definition = parsed.definitions.find((one) => one.name === name);
  if (definition === undefined) throw new Error(`There is no ${name}.`);
  const others = parsed.definitions.filter((one) => hidden.includes(one.name));
  const found = createNeighbours({ text, parsed }, syntax)(definition, others);
  return found && [found.definition.name, Math.round(100 * found.likeness)];
}

const BOUNDS = `
def check_max(self, most, field, value):
    """Refuse what is more."""
    try:
        if value > most:
            self.error(field, errors.MAX)
    except TypeError:
        pass

def check_min(self, least, field, value):
    try:
        if value < least:
            self.error(field, errors.MIN)
    except TypeError:
        pass

def start(self, group=0):
    if group:
        return self.groups[group][0]
    return self.first

def end(self, group=0):
    # Names and constants say nothing.
    if group:
        return self.groups[group][1]
    return self.last
`;

describe("the nearest neighbour of a body", () => {
  test("is alike whatever its names and constants are", () => {
    expect(nearest(BOUNDS, "end")).toEqual(["start", 100]);
    expect(nearest(BOUNDS, "check_max")).toEqual(["check_min", 95]);
  });

  test("is another one where it is hidden with it, and none where there is no other", () => {
    const [name, likeness] = nearest(BOUNDS, "end", ["start"]) ?? ["", 0];
    expect([name, likeness < 70]).toEqual([expect.stringMatching("check"), true]);
    expect(nearest("def alone(a):\n    return a + 1\n", "alone")).toBeUndefined();
  });

  test("is the likest of all, as comparing with each by itself says", () => {
    const names = ["check_max", "check_min", "start", "end"];
    for (const name of names) {
      const others = names.filter((one) => one !== name);
      const each = others.map((one) =>
        nearest(
          BOUNDS,
          name,
          others.filter((other) => other !== one),
        ),
      );
      expect(nearest(BOUNDS, name)?.[1]).toBe(Math.max(...each.map((found) => found?.[1] ?? 0)));
    }
  });
});
