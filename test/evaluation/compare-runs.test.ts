import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { asHostPath, type HostPath } from "../../src/base/index.ts";
import { compareRuns, describeComparison } from "../../src/evaluation/index.ts";
import { RunFolder } from "../../src/store/index.ts";
import { givenRow } from "./given-row.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "diorama-compare-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

interface GivenTask {
  readonly rewards: readonly (0 | 1 | null)[];
  readonly repository?: string;
  readonly variantOf?: string;
}

function writeRun(name: string, tasks: Readonly<Record<string, GivenTask>>): HostPath {
  const run = asHostPath(join(directory, name));
  using folder = RunFolder.open(run, { kind: "evaluate", options: { model: name }, tool: "diorama 0.1.0" });
  for (const [task_id, { rewards, repository = "orchard", variantOf = null }] of Object.entries(tasks)) {
    const task = { format: "run-task/1", task_id, repository, variant_of: variantOf, date: null };
    folder.append("tasks", task);
    for (const [sample, reward] of rewards.entries())
      folder.append("results", givenRow(task_id, sample, reward));
  }
  return run;
}

const tasksOf = (rewards: readonly (0 | 1)[], repositories = 1): Record<string, GivenTask> =>
  Object.fromEntries(
    rewards.map((reward, index) => [
      `task-${index}`,
      { rewards: [reward], repository: `repository-${index % repositories}` },
    ]),
  );

test("one sample a task of one repository is McNemar's exact test", () => {
  const first = writeRun("first", tasksOf([0, 0, 0, 0, 0, 0, 0, 1, 1, 0]));
  const second = writeRun("second", tasksOf([1, 1, 1, 1, 1, 1, 1, 0, 1, 0]));
  const comparison = compareRuns(first, second, { by: "repository" });
  // Seven against one of eight that differ: 2 × (1 + 8) / 2⁸.
  expect(comparison).toMatchObject({
    tasks: 10,
    better: 7,
    worse: 1,
    equal: 2,
    units: { kind: "task", count: 10 },
    test: { p_value: 18 / 256, method: "exact" },
    runs: [{ pass_at_k: { value: 0.2 } }, { pass_at_k: { value: 0.8 } }],
  });
  expect(comparison.difference?.value).toBeCloseTo(0.6, 12);
});

test("tasks of several repositories count by these, unless they are asked for alone", () => {
  const first = writeRun("first", tasksOf([0, 0, 0, 0, 0, 0, 0, 0], 2));
  const second = writeRun("second", tasksOf([1, 1, 1, 1, 1, 1, 1, 1], 2));
  const clustered = compareRuns(first, second, { by: "repository" });
  expect(clustered).toMatchObject({
    units: { kind: "repository", count: 2 },
    test: { p_value: 0.5, smallest_p_value: 0.5 },
    runs: [{ pass_at_k: { repositories: 2 } }, {}],
  });
  expect(describeComparison(clustered)).toContain("none below 0.50 is possible");
  expect(compareRuns(first, second, { by: "task" })).toMatchObject({
    units: { kind: "task", count: 8 },
    test: { p_value: 2 / 256 },
  });
});

test("unequal numbers of samples are shares, and what was not judged counts nowhere", () => {
  const first = writeRun("first", {
    pear: { rewards: [1, 0, null] },
    plum: { rewards: [null] },
    fig: { rewards: [1] },
  });
  const second = writeRun("second", {
    pear: { rewards: [1, 1, 0] },
    plum: { rewards: [1] },
    kiwi: { rewards: [1] },
  });
  const comparison = compareRuns(first, second, { by: "repository" });
  expect(comparison).toMatchObject({ tasks: 1, only_first: 1, only_second: 2 });
  expect(comparison.task_results).toEqual([
    {
      task_id: "pear",
      first: { judged: 2, resolved: 1 },
      second: { judged: 3, resolved: 2 },
      difference: 2 / 3 - 1 / 2,
    },
  ]);
});

test("pass@k is compared where each task has k judged samples in both runs", () => {
  const first = writeRun("first", {
    pear: { rewards: [1, 0, 0] },
    plum: { rewards: [0, 0, 0] },
    fig: { rewards: [1] },
  });
  const second = writeRun("second", {
    pear: { rewards: [1, 1, 0] },
    plum: { rewards: [1, 0, 0] },
    fig: { rewards: [1, 1] },
  });
  const comparison = compareRuns(first, second, { by: "task", k: 2 });
  expect(comparison).toMatchObject({ k: 2, tasks: 2, only_first: 0, only_second: 1, better: 2 });
  // One of three resolved: 1 − C(2, 2) / C(3, 2); two of three: 1.
  expect(comparison.runs.map(({ pass_at_k: { value } }) => value)).toEqual([
    (2 / 3 + 0) / 2,
    (1 + 2 / 3) / 2,
  ]);
  expect(comparison.test).toMatchObject({ p_value: 0.5, method: "exact" });
});

test("variants are paired with what they were made of, in either order", () => {
  const plain = writeRun("plain", { pear: { rewards: [1] }, plum: { rewards: [1] } });
  const renamed = writeRun("renamed", {
    "pear-renamed": { rewards: [0], variantOf: "pear" },
    "plum-renamed": { rewards: [1], variantOf: "plum" },
  });
  expect(compareRuns(plain, renamed, { by: "task" })).toMatchObject({ tasks: 2, worse: 1, better: 0 });
  expect(compareRuns(renamed, plain, { by: "task" })).toMatchObject({ tasks: 2, worse: 0, better: 1 });
});

test("runs without a task in common cannot be compared", () => {
  const first = writeRun("first", { pear: { rewards: [1] } });
  const second = writeRun("second", { plum: { rewards: [1] } });
  expect(() => compareRuns(first, second, { by: "task" })).toThrow(
    expect.objectContaining({ code: "nothing-to-compare" }),
  );
});
