import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { chooseBroad, type BroadCase } from "../../../src/testgen/breadth/choose-broad.ts";

const cases: fc.Arbitrary<BroadCase<number>[]> = fc
  .array(
    fc.record({
      characters: fc.integer({ min: 1, max: 500 }),
      path: fc.constantFrom("a", "b", "c"),
      features: fc.uniqueArray(fc.constantFrom("p", "q", "r", "s", "t")).map((names) => new Set(names)),
    }),
    { maxLength: 60 },
  )
  .map((all) => all.map((one, item) => ({ ...one, item })));

describe("cases chosen for breadth", () => {
  test("fit what they may hold together, each once", () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 0, max: 5_000 }), (all, characters) => {
        const chosen = chooseBroad(all, [], { characters });
        expect(new Set(chosen).size).toBe(chosen.length);
        const spent = chosen.reduce((sum, item) => sum + (all[item]?.characters ?? 0), 0);
        expect(spent).toBeLessThanOrEqual(characters);
      }),
    );
  });

  test("leave no way and no feature out where there is room for all", () => {
    fc.assert(
      fc.property(cases, (all) => {
        const chosen = chooseBroad(all, [], { characters: Number.POSITIVE_INFINITY }).map(
          (item) => all[item],
        );
        const namesOf = (list: readonly (BroadCase<number> | undefined)[]): Set<string> =>
          new Set(
            list.flatMap((one) => [
              one?.path ?? "",
              ...[...(one?.features ?? [])].map((name) => `${one?.path} ${name}`),
            ]),
          );
        expect(namesOf(chosen)).toEqual(namesOf(all));
      }),
    );
  });

  test("are none where all that they show is given twice", () => {
    const one = { characters: 10, path: "a", features: new Set(["p"]) };
    expect(
      chooseBroad(
        [{ ...one, item: 1 }],
        [
          { ...one, item: 2 },
          { ...one, item: 3 },
        ],
        { characters: 1_000 },
      ),
    ).toEqual([]);
  });

  test("take the light one of two that show the same", () => {
    const shows = { path: "a", features: new Set(["p", "q"]) };
    const all = [
      { ...shows, item: "heavy", characters: 900 },
      { ...shows, item: "light", characters: 20 },
    ];
    expect(chooseBroad(all, [], { characters: 600 })).toEqual(["light"]);
  });

  test("are so many at least, whatever they weigh, and none that adds nothing", () => {
    const all = ["p", "q", "r", "r", "r"].map((feature, item) => ({
      item,
      characters: 900,
      path: "a",
      features: new Set([feature]),
    }));
    expect(chooseBroad(all, [], { characters: 1_200 })).toEqual([0]);
    expect(chooseBroad(all, [], { characters: 1_200, fewest: 3 })).toEqual([0, 1, 2]);
    expect(chooseBroad(all, [], { characters: 0, fewest: 9 })).toHaveLength(4);
  });

  test("of two that show the same the one that differs from what it was made from comes first", () => {
    const shows = { characters: 20, path: "a", features: new Set(["p", "q"]) };
    const all = [
      { ...shows, item: "idle", isIdle: true },
      { ...shows, item: "busy" },
    ];
    expect(chooseBroad(all, [], { characters: 300 })).toEqual(["busy"]);
  });
});
