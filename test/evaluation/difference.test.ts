import { describe, expect, test } from "vitest";

import { createRandom } from "../../src/base/index.ts";
import { differenceInterval } from "../../src/evaluation/metrics/difference.ts";
import { testSignFlips } from "../../src/evaluation/metrics/sign-flips.ts";
import { drawRate, drawShare } from "./drawn-rates.ts";

describe("the sign-flip test", () => {
  test.each([
    { differences: [1, 1, 1, 1, 1, -1], p: 14 / 64 },
    { differences: [1, 1, 1, 1, 1, 1, 0, 0], p: 2 / 64 },
    { differences: [0, 0], p: 1 },
    { differences: [], p: 1 },
    { differences: [3, -1, 2], p: 1 / 2 },
  ])("of $differences gives $p, as going through all flips does", ({ differences, p }) => {
    expect(testSignFlips(differences)).toMatchObject({ p_value: p, method: "exact" });
    expect(shareOfFlips(differences)).toBe(p);
  });

  test("goes through all flips of a large evaluation, and draws them where sums are too many", () => {
    const random = createRandom("tasks");
    const some = Array.from({ length: 100 }, () => random.integer(21) - 10);
    const exact = testSignFlips(some);
    expect(exact.method).toBe("exact");
    const drawn = testSignFlips(some.map((difference) => difference * 1_000));
    expect(drawn.method).toBe("sampled");
    expect(Math.abs(drawn.p_value - exact.p_value)).toBeLessThan(0.01);
  });

  test("says what so few units can tell", () => {
    expect(testSignFlips([1, 1, 0, 2])).toMatchObject({ p_value: 0.25, smallest_p_value: 0.25 });
  });
});

function shareOfFlips(differences: readonly number[]): number {
  const sums = Array.from({ length: 2 ** differences.length }, (_, bits) =>
    differences.reduce((sum, difference, index) => sum + ((bits >> index) & 1 ? difference : -difference), 0),
  );
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  return sums.filter((sum) => Math.abs(sum) >= observed).length / sums.length;
}

// 500 simulated comparisons each: the standard error of a level of 0.05 is 0.01, of a coverage of 0.95 too.
const REPETITIONS = 500;
const layouts = {
  "20 tasks": Array<number>(20).fill(1),
  "10 repositories of 5 tasks": Array<number>(10).fill(5),
  "10 unequal repositories": [20, 10, 5, 3, 2, 2, 1, 1, 1, 1],
};

describe.each(Object.entries(layouts))("over %s", (_name, sizes) => {
  const clusters = sizes.flatMap((size, index) => Array<number>(size).fill(index));
  test.each([0.05, 0.5, 0.9])("equal solvers at %f are told apart no oftener than in 5 of 100", (rate) => {
    for (const samples of [1, 5]) {
      const { told, covered } = compareOften({ sizes, clusters, rates: [rate, rate], samples });
      expect(told).toBeLessThanOrEqual(0.075);
      expect(covered).toBeGreaterThanOrEqual(0.92);
    }
  });

  test("the interval of a difference covers it", () => {
    for (const rates of [
      [0.05, 0.25],
      [0.9, 0.7],
    ] as const)
      expect(compareOften({ sizes, clusters, rates, samples: 1 }).covered).toBeGreaterThanOrEqual(0.92);
  });
});

test("a difference is told where there are tasks enough", () => {
  const sizes = Array<number>(20).fill(5);
  const clusters = sizes.flatMap((size, index) => Array<number>(size).fill(index));
  expect(compareOften({ sizes, clusters, rates: [0.3, 0.6], samples: 1 }).told).toBeGreaterThan(0.7);
});

interface Contest {
  readonly sizes: readonly number[];
  /** The repository of each task. */
  readonly clusters: readonly number[];
  readonly rates: readonly [number, number];
  readonly samples: number;
}

/** How often two solvers are told apart, and how often the interval covers their true difference. Tasks of a repository are alike for each of them. */
function compareOften(contest: Contest): { told: number; covered: number } {
  const { sizes, clusters, rates, samples } = contest;
  const random = createRandom(JSON.stringify(contest));
  let [told, covered] = [0, 0];
  const drawSolver = (rate: number): number[] => {
    const own = sizes.map(() => drawRate(random, rate, 0.2));
    return clusters.map((cluster) => drawShare(random, drawRate(random, own[cluster] ?? 0, 0.3), samples));
  };
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const [first, second] = [drawSolver(rates[0]), drawSolver(rates[1])];
    const differences = first.map((share, task) => (second[task] ?? 0) - share);
    const sums = sizes.map((_, unit) =>
      Math.round(
        samples * differences.reduce((sum, each, task) => sum + (clusters[task] === unit ? each : 0), 0),
      ),
    );
    if (testSignFlips(sums).p_value <= 0.05) told++;
    const { low, high } = differenceInterval(differences, clusters);
    const truth = rates[1] - rates[0];
    if (low <= truth && truth <= high) covered++;
  }
  return { told: told / REPETITIONS, covered: covered / REPETITIONS };
}
