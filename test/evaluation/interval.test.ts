import { describe, expect, test } from "vitest";

import { createRandom } from "../../src/base/index.ts";
import { drawRate, drawShare } from "./drawn-rates.ts";
import { meanInterval, studentQuantile, wilsonInterval } from "../../src/evaluation/metrics/interval.ts";

describe("wilsonInterval", () => {
  // Newcombe 1998, table I, method 3 (score interval).
  test.each([
    { resolved: 81, of: 263, low: 0.2553, high: 0.3662 },
    { resolved: 15, of: 148, low: 0.0624, high: 0.1605 },
    { resolved: 0, of: 20, low: 0, high: 0.1611 },
    { resolved: 1, of: 29, low: 0.0061, high: 0.1718 },
  ])("gives the published interval for $resolved of $of", ({ resolved, of, low, high }) => {
    const interval = wilsonInterval(resolved / of, of);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test("says nothing where nothing was tried", () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });
});

test("Student's quantile is that of the tables", () => {
  const tables = { 1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 9: 2.262, 29: 2.045 };
  for (const [degrees, quantile] of Object.entries(tables)) {
    expect(Math.abs(studentQuantile(Number(degrees)) - quantile)).toBeLessThan(0.02);
  }
});

describe("meanInterval", () => {
  test("with one sample a task is Wilson's", () => {
    expect(meanInterval([1, 0, 0, 1, 1], 5)).toEqual(wilsonInterval(0.6, 5));
  });

  test("does not narrow when one task is sampled more often and nothing else is known", () => {
    expect(meanInterval([0, 0, 0], 300)).toEqual(wilsonInterval(0, 3));
  });

  test("with tasks of several repositories is not narrower than these tell", () => {
    const values = [1, 1, 1, 1, 0, 0, 0, 0];
    expect(meanInterval(values, 8, [1, 1, 1, 1, 2, 2, 2, 2])).toEqual(wilsonInterval(0.5, 2));
    expect(meanInterval(values, 8, [1, 2, 3, 4, 5, 6, 7, 8])).toEqual(wilsonInterval(0.5, 8));
    const alternating = Array.from({ length: 40 }, (_, task) => task % 2);
    const tens = alternating.map((_, task) => Math.floor(task / 4));
    expect(meanInterval(alternating, 40, tens).low).toBeGreaterThan(wilsonInterval(0.5, 10).low + 0.05);
  });

  test("narrows when tasks agree on a rate between 0 and 1", () => {
    const { low, high } = meanInterval([0.5, 0.5, 0.4, 0.6, 0.5, 0.5], 60);
    const coinFlips = wilsonInterval(0.5, 6);
    expect(high - low).toBeLessThan(0.7 * (coinFlips.high - coinFlips.low));
    expect([low < 0.5, high > 0.5]).toEqual([true, true]);
  });
});

// Below, 2,000 simulated evaluations each: the standard error of a coverage of 0.95 is 0.005. Wilson's interval itself covers
// 0.90 at five tasks and a rate of 0.02 (one success of five excludes it), which is the worst of the whole grid.
const REPETITIONS = 2_000;
const LEAST_COVERAGE = 0.88;
const LEAST_MEAN_COVERAGE = 0.94;
const rates = [0, 0.02, 0.5, 0.98, 1];

describe.each([5, 10, 30])("over %i tasks, 95 per cent intervals cover the true rate", (tasks) => {
  test("with one sample a task", () => {
    const coverages = rates.map((rate) => measureCoverage({ tasks, samples: 1, rate, likeness: 1 }));
    expect(Math.min(...coverages)).toBeGreaterThanOrEqual(LEAST_COVERAGE);
    expect(mean(coverages)).toBeGreaterThanOrEqual(LEAST_MEAN_COVERAGE);
  });

  test("with ten samples a task, however alike the samples of a task are", () => {
    const coverages = [0, 0.1, 0.3, 0.7, 1].flatMap((likeness) =>
      rates.map((rate) => measureCoverage({ tasks, samples: 10, rate, likeness })),
    );
    expect(Math.min(...coverages)).toBeGreaterThanOrEqual(LEAST_COVERAGE);
    expect(mean(coverages)).toBeGreaterThanOrEqual(LEAST_MEAN_COVERAGE);
  });
});

// With one sample a task nothing needs to be drawn: what may come out can be counted.
test.each([
  { tasks: 20, rate: 0.05, coverage: 0.9245 },
  { tasks: 20, rate: 0.9, coverage: 0.9568 },
])("over $tasks tasks at $rate, $coverage of all outcomes have the rate in their interval", (given) => {
  const { tasks, rate, coverage } = given;
  let covered = 0;
  for (let resolved = 0; resolved <= tasks; resolved++) {
    const values = Array.from({ length: tasks }, (_, task) => Number(task < resolved));
    const { low, high } = meanInterval(values, tasks);
    if (low <= rate && rate <= high) covered += chanceOf(resolved, tasks, rate);
  }
  expect(covered).toBeCloseTo(coverage, 4);
});

// Tasks of a repository and samples of a task are alike. Where all tasks of a repository agree, coverage is that of Wilson's interval on so few.
const layouts = {
  "4 of 5": [5, 5, 5, 5],
  "5 unequal": [8, 5, 4, 2, 1],
  "20 of 5": Array<number>(20).fill(5),
};
describe.each(Object.entries(layouts))("over repositories with tasks, %s", (_name, sizes) => {
  const clusters = sizes.flatMap((size, index) => Array<number>(size).fill(index));
  test.each([0.05, 0.5, 0.9])("at a rate of %f, 95 per cent intervals cover it", (rate) => {
    for (const samples of [1, 5])
      for (const likeness of [0, 0.1, 0.3]) {
        const random = createRandom(JSON.stringify([sizes, rate, samples, likeness]));
        let covered = 0;
        for (let repetition = 0; repetition < REPETITIONS / 4; repetition++) {
          const rates = sizes.map(() => drawRate(random, rate, likeness));
          const values = clusters.map((cluster) => {
            const taskRate = drawRate(random, rates[cluster] ?? 0, 0.3);
            return drawShare(random, taskRate, samples);
          });
          const { low, high } = meanInterval(values, values.length * samples, clusters);
          if (low <= rate && rate <= high) covered++;
        }
        expect(covered / (REPETITIONS / 4)).toBeGreaterThanOrEqual(0.92);
      }
  });
});

function chanceOf(successes: number, trials: number, rate: number): number {
  let chance = rate ** successes * (1 - rate) ** (trials - successes);
  for (let i = 1; i <= successes; i++) chance *= (trials - successes + i) / i;
  return chance;
}

interface Experiment {
  readonly tasks: number;
  readonly samples: number;
  readonly rate: number;
  /** Correlation of two samples of one task: 0 all tasks have the same rate, 1 a task's samples all agree. */
  readonly likeness: number;
}

function measureCoverage(experiment: Experiment): number {
  const { tasks, samples, rate, likeness } = experiment;
  const random = createRandom(JSON.stringify(experiment));
  let covered = 0;
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const values = Array.from({ length: tasks }, () => {
      const taskRate = drawRate(random, rate, likeness);
      return drawShare(random, taskRate, samples);
    });
    const { low, high } = meanInterval(values, tasks * samples);
    if (low <= rate && rate <= high) covered++;
  }
  return covered / REPETITIONS;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
