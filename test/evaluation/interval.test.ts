import { describe, expect, test } from "vitest";

import { createRandom, type Random } from "../../src/base/index.ts";
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

interface Experiment {
  readonly tasks: number;
  readonly samples: number;
  readonly rate: number;
  /** Correlation of two samples of one task: 0 all tasks have the same rate, 1 a task's samples all agree. */
  readonly likeness: number;
}

function measureCoverage(experiment: Experiment): number {
  const { tasks, samples, rate } = experiment;
  const random = createRandom(JSON.stringify(experiment));
  let covered = 0;
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const values = Array.from({ length: tasks }, () => {
      const taskRate = drawRate(random, experiment);
      let resolved = 0;
      for (let sample = 0; sample < samples; sample++) resolved += random.next() < taskRate ? 1 : 0;
      return resolved / samples;
    });
    const { low, high } = meanInterval(values, tasks * samples);
    if (low <= rate && rate <= high) covered++;
  }
  return covered / REPETITIONS;
}

/** A task's own rate from the beta distribution with mean `rate` and intra-class correlation `likeness`. */
function drawRate(random: Random, { rate, likeness }: Experiment): number {
  if (rate === 0 || rate === 1 || likeness === 0) return rate;
  if (likeness === 1) return random.next() < rate ? 1 : 0;
  const size = 1 / likeness - 1;
  const [a, b] = [drawGamma(random, rate * size), drawGamma(random, (1 - rate) * size)];
  return a + b === 0 ? Number(random.next() < rate) : a / (a + b);
}

/** Marsaglia and Tsang 2000. */
function drawGamma(random: Random, shape: number): number {
  if (shape < 1) return drawGamma(random, shape + 1) * random.next() ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    const v = (1 + normal / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random.next()) < normal ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v;
  }
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
