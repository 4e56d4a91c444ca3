import { expect, test } from "vitest";

import type { Observation, ValueRecipe } from "../../../src/spec/index.ts";
import { ownResults } from "../../../src/testgen/breadth/own-results.ts";

function returned(value: unknown, positional: unknown[] = []): Observation {
  return { status: "returned", value, positional, keywords: {}, files: {} };
}

function resultsOf(...observations: Observation[]): ReadonlyMap<string, readonly ValueRecipe[]> {
  const recipe = { shared: [], positional: [], keywords: {}, files: {}, variables: {} };
  return ownResults(observations.map((observation) => ({ recipe, arcs: [], observation })));
}

test("are plain results by their type, each once and the shortest first", () => {
  const found = resultsOf(
    returned("longer"),
    returned("ab"),
    returned("ab"),
    returned({ dict: [["a", [1, { float: "2.5" }]]] }),
    returned({ tuple: [null, { bytes: "x" }] }),
  );
  expect(Object.fromEntries(found)).toEqual({
    str: ["ab", "longer"],
    dict: [{ dict: [["a", [1, { float: "2.5" }]]] }],
    tuple: [{ tuple: [null, { bytes: "x" }] }],
  });
});

test("of a call that gives its argument are what became of that", () => {
  const changed = { dict: [["added", "x"]] };
  expect(resultsOf(returned({ argument: 1 }, ["a", changed])).get("dict")).toEqual([changed]);
});

test("are none that no input can be written as, and none of calls that raise", () => {
  const found = resultsOf(
    returned({ object: { class: "m:C", state: {} } }),
    returned([{ iterator: [1], end: "stop" }]),
    returned([{ receiver: true }]),
    returned(true),
    returned(null),
    returned("x".repeat(2_000)),
    { status: "refused", during: "input", message: "" },
  );
  expect([...found.keys()]).toEqual([]);
});
