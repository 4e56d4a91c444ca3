import { describe, expect, test } from "vitest";

import type { Retired } from "../../src/datasets/index.ts";
import { rescoreRow, rescoreRows } from "../../src/evaluation/rescored-rows.ts";
import { parseResultRow, type CaseErratum, type ResultRow } from "../../src/spec/index.ts";

type Outcomes = Readonly<Record<string, "passed" | "failed" | "not_run">>;

function row(
  tests: Outcomes,
  reason: string | null,
  left: { without?: string[]; total?: number } = {},
): ResultRow {
  const reward = reason === null ? 1 : 0;
  return parseResultRow({
    format: "row/1",
    task_id: "pear",
    sample: 0,
    verdict: reward === 1 ? "resolved" : "unresolved",
    reward,
    reason,
    blame: reward === 1 ? null : "candidate",
    retryable: false,
    built: true,
    tests,
    tests_passed: Object.values(tests).filter((outcome) => outcome === "passed").length,
    tests_total: left.total ?? Object.keys(tests).length,
    retired_cases: left.without ?? [],
    feedback: reward === 1 ? [] : [{ audience: "hidden", text: "a: value: 1, expected 2" }],
    components: {},
    task_digest: "",
    judge_digest: "",
    completion_digest: "",
    queue_ms: 0,
    cpu_ms: 0,
    duration_ms: 0,
  });
}

function retiring(...ids: string[]): ReadonlyMap<string, CaseErratum> {
  const finding = {
    format: "erratum/1",
    task_id: "pear",
    task_digest: "",
    reason: "wrong",
    date: "2026-01-02",
  } as const;
  return new Map(ids.map((case_id) => [case_id, { ...finding, action: "case_retired" as const, case_id }]));
}

const outcomeOf = ({ verdict, reason, tests_passed, tests_total, retired_cases }: ResultRow) => ({
  verdict,
  reason,
  of: `${tests_passed}/${tests_total}`,
  without: retired_cases.join(),
});

describe("a row", () => {
  test.each<[string, ResultRow, string[], ReturnType<typeof outcomeOf>]>([
    [
      "is resolved where retired cases alone failed",
      row({ a: "failed", b: "passed", c: "failed" }, "wrong_observation"),
      ["a", "c"],
      { verdict: "resolved", reason: null, of: "1/1", without: "a,c" },
    ],
    [
      "stays unresolved where another failed",
      row({ a: "failed", b: "failed" }, "wrong_observation"),
      ["a"],
      { verdict: "unresolved", reason: "wrong_observation", of: "0/1", without: "a" },
    ],
    [
      "stays resolved",
      row({ a: "passed", b: "passed" }, null),
      ["b"],
      { verdict: "resolved", reason: null, of: "1/1", without: "b" },
    ],
    [
      "must be judged again where it ended at the retired case",
      row({ a: "failed", b: "not_run" }, "wrong_observation"),
      ["a"],
      { verdict: "grader_failed", reason: "case_retired", of: "0/1", without: "a" },
    ],
    [
      "must be judged again where it may have ended in the retired case",
      row({ a: "not_run", b: "not_run", c: "passed" }, "timed_out"),
      ["a"],
      { verdict: "grader_failed", reason: "case_retired", of: "1/2", without: "a" },
    ],
    [
      "stays unresolved where it ended in another",
      row({ a: "passed", b: "not_run" }, "crashed"),
      ["a"],
      { verdict: "unresolved", reason: "crashed", of: "0/1", without: "a" },
    ],
    [
      "is not resolved by its cases where it ended for something else",
      row({ a: "failed", b: "passed" }, "malformed_output"),
      ["a"],
      { verdict: "grader_failed", reason: "case_retired", of: "1/1", without: "a" },
    ],
    [
      "must be judged again where a second grader was not asked",
      row({ a: "failed", b: "passed" }, "wrong_observation", { total: 4 }),
      ["a"],
      { verdict: "grader_failed", reason: "case_retired", of: "1/3", without: "a" },
    ],
    [
      "of an answer that was not run stays as it is",
      row({ a: "not_run", b: "not_run" }, "not_parsable"),
      ["a"],
      { verdict: "unresolved", reason: "not_parsable", of: "0/2", without: "" },
    ],
    [
      "that is resolved must be judged again where a case was given back",
      row({ b: "passed" }, null, { without: ["a"] }),
      [],
      { verdict: "grader_failed", reason: "case_retired", of: "1/2", without: "" },
    ],
    [
      "that is unresolved stays so where a case was given back",
      row({ b: "failed", c: "passed" }, "wrong_observation", { without: ["a"] }),
      [],
      { verdict: "unresolved", reason: "wrong_observation", of: "1/3", without: "" },
    ],
  ])("%s", (_name, stored, retired, expected) => {
    const rescored = rescoreRow(stored, retiring(...retired));
    expect(outcomeOf(rescored)).toEqual(expected);
    expect(rescored.reward).toBe({ resolved: 1, unresolved: 0 }[rescored.verdict as string] ?? null);
    expect(rescored.retryable).toBe(rescored.reward === null);
    expect(rescoreRow(rescored, retiring(...retired))).toEqual(rescored);
  });

  test("without anything retired is the row itself, and so is one that was judged so", () => {
    const stored = row({ a: "passed" }, null);
    const without = row({ b: "failed" }, "wrong_observation", { without: ["a"] });
    expect(rescoreRow(stored, new Map())).toBe(stored);
    expect(rescoreRow(without, retiring("a"))).toBe(without);
  });

  test("of a retired task counts nowhere", () => {
    const retired: Retired = {
      tasks: new Map([
        ["pear", { ...[...retiring("a").values()][0], action: "retired" }],
      ]) as Retired["tasks"],
      cases: new Map(),
    };
    expect(rescoreRows([row({ a: "passed" }, null)], retired)).toEqual([]);
  });
});
