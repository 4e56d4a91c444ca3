import { assert, double, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";

import {
  choosePassAtKs,
  passAtK,
  taskValue,
  type TaskTally,
} from "../../src/evaluation/metrics/pass-at-k.ts";

const counts = record({
  n: integer({ min: 1, max: 400 }),
  share: double({ min: 0, max: 1, noNaN: true }),
}).map(({ n, share }) => ({ n, c: Math.round(n * share) }));

describe("passAtK", () => {
  test.each([
    { n: 10, c: 3, k: 1, value: 0.3 },
    { n: 10, c: 3, k: 2, value: 1 - (7 * 6) / (10 * 9) },
    { n: 5, c: 1, k: 5, value: 1 },
    { n: 5, c: 0, k: 5, value: 0 },
    { n: 4, c: 2, k: 3, value: 1 },
    { n: 2_000, c: 1, k: 1_000, value: 0.5 },
  ])("is $value for $c of $n and k $k", ({ n, c, k, value }) => {
    expect(passAtK(n, c, k)).toBeCloseTo(value, 12);
  });

  test("is the share of all choices of k samples that hold a resolved one", () => {
    for (let n = 1; n <= 9; n++)
      for (let c = 0; c <= n; c++)
        for (let k = 1; k <= n; k++) {
          const choices = Array.from({ length: 2 ** n }, (_, bits) =>
            Array.from({ length: n }, (_, sample) => sample).filter((sample) => (bits >> sample) & 1),
          ).filter((chosen) => chosen.length === k);
          const resolved = choices.filter((chosen) => chosen.some((sample) => sample < c));
          expect(passAtK(n, c, k)).toBeCloseTo(resolved.length / choices.length, 12);
        }
  });

  test("cannot be estimated from fewer than k samples", () => {
    expect(passAtK(3, 3, 5)).toBeUndefined();
  });

  test("lies in [0, 1], rises in k and is c / n for k = 1", () => {
    assert(
      property(counts, ({ n, c }) => {
        const values = Array.from({ length: n }, (_, index) => passAtK(n, c, index + 1) ?? -1);
        expect(values[0]).toBeCloseTo(c / n, 12);
        for (const [index, value] of values.entries()) {
          expect(value).toBeGreaterThanOrEqual(index === 0 ? 0 : (values[index - 1] ?? 0) - 1e-12);
          expect(value).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 50 },
    );
  });
});

const tally = (judged: number, resolved: number, isMissing = false): TaskTally => ({
  taskId: `slugify-${judged}-${resolved}`,
  judged,
  resolved,
  notJudged: 0,
  isMissing,
});

describe("over tasks with unequal numbers of samples", () => {
  test("a task with too few samples for k is left out, one without a prediction counts 0", () => {
    const tallies = [tally(10, 10), tally(3, 3), tally(1, 0, true)];
    expect(tallies.map((each) => taskValue(each, 5))).toEqual([1, undefined, 0]);
  });

  test("k goes as far as half of the tasks", () => {
    expect(choosePassAtKs([tally(10, 0), tally(10, 0), tally(2, 0)])).toEqual([1, 2, 3, 5, 10]);
    expect(choosePassAtKs([tally(1, 0, true)])).toEqual([1]);
    expect(choosePassAtKs([])).toEqual([1]);
  });
});
