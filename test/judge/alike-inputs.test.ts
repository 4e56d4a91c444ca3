import { expect, test } from "vitest";

import { areInputsAlike } from "../../src/judge/alike-inputs.ts";
import type { CaseRecipe } from "../../src/spec/index.ts";

function recipe(parts: Partial<CaseRecipe>): CaseRecipe {
  return { shared: [], positional: [], keywords: {}, files: {}, variables: {}, ...parts };
}

function jar(state: Record<string, unknown>, className = "desk:Jar"): { object: unknown } {
  return { object: { class: className, state } };
}

/** A jar that holds itself. */
function loop(state: Record<string, unknown>): Partial<CaseRecipe> {
  return { shared: [jar({ ...state, inside: { ref: 0 } })], positional: [{ ref: 0 }] };
}

const long = "m".repeat(100_000);
const parts: readonly [string, Partial<CaseRecipe>, Partial<CaseRecipe>, boolean][] = [
  ["nothing", {}, {}, true],
  ["the end of a long text", { positional: [`${long}a`] }, { positional: [`${long}b`] }, false],
  ["the number of values", { positional: [[1]] }, { positional: [[1, 1]] }, false],
  ["a number and its text", { positional: [{ float: "1.0" }] }, { positional: [{ int: "1.0" }] }, false],
  ["a keyword", { keywords: { a: 1 } }, { keywords: { b: 1 } }, false],
  ["a keyword called like a tag", { keywords: { ref: 1 } }, { keywords: { ref: 2 } }, false],
  ["a file", { files: { "a.txt": "x" } }, { files: { "a.txt": "y" } }, false],
  ["where a class is from", { positional: [jar({}, "a:Jar")] }, { positional: [jar({}, "b:Jar")] }, false],
  ["a hidden attribute", { receiver: jar({ _lid: 1 }) }, { receiver: jar({ _lid: 2, _rim: 1 }) }, true],
  ["a shown attribute", { receiver: jar({ lid: 1 }) }, { receiver: jar({ lid: 2 }) }, false],
  [
    "one that counts for that class",
    { receiver: jar({ _lid: 1 }, "a:Pot") },
    { receiver: jar({}, "a:Pot") },
    false,
  ],
  [
    "a hidden attribute deep inside",
    { positional: [{ tuple: [jar({ _lid: 1 })] }] },
    { positional: [{ tuple: [jar({})] }] },
    true,
  ],
  ["a hidden attribute in a cycle", loop({ _lid: 1 }), loop({ _lid: 2 }), true],
  ["a shown attribute in a cycle", loop({ lid: 1 }), loop({ lid: 2 }), false],
  [
    "whether one value is there twice",
    { shared: [[]], positional: [{ ref: 0 }, { ref: 0 }] },
    { shared: [[], []], positional: [{ ref: 0 }, { ref: 1 }] },
    false,
  ],
];

test.each(parts)("inputs that differ in %s", (_, left, right, areAlike) => {
  const counts = (name: string, className: string): boolean => !name.startsWith("_") || className === "a:Pot";
  expect(areInputsAlike(recipe(left), recipe(right), counts)).toBe(areAlike);
  expect(areInputsAlike(recipe(right), recipe(left), counts)).toBe(areAlike);
});
