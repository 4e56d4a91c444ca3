import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { call, harvest, harvestJob, plantOrchard, type Orchard } from "./orchard.ts";

/** Its conditions stand on one line, one of them in a helper. */
const SOURCE = `${harvest}

def ripe(weight, colour):
    return weight > 3 and colour == "red"


def basket(fruits, most=None):
    """Takes those that are ripe."""
    return [each for each in fruits if most is None or ripe(*each)]
`;

let orchard: Orchard;
beforeAll(async () => {
  orchard = await plantOrchard();
});
afterAll(async () => {
  await orchard[Symbol.asyncDispose]();
});

/** Which way conditions went, by the case. */
async function conditionsOf(
  inputs: Readonly<Record<string, readonly unknown[]>>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const cases = Object.entries(inputs).map(([name, positional]) => call(name, positional as never[]));
  const job = harvestJob(orchard.editableTree, {
    name: "basket",
    header: "def basket",
    text: SOURCE,
    cases,
    traceConditions: true,
  });
  const { status, results } = await orchard.evaluator.evaluate(job);
  expect(status).toBe("observed");
  return Object.fromEntries(results.map(({ id, conditions = [] }) => [id, conditions]));
}

describe("conditions of a reference", () => {
  it("tell calls apart that go over the same lines", async () => {
    const heavy = [5, "red"];
    const found = await conditionsOf({
      any: [[heavy]],
      ripe: [[heavy], 1],
      again: [[heavy], 2],
      unripe: [[[1, "red"]], 1],
      green: [[[5, "green"]], 1],
    });
    expect(found["again"]).toEqual(found["ripe"]);
    expect(new Set(Object.values(found).map((shown) => shown.join()))).toHaveLength(4);
  });

  it("tell how often a loop ran, as far as that is told apart", async () => {
    const many = (count: number): unknown[] => [Array.from({ length: count }, () => [5, "red"])];
    const found = await conditionsOf({
      none: many(0),
      one: many(1),
      two: many(2),
      nine: many(9),
      twelve: many(12),
    });
    expect(found["nine"]).toEqual(found["twelve"]);
    expect(new Set(Object.values(found).map((shown) => shown.join()))).toHaveLength(4);
  });

  it("tell which functions of its folder are called", async () => {
    const { any, ripe } = await conditionsOf({ any: [[[5, "red"]]], ripe: [[[5, "red"]], 1] });
    const called = (shown: readonly string[] = []): boolean =>
      shown.some((one) => one.startsWith("calls ripe@"));
    expect([called(any), called(ripe)]).toEqual([false, true]);
  });
});
