import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asHostPath, silentLogger, silentProgress, type HostPath } from "../../src/base/index.ts";
import {
  evaluateTaskSet,
  readRunReport,
  renderRunReport,
  type EvaluateOptions,
  type EvaluateReport,
} from "../../src/evaluation/index.ts";
import { parseResultRow } from "../../src/spec/index.ts";
import { completions, taskIds, taskSetBelow, writeOrchardTaskSet } from "./orchard-task-set.ts";
import { slowTest, someOf } from "../slow-suites.ts";

let directory: string;
let taskSet: HostPath;
let made: { readonly mutants: number };
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "diorama-evaluate-"));
  taskSet = taskSetBelow(directory);
  made = await writeOrchardTaskSet(taskSet);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function evaluate(
  from: EvaluateOptions["completions"],
  options: Partial<EvaluateOptions> = {},
): Promise<EvaluateReport> {
  return evaluateTaskSet(
    {
      taskSet,
      completions: from,
      runsDirectory: asHostPath(join(directory, "runs")),
      workers: 2,
      sandbox: "auto",
      tool: "diorama 0.1.0",
      ...options,
    },
    { progress: silentProgress, logger: silentLogger, signal: undefined },
  );
}

const model = (spec: string): EvaluateOptions["completions"] => ({ kind: "model", spec });

describe("built-in models", () => {
  const models = [
    { spec: "reference", value: 1, samples: 2, reasons: {} },
    { spec: "null", value: 0, samples: 2, reasons: { no_code: 2 } },
    { spec: "stub", value: 0, samples: 2, reasons: { wrong_observation: 2 } },
    { spec: "stub:raise", value: 0, samples: 2, reasons: { wrong_observation: 2 } },
    { spec: "cheat:delegate", value: 0, samples: 2, reasons: expect.any(Object) as unknown },
  ];
  test.each(someOf(models, 2))("$spec scores $value", async ({ spec, value, samples, reasons }) => {
    const report = await evaluate(model(spec));
    expect(report).toMatchObject({
      samples,
      not_judged: 0,
      reasons,
      pass_at_k: { "1": { value, tasks: 2 } },
    });
    expect(report.baselines).toMatchObject({
      null: { pass_at_k: { "1": { value: 0 } } },
      reference: { pass_at_k: { "1": { value: 1 } } },
    });
  });

  slowTest("shortcut has one sample for each program of that name, and none scores", async () => {
    const report = await evaluate(model("shortcut:forward-builtin"));
    expect(report.samples).toBe(12);
    expect(report.pass_at_k["1"]).toMatchObject({ value: 0, tasks: 2 });
  });

  slowTest("mutant has one sample for each mutant that counts, and pass@1 only", async () => {
    const report = await evaluate(model("mutant"));
    expect(report.samples).toBe(2 * made.mutants);
    expect(Object.keys(report.pass_at_k)).toEqual(["1"]);
  });

  test.each([
    { spec: "referense", code: "unknown-model", says: 'Did you mean "reference"?' },
    { spec: "cheat:delegat", code: "unknown-cheat", says: 'Did you mean "delegate"?' },
    { spec: "shortcut:forward-bultin", code: "unknown-shortcut", says: 'Did you mean "forward-builtin"?' },
  ])("$spec is refused as $code", async ({ spec, code, says }) => {
    await expect(evaluate(model(spec))).rejects.toMatchObject({
      code,
      message: expect.stringContaining(says) as unknown,
    });
  });
});

describe("predictions", () => {
  const write = (name: string, rows: readonly object[]): EvaluateOptions["completions"] => {
    const file = asHostPath(join(directory, name));
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join("\n"));
    return { kind: "predictions", file };
  };
  const [first, second] = taskIds;

  slowTest("are judged sample by sample; a task without one is unresolved", async () => {
    const report = await evaluate(
      write(
        "some.jsonl",
        Object.values(completions).map((completion) => ({ task_id: first, completion })),
      ),
    );
    const rows = readFileSync(report.results, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map(({ task_id, sample, reward, reason }) => [task_id, sample, reward, reason])).toEqual([
      [first, 0, 1, null],
      [first, 1, 0, "wrong_observation"],
      [first, 2, 0, "wrong_observation"],
      [first, 3, 0, expect.stringMatching(/^(?:no_code|not_parsable|wrong_definition)$/)],
      [second, 0, 0, "no_prediction"],
    ]);
    expect(report.pass_at_k["1"]).toMatchObject({ value: (1 / 4 + 0) / 2 });
    expect(rows[2]).toMatchObject({
      tests_total: 6,
      components: { visible: 0, hidden: 1 },
      feedback: [{ audience: "visible" }],
    });
  });

  slowTest(
    "are gone on with where an interrupted run stopped, and can be judged again without their file",
    async () => {
      const from = write(
        "one.jsonl",
        taskIds.map((task_id) => ({ task_id, completion: completions.right })),
      );
      const whole = await evaluate(from);
      const lines = readFileSync(whole.results, "utf8").split("\n");
      writeFileSync(whole.results, `${lines[0] ?? ""}\n${(lines[1] ?? "").slice(0, 40)}`);
      const resumed = await evaluate(from);
      expect({ ...resumed, duration_ms: 0, work: 0 }).toEqual({ ...whole, duration_ms: 0, work: 0 });
      expect(readFileSync(resumed.results, "utf8").split("\n")[0]).toBe(lines[0]);
      rmSync(join(directory, "one.jsonl"));
      const again = await evaluate({ kind: "stored", run: asHostPath(whole.run) });
      expect(again).toMatchObject({
        model: "predictions",
        pass_at_k: whole.pass_at_k,
        verdicts: { resolved: 2 },
      });
      expect(again.run).not.toBe(whole.run);
    },
  );

  slowTest(
    "that stop at the first wrong case get the same scores in a run of their own, whose rows say how many ran",
    async () => {
      const from = write(
        "two.jsonl",
        taskIds.map((task_id, index) => ({
          task_id,
          completion: index === 0 ? completions.right : completions.wrong,
        })),
      );
      const [all, few] = [await evaluate(from), await evaluate(from, { stopAtFirst: true })];
      expect(few.run).not.toBe(all.run);
      const { pass_at_k, verdicts, reasons, baselines } = few;
      expect(all).toMatchObject({ pass_at_k, verdicts, reasons, baselines });
      const ranIn = ({ results }: EvaluateReport): number[] =>
        readFileSync(results, "utf8")
          .trimEnd()
          .split("\n")
          .map((line) => parseResultRow(JSON.parse(line)).tests_run);
      const [wholly, wrong] = ranIn(all);
      const [right, stopped] = ranIn(few);
      expect([right, wrong]).toEqual([wholly, wholly]);
      expect(stopped).toBeLessThan(wholly ?? 0);
      const report = readRunReport(asHostPath(few.run));
      expect(report.stops_at_first).toBe(true);
      expect(renderRunReport(report)).toContain("up to the first that was wrong");
    },
  );

  test("for tasks of another set are refused", async () => {
    const foreign = write("foreign.jsonl", [{ task_id: "parse-000000000009", completion: "" }]);
    await expect(evaluate(foreign)).rejects.toMatchObject({ code: "foreign-predictions" });
  });
});
