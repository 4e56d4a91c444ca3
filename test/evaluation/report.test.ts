import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { asHostPath, type HostPath } from "../../src/base/index.ts";
import { summarise } from "../../src/evaluation/metrics/summary.ts";
import { readRunReport, renderRunReport } from "../../src/evaluation/report.ts";
import { RunFolder } from "../../src/store/index.ts";
import { givenRow as row } from "./given-row.ts";

const rows = [
  row("slugify", 0, 1),
  row("slugify", 1, 0, "wrong_observation"),
  row("smart_truncate", 0, null, "infrastructure"),
  row("smart_truncate", 1, 1),
  row("parse", 0, 0, "no_prediction"),
];

describe("summarise", () => {
  test("counts judged samples only, and a task without a prediction as 0", () => {
    const { pass_at_k, ...rest } = summarise(rows);
    expect(rest).toEqual({
      tasks: 3,
      samples: 5,
      not_judged: 1,
      verdicts: { infrastructure: 1, resolved: 2, unresolved: 2 },
      reasons: { infrastructure: 1, no_prediction: 1, wrong_observation: 1 },
    });
    expect(pass_at_k["1"]).toMatchObject({ value: (0.5 + 1 + 0) / 3, tasks: 3 });
    expect(pass_at_k["2"]).toMatchObject({ value: (1 + 0) / 2, tasks: 2 });
  });

  test("of nothing says nothing", () => {
    expect(summarise([]).pass_at_k).toEqual({ "1": { value: null, low: 0, high: 1, tasks: 0 } });
  });

  test("does not depend on the order of rows", () => {
    expect(summarise([...rows].reverse())).toEqual(summarise(rows));
  });
});

describe("a run's report", () => {
  let run: HostPath;
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "diorama-report-"));
    run = asHostPath(join(directory, "run"));
    using folder = RunFolder.open(run, {
      kind: "evaluate",
      options: { model: "predictions" },
      tool: "diorama 0.1.0",
    });
    for (const each of rows) folder.append("results", each);
    for (const task of ["slugify", "smart_truncate", "parse"]) {
      folder.append("baselines/null", row(task, 0, 0, "no_code"));
      folder.append("baselines/reference", row(task, 0, 1));
    }
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  test("has the scores with both baselines, and says what is not finished", () => {
    const text = renderRunReport(readRunReport(run));
    expect(text.replaceAll(directory, "")).toBe(
      [
        "predictions on 3 tasks, 5 samples (not finished)",
        "  pass@1    0.500  (95 %: 0.125 to 0.875)",
        "  pass@2    0.500  (95 %: 0.095 to 0.905) over 2 tasks",
        "  baselines null 0.000, reference 1.000",
        "  verdicts  infrastructure 1, resolved 2, unresolved 2",
        "  left out  1 samples that could not be judged",
        "  reasons   infrastructure 1, no_prediction 1, wrong_observation 1",
        "  built     75.0 %, cases passed 62.5 %",
        "  tasks with unresolved samples",
        "    slugify  1/2  wrong_observation",
        "    parse  0/1  no_prediction",
        "  rows      /run/results.jsonl",
      ].join("\n"),
    );
  });

  test("counts a repeated sample once, as it ended last", () => {
    using folder = RunFolder.open(run, {
      kind: "evaluate",
      options: { model: "predictions" },
      tool: "diorama 0.1.0",
    });
    folder.append("results", row("smart_truncate", 0, 1));
    expect(readRunReport(run)).toMatchObject({
      samples: 5,
      not_judged: 0,
      verdicts: { resolved: 3, unresolved: 2 },
    });
  });
});
