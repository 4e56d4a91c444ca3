import { array, assert, constantFrom, dictionary, integer, property, tuple } from "fast-check";
import { describe, expect, test } from "vitest";

import { rankCorrelation } from "../../../src/evaluation/index.ts";
import { describeDistribution } from "../../../src/evaluation/statistics/distribution.ts";
import { describeFunnel } from "../../../src/evaluation/statistics/funnel.ts";
import { rejectionReason } from "../../../src/spec/index.ts";

type Reports = Parameters<typeof describeFunnel>[0]["reports"];

function report(
  filtered: Record<string, number>,
  rejected: Record<string, number>,
  accepted: number,
): Reports[number] {
  const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0);
  const none = { accepted: 0, median_mutation_score: null, median_coverage: null };
  const tried = sum(rejected) + accepted;
  return {
    source: "folder:orchard",
    commit: null,
    environment: { status: "verified", tests: { passed: 1, failed: 0, skipped: 0 } },
    found: tried + sum(filtered),
    filtered,
    tried,
    reached: tried,
    accepted,
    rejected,
    tiers: { core: none, simple: none },
    reached_core_shape: 0,
    accepted_core_shape: 0,
    reached_substantial: 0,
    accepted_substantial: 0,
    syntax_errors: 0,
    left_out: {},
    refused_licences: {},
    duration_ms: 1,
  };
}

describe("the rank correlation", () => {
  test.each([
    {
      what: "of the same order is 1",
      pairs: [
        [1, 2],
        [2, 3],
        [5, 9],
        [7, 30],
      ],
      value: 1,
    },
    {
      what: "of the opposite order is -1",
      pairs: [
        [1, 9],
        [2, 3],
        [5, 2],
        [7, 0],
      ],
      value: -1,
    },
    // Ranks 1, 2.5, 2.5, 4 against 1, 3, 2, 4: by hand 4.5 / sqrt(4.5 · 5).
    {
      what: "gives ties the mean of their ranks",
      pairs: [
        [1, 1],
        [2, 3],
        [2, 2],
        [3, 4],
      ],
      value: 0.9486832980505138,
    },
  ] as { what: string; pairs: [number, number][]; value: number }[])("$what", ({ pairs, value }) => {
    expect(rankCorrelation(pairs).value).toBeCloseTo(value, 12);
  });

  test("of too few pairs, or of a constant, is none", () => {
    expect(
      rankCorrelation([
        [0, 1],
        [1, 2],
      ]),
    ).toEqual({ pairs: 2, value: null, low: -1, high: 1 });
    expect(
      rankCorrelation([
        [1, 1],
        [1, 2],
        [1, 3],
      ]).value,
    ).toBeNull();
  });

  test("lies in its interval, and the interval in [-1, 1]", () => {
    const figure = integer({ min: 0, max: 6 });
    assert(
      property(array(tuple(figure, figure), { maxLength: 30 }), (pairs) => {
        const { value, low, high } = rankCorrelation(pairs);
        expect(low).toBeGreaterThanOrEqual(-1);
        expect(high).toBeLessThanOrEqual(1);
        if (value !== null) expect(low <= value + 1e-9 && value <= high + 1e-9).toBe(true);
      }),
    );
  });
});

describe("a distribution", () => {
  test("has quartiles, and counts 1 in the last tenth", () => {
    expect(describeDistribution([1, 0.5, null, 0, 0.9, 0.3])).toEqual({
      count: 5,
      without: 1,
      quartiles: [0, 0.3, 0.5, 0.9, 1],
      mean: 0.54,
      tenths: [1, 0, 0, 1, 0, 1, 0, 0, 0, 2],
    });
  });

  test("of nothing says so", () => {
    expect(describeDistribution([null])).toMatchObject({ count: 0, without: 1, quartiles: null, mean: null });
  });
});

describe("the funnel", () => {
  test("adds up sources and asks in order", () => {
    const reports = [
      report({ stub: 2 }, { tier: 3, trivial: 1, cap: 1 }, 4),
      report({ stub: 1, dunder: 1 }, {}, 1),
    ];
    const funnel = describeFunnel({ reports, tried: [] });
    expect(funnel).toMatchObject({ found: 14, filtered: { dunder: 1, stub: 3 }, tried: 10, accepted: 5 });
    expect(funnel.steps.map(({ step, left }) => [step, left])).toEqual([
      ["found", 14],
      ["tried", 10],
      ["of the tier asked for", 7],
      ["observable", 7],
      ["non-trivial", 6],
      ["proven", 6],
      ["determinate", 6],
      ["fit for the set", 5],
      ["accepted", 5],
    ]);
  });

  test("ends with what was accepted, whatever the reasons were, and never rises", () => {
    const reasons = dictionary(constantFrom(...rejectionReason.options), integer({ min: 1, max: 9 }));
    assert(
      property(reasons, integer({ min: 0, max: 9 }), (rejected, accepted) => {
        const { steps } = describeFunnel({ reports: [report({}, rejected, accepted)], tried: [] });
        const counts = steps.map(({ left }) => left);
        expect(counts.at(-1)).toBe(accepted);
        expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      }),
    );
  });
});
