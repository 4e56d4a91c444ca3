import { describe, expect, test } from "vitest";

import { createRandom } from "../../../src/base/index.ts";
import { pythonValues } from "../../../src/languages/python/values/values.ts";
import type { CaseRecipe, ValueRecipe } from "../../../src/spec/index.ts";
import { edgesOf } from "../../../src/testgen/breadth/edges.ts";
import { featuresOfCall } from "../../../src/testgen/breadth/features.ts";
import { foundElsewhere } from "../../../src/testgen/breadth/found-elsewhere.ts";
import { spotsOf } from "../../../src/testgen/breadth/places.ts";
import type { Contract } from "../../../src/testgen/contract.ts";
import { varyValue } from "../../../src/testgen/vary-value.ts";
import { PLAIN_CONTRACT } from "../plain-contract.ts";

const NOTHING = { texts: [], integers: [] };
const HEADERS: ValueRecipe = {
  value: ["collections.OrderedDict", { dict: [[{ bytes: "Host" }, { bytes: "mill.org" }]] }],
};

const contract: Contract = { ...PLAIN_CONTRACT, values: pythonValues };

function call(...positional: ValueRecipe[]): CaseRecipe {
  return { shared: [], positional, keywords: {}, files: {}, variables: {} };
}

function valuesBeside(value: ValueRecipe): readonly ValueRecipe[] {
  const source = { literals: NOTHING, patterns: [], siblings: [], values: pythonValues };
  return edgesOf(value, source).map((edge) => edge.value);
}

describe("containers of the standard library", () => {
  test("have other entries, in a container of the same type", () => {
    const ordered = (...pairs: ValueRecipe[][]): ValueRecipe => ({
      value: ["collections.OrderedDict", { dict: pairs }],
    });
    const found = valuesBeside(HEADERS);
    expect(found).toContainEqual(ordered());
    expect(found).toContainEqual(ordered([{ bytes: "Host" }, { bytes: "" }]));
    expect(found).toContainEqual(ordered([{ bytes: "host" }, { bytes: "mill.org" }]));
    const factory = { named: "builtins:list" };
    expect(
      valuesBeside({ value: ["collections.defaultdict", factory, { dict: [["a", [1]]] }] }),
    ).toContainEqual({
      value: ["collections.defaultdict", factory, { dict: [] }],
    });
    expect(valuesBeside({ value: ["collections.deque", [1, 2], 3] })).toContainEqual({
      value: ["collections.deque", [2, 1], 3],
    });
  });

  test("count things with numbers alone", () => {
    const counter: ValueRecipe = { value: ["collections.Counter", { dict: [["a", 2]] }] };
    for (const other of valuesBeside(counter)) expect(JSON.stringify(other)).not.toContain("null");
    expect(valuesBeside(counter)).toContainEqual({ value: ["collections.Counter", { dict: [["a", 0]] }] });
  });

  test("have places at which values and keys are others", () => {
    const spots = spotsOf(call(HEADERS), contract);
    const written = spots.map((spot) => spot.write(call(HEADERS), { bytes: "x" }).positional[0]);
    expect(written).toContainEqual({
      value: ["collections.OrderedDict", { dict: [[{ bytes: "Host" }, { bytes: "x" }]] }],
    });
    expect(written).toContainEqual({
      value: ["collections.OrderedDict", { dict: [[{ bytes: "x" }, { bytes: "mill.org" }]] }],
    });
  });

  test("differ by what they hold", () => {
    const featuresOf = (value: ValueRecipe): ReadonlySet<string> =>
      featuresOfCall(call(value), { literals: NOTHING, values: pythonValues });
    const empty: ValueRecipe = { value: ["collections.OrderedDict", { dict: [] }] };
    expect(featuresOf(HEADERS).difference(featuresOf(empty))).toContain("0 1 entries");
  });

  test("hold what is looked for in another argument", () => {
    const recipe = call({ bytes: "none" }, HEADERS);
    expect(foundElsewhere({ bytes: "none" }, "0", recipe, contract)).toEqual([
      { bytes: "Host" },
      { bytes: "mill.org" },
    ]);
  });

  test("are varied by chance too", () => {
    const source = {
      random: createRandom("containers"),
      literals: NOTHING,
      siblings: [],
      partsSeen: () => [],
      values: pythonValues,
    };
    const varied = Array.from({ length: 20 }, () => varyValue(HEADERS, source));
    expect(
      varied.every((value) => JSON.stringify(value).startsWith('{"value":["collections.OrderedDict"')),
    ).toBe(true);
    expect(new Set(varied.map((value) => JSON.stringify(value))).size).toBeGreaterThan(5);
  });
});
