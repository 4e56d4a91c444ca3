import { expect, test } from "vitest";

import { summariseRuns } from "../../../src/environments/tests/ladder.ts";
import type { SuiteRun } from "../../../src/environments/tests/run-all-tests.ts";
import type { FinishedTest } from "../../../src/languages/index.ts";

function run(
  outcomes: Readonly<Record<string, FinishedTest["outcome"]>>,
  changes: Partial<SuiteRun> = {},
): SuiteRun {
  const entries = Object.entries(outcomes).map(([id, outcome]) => [id, { outcome, message: "" }] as const);
  const end = {
    collectionErrors: [],
    notBegun: undefined,
    killers: [],
    isTimedOut: false,
    foundNone: false,
    tail: "the end",
  };
  return { outcomes: new Map(entries), ...end, ...changes };
}

const nineGood = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`good-${at}`, "passed" as const]));

test("nine of ten passing in every run is verified, skipped ones not counted", () => {
  const one = run({ ...nineGood, bad: "failed", left: "skipped" });
  expect(summariseRuns([one, one, one])).toMatchObject({
    status: "verified",
    counts: { passed: 9, failed: 1, skipped: 1, flaky: 0 },
    failure: undefined,
  });
});

test("a test that passes twice is flaky and does not count as passing", () => {
  const good = run({ ...nineGood, bad: "failed", moody: "passed" });
  const bad = run({ ...nineGood, bad: "failed", moody: "error" });
  expect(summariseRuns([good, good, bad])).toMatchObject({
    status: "collected",
    counts: { passed: 9, failed: 1, skipped: 0, flaky: 1 },
    failure: { category: "tests_failed" },
  });
});

test("tests that find no server need one, where most do, or the others pass", () => {
  const refusedTimes = (
    times: number,
    others: Readonly<Record<string, "passed">> = { good: "passed" },
  ): unknown => {
    const one = run(others);
    const text = "ConnectionError: Error 111 connecting to localhost:6379. Connection refused.";
    const refused = Array.from({ length: 9 }, (_, at) => {
      const cause = { type: "ConnectionError", text: at < times ? text : `AssertionError: ${at}` };
      return [`bad-${at}`, { outcome: "error", message: text, cause }] as const;
    });
    const outcomes = new Map<string, FinishedTest>([...one.outcomes, ...refused]);
    return summariseRuns([{ ...one, outcomes }]).failure?.category;
  };
  expect(refusedTimes(9)).toBe("needs_service");
  expect(refusedTimes(6)).toBe("tests_failed");
  expect(refusedTimes(8, nineGood)).toBe("needs_service");
  expect(refusedTimes(7, nineGood)).toBe("tests_failed");
});

test("a file that cannot be collected stands in the way of verified", () => {
  const one = run(nineGood, { collectionErrors: [{ path: "tests/test_x.py", message: "ImportError" }] });
  expect(summariseRuns([one, one, one])).toMatchObject({
    status: "collected",
    failure: { category: "collection_failed", message: expect.stringContaining("tests/test_x.py") as string },
  });
});

test("no test at all is no failure, a conftest that breaks is one", () => {
  expect(summariseRuns([run({}, { foundNone: true })])).toMatchObject({
    status: "imports",
    failure: undefined,
  });
  expect(summariseRuns([run({})])).toMatchObject({
    status: "imports",
    failure: { category: "collection_failed", message: "the end" },
  });
});

test("a run past its time says so, and a test that only one run knows is not passing", () => {
  const whole = run({ a: "passed", b: "passed" });
  const cut = run({ a: "passed" }, { isTimedOut: true });
  expect(summariseRuns([whole, cut, whole])).toMatchObject({
    status: "collected",
    counts: { passed: 1, failed: 0, skipped: 0, flaky: 1 },
    failure: { category: "timed_out" },
  });
});
