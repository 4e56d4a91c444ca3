import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { asHostPath, type HostPath } from "../../src/base/index.ts";
import {
  appendErratum,
  appendRates,
  readErrata,
  readMeasuredRates,
  readOutdatedRates,
  readRetired,
} from "../../src/datasets/index.ts";
import {
  DEFAULT_PROMPT_FORM,
  type SolveRate,
  type TaskErratum,
  type CaseErratum,
} from "../../src/spec/index.ts";

let directory: HostPath;
beforeEach(() => {
  directory = asHostPath(mkdtempSync(join(tmpdir(), "diorama-errata-")));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function erratum(task_id: string, action: TaskErratum["action"]): TaskErratum {
  return { format: "erratum/1", task_id, task_digest: "", action, reason: "wrong", date: "2026-01-02" };
}

function caseErratum(task_id: string, case_id: string, action: CaseErratum["action"]): CaseErratum {
  return {
    format: "erratum/1",
    task_id,
    task_digest: "",
    action,
    case_id,
    reason: "wrong",
    date: "2026-01-02",
  };
}

function rate(task_id: string, passed: number, run: string, date = "2026-01-02"): SolveRate {
  const counts = { n: 4, passed, retired_cases: [], date, run };
  return {
    format: "solve-rate/1",
    task_id,
    task_digest: "",
    solver: "oak",
    ...DEFAULT_PROMPT_FORM,
    ...counts,
  };
}

describe("errata", () => {
  test("of a set without any are none", () => {
    expect(readErrata(directory)).toEqual([]);
  });

  test("retire a task until it is restored, and again after", () => {
    const retiredNow = (): string[] => [...readRetired(directory).tasks.keys()];
    for (const record of [erratum("pear", "retired"), erratum("plum", "retired")])
      appendErratum(directory, record);
    expect(retiredNow()).toEqual(["pear", "plum"]);
    appendErratum(directory, erratum("pear", "restored"));
    expect(retiredNow()).toEqual(["plum"]);
    appendErratum(directory, erratum("pear", "retired"));
    expect(retiredNow()).toEqual(["plum", "pear"]);
  });

  test("of cases leave their task as it is, and each other", () => {
    const casesNow = (): string[][] =>
      Array.from(readRetired(directory).cases, ([task, own]) => [task, ...own.keys()]);
    appendErratum(directory, erratum("plum", "retired"));
    for (const id of ["case-002", "case-001"])
      appendErratum(directory, caseErratum("pear", id, "case_retired"));
    expect([[...readRetired(directory).tasks.keys()], casesNow()]).toEqual([
      ["plum"],
      [["pear", "case-002", "case-001"]],
    ]);
    appendErratum(directory, caseErratum("pear", "case-002", "case_restored"));
    expect(casesNow()).toEqual([["pear", "case-001"]]);
    appendErratum(directory, caseErratum("pear", "case-001", "case_restored"));
    expect(casesNow()).toEqual([]);
  });

  test("name the line that is none", () => {
    appendErratum(directory, erratum("pear", "retired"));
    appendFileSync(join(directory, "errata.jsonl"), '{"format":"erratum/1","task_id":"plum"}\n');
    expect(() => readErrata(directory)).toThrow(/Cannot read line 2 of .*errata\.jsonl/);
  });
});

describe("solve rates", () => {
  test("add up over runs, and a run that was gone on with counts once", () => {
    expect(appendRates(directory, [rate("pear", 1, "first"), rate("plum", 4, "first")])).toBe(2);
    expect(appendRates(directory, [rate("pear", 1, "first"), rate("plum", 4, "first")])).toBe(0);
    expect(appendRates(directory, [rate("pear", 3, "first"), rate("pear", 2, "second", "2026-02-01")])).toBe(
      2,
    );
    expect(readMeasuredRates(directory)).toEqual([
      { task_id: "pear", solver: "oak", ...DEFAULT_PROMPT_FORM, n: 8, passed: 5, date: "2026-02-01" },
      { task_id: "plum", solver: "oak", ...DEFAULT_PROMPT_FORM, n: 4, passed: 4, date: "2026-01-02" },
    ]);
    expect(readFileSync(join(directory, "rates.jsonl"), "utf8").trimEnd().split("\n")).toHaveLength(4);
  });

  test("of solvers that were told less stand alone; a line that does not say is of the default form", () => {
    const { specification, context, ...old } = rate("pear", 1, "first");
    writeFileSync(join(directory, "rates.jsonl"), `${JSON.stringify(old)}\n`);
    appendRates(directory, [
      rate("pear", 3, "second"),
      { ...rate("pear", 0, "third"), specification: "signature" },
      { ...rate("pear", 2, "fourth"), context: "none" },
    ]);
    expect(readMeasuredRates(directory)).toMatchObject([
      { specification, context, n: 8, passed: 4 },
      { specification: "signature", context, n: 4, passed: 0 },
      { specification, context: "none", n: 4, passed: 2 },
    ]);
  });

  test("count while they are of the cases that grade, and again after these were given back", () => {
    const both = { n: 8, passed: 5 };
    appendRates(directory, [rate("pear", 1, "first"), rate("pear", 4, "second")]);
    expect([readMeasuredRates(directory), readOutdatedRates(directory)]).toMatchObject([[both], []]);
    appendErratum(directory, caseErratum("pear", "case-001", "case_retired"));
    expect([readMeasuredRates(directory), readOutdatedRates(directory)]).toMatchObject([
      [],
      [{ run: "first" }, { run: "second" }],
    ]);
    const without = { ...rate("pear", 1, "first"), retired_cases: ["case-001"] };
    expect([appendRates(directory, [without]), appendRates(directory, [without])]).toEqual([1, 0]);
    expect([readMeasuredRates(directory), readOutdatedRates(directory)]).toMatchObject([
      [{ n: 4, passed: 1 }],
      [{ run: "second" }],
    ]);
    appendErratum(directory, caseErratum("pear", "case-001", "case_restored"));
    appendRates(directory, [rate("pear", 1, "first")]);
    expect(readMeasuredRates(directory)).toMatchObject([both]);
  });

  test("of a run whose form an old line did not say are told once more", () => {
    appendRates(directory, [rate("pear", 1, "first")]);
    const told = { ...rate("pear", 1, "first"), specification: "signature" };
    expect([appendRates(directory, [told]), appendRates(directory, [told])]).toEqual([1, 0]);
    expect(readMeasuredRates(directory)).toMatchObject([{ specification: "signature", n: 4 }]);
  });
});
