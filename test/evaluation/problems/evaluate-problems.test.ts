import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { asHostPath, silentLogger, silentProgress, type HostPath } from "../../../src/base/index.ts";
import {
  DEFAULT_ASKING,
  evaluateProblems,
  type EvaluateProblemsOptions,
  type ProblemsReport,
} from "../../../src/evaluation/index.ts";
import { slowDescribe, slowTest } from "../../slow-suites.ts";
import { reply, serveChat } from "../../models/served-chat.ts";
import { allProblems, humanEval, humanEvalPlus, mbpp, mbppPlus, sanitisedMbpp } from "./given-problems.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "diorama-problems-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function writeLines(name: string, rows: readonly object[]): HostPath {
  const path = join(directory, name);
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return asHostPath(path);
}

function evaluate(
  problems: HostPath,
  completions: EvaluateProblemsOptions["completions"],
  run = "run",
): Promise<ProblemsReport> {
  return evaluateProblems(
    {
      problems,
      completions,
      run: asHostPath(join(directory, run)),
      runsDirectory: asHostPath(directory),
      workers: 2,
      sandbox: "auto",
      tool: "diorama 0.1.0",
      asking: { ...DEFAULT_ASKING, retries: { maxRetries: 0, firstDelayMs: 1, longestDelayMs: 1 } },
    },
    { progress: silentProgress, logger: silentLogger, signal: undefined },
  );
}

interface Row {
  readonly task_id: string;
  readonly sample: number;
  readonly reward: number;
  readonly reason: string | null;
  readonly tests: Readonly<Record<string, string>>;
}

function rowsOf({ results }: ProblemsReport): Row[] {
  const lines = readFileSync(results, "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Row);
}

describe("problems of public evaluations", () => {
  slowTest("in every published format are solved by their own solutions and not by nothing", async () => {
    const report = await evaluate(writeLines("problems.jsonl", allProblems), {
      kind: "model",
      spec: "reference",
    });
    expect(report).toMatchObject({
      isolation: "shared",
      tasks: 5,
      pass_at_k: { "1": { value: 1 } },
      baselines: { null: { pass_at_k: { "1": { value: 0 } } } },
    });
    expect(rowsOf(report).map(({ task_id, tests }) => [task_id, tests])).toEqual([
      ["HumanEval/900", { base: "passed" }],
      ["Mbpp/911", { base: "passed" }],
      ["Mbpp/912", { base: "passed" }],
      ["HumanEval/901", { base: "passed", plus: "passed" }],
      ["Mbpp/2", { base: "passed", plus: "passed" }],
    ]);
  });

  slowTest("are judged by samples in the forms of EvalPlus, each wrong one for its own reason", async () => {
    const file = join(directory, "problems.json.gz");
    writeFileSync(file, gzipSync(JSON.stringify(allProblems)));
    const samples = writeLines("samples.jsonl", [
      { task_id: humanEval.task_id, completion: "    return [2 * number for number in numbers]\n" },
      { task_id: humanEval.task_id, completion: "    return numbers\n" },
      { task_id: humanEval.task_id, solution: "def doubles(numbers:\n" },
      { task_id: humanEval.task_id, solution: "raise KeyError('doubles')" },
      { task_id: humanEval.task_id, completion: "    raise SystemExit(0)\n" },
      { task_id: humanEval.task_id, completion: "    import os\n    os._exit(0)\n" },
      { task_id: mbpp.task_id, completion: "def clamp(x, lo, hi):\n    return sorted([lo, x, hi])[1]" },
      { task_id: `Mbpp/${sanitisedMbpp.task_id}`, solution: "def root(x):\n    return x / 2" },
      // Right on the original tests alone; of the order of floats EvalPlus takes no notice.
      { task_id: humanEvalPlus.task_id, completion: "    return sum(reversed(numbers)) / len(numbers)\n" },
      {
        task_id: mbppPlus.task_id,
        solution: "def similar_elements(a, b):\n    return [x for x in a if x in b]",
      },
    ]);
    const report = await evaluate(asHostPath(file), { kind: "predictions", file: samples });
    expect(rowsOf(report).map(({ task_id, reward, reason }) => [task_id, reward, reason])).toEqual([
      ["HumanEval/900", 1, null],
      ["HumanEval/900", 0, "wrong_observation"],
      ["HumanEval/900", 0, "not_built"],
      ["HumanEval/900", 0, "import_failed"],
      ["HumanEval/900", 0, "malformed_output"],
      ["HumanEval/900", 0, "crashed"],
      ["Mbpp/911", 1, null],
      ["Mbpp/912", 1, null],
      ["HumanEval/901", 0, "wrong_observation"],
      ["Mbpp/2", 1, null],
    ]);
    expect(report.suites).toMatchObject({ base: { "1": { tasks: 5 } }, plus: { "1": { tasks: 5 } } });
    expect(rowsOf(report)[8]?.tests).toEqual({ base: "passed", plus: "failed" });
  });

  slowTest("that do not end are unresolved", async () => {
    const samples = writeLines("samples.jsonl", [
      { task_id: humanEval.task_id, completion: "    while True:\n        pass\n" },
    ]);
    const problems = writeLines("problems.jsonl", [humanEval]);
    const report = await evaluate(problems, { kind: "predictions", file: samples });
    expect(rowsOf(report)).toMatchObject([{ reward: 0, reason: "timed_out" }]);
  });

  slowTest("without a sample are unresolved; samples may lie in folders", async () => {
    mkdirSync(join(directory, "samples", "HumanEval_900"), { recursive: true });
    const solution = humanEval.prompt + humanEval.canonical_solution;
    writeFileSync(join(directory, "samples", "HumanEval_900", "0.py"), solution);
    const report = await evaluate(writeLines("problems.jsonl", [humanEval, mbpp]), {
      kind: "predictions",
      file: asHostPath(join(directory, "samples")),
    });
    expect(rowsOf(report)).toMatchObject([{ reward: 1 }, { reward: 0, reason: "no_prediction" }]);
  });

  slowTest(
    "are put to a model, whose answers are whole functions or bodies, and judged again without it",
    async () => {
      const answers = [
        "Think first.\n\n```python\ndef doubles(numbers):\n    return [double(n) for n in numbers]\n```\n",
        "```python\ndef clamp(x, lo, hi):\n    return lo\n```",
      ];
      await using served = await serveChat((response, _seen, index) => reply(response, answers[index] ?? ""));
      const problems = writeLines("problems.jsonl", [humanEval, mbpp]);
      const asked = await evaluate(problems, { kind: "model", spec: `openai:pupil@${served.url}` }, "asked");
      expect(rowsOf(asked)).toMatchObject([{ reward: 1 }, { reward: 0, reason: "wrong_observation" }]);
      expect(served.requests[1]?.body.messages[1]?.content).toContain("assert clamp(5, 0, 3) == 3");
      const stored = { kind: "stored", run: asHostPath(join(directory, "asked")) } as const;
      const again = await evaluate(problems, stored, "again");
      expect(rowsOf(again)).toMatchObject([{ reward: 1 }, { reward: 0 }]);
      expect(served.requests).toHaveLength(2);
    },
  );

  test.each([
    { rows: [{ task_id: "x" }], code: "unknown-problems" },
    { rows: [{ ...humanEval, prompt: 3 }], code: "unreadable-problems" },
    { rows: [humanEval, humanEval], code: "duplicate-problem" },
    { rows: [], code: "unreadable-problems" },
  ])("that cannot be read are refused as $code", async ({ rows, code }) => {
    const problems = writeLines("problems.jsonl", rows);
    await expect(evaluate(problems, { kind: "model", spec: "reference" })).rejects.toMatchObject({ code });
  });

  test("that are packed and cut off are refused", async () => {
    const file = join(directory, "problems.jsonl.gz");
    writeFileSync(file, gzipSync(JSON.stringify(humanEval)).subarray(0, 60));
    const reading = evaluate(asHostPath(file), { kind: "model", spec: "reference" });
    await expect(reading).rejects.toMatchObject({ code: "unreadable-problems" });
  });
});

/** All of HumanEval, where it is at hand. */
const HUMAN_EVAL = join(
  process.env["DIORAMA_DATA"] ?? join(import.meta.dirname, "../../../../shared/data"),
  "HumanEval.jsonl.gz",
);

slowDescribe.skipIf(!existsSync(HUMAN_EVAL))("all of HumanEval", () => {
  test("accepts its own solutions, in any form, and none that forget what they computed", async () => {
    const rows = gunzipSync(readFileSync(HUMAN_EVAL))
      .toString()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as typeof humanEval);
    expect(rows).toHaveLength(164);
    const samples = rows.flatMap(({ task_id, prompt, entry_point, canonical_solution }) => [
      { task_id, completion: canonical_solution },
      { task_id, solution: prompt + canonical_solution },
      {
        task_id,
        solution: `${prompt}${canonical_solution}\ndef ${entry_point}(*values):\n    return None\n`,
      },
      { task_id, completion: `${canonical_solution}\nraise SystemExit\n` },
    ]);
    const file = writeLines("samples.jsonl", samples);
    const report = await evaluate(asHostPath(HUMAN_EVAL), { kind: "predictions", file });
    const rewards = Map.groupBy(rowsOf(report), ({ sample }) => sample);
    expect(
      [...rewards].map(([sample, of]) => [sample, of.filter(({ reward }) => reward === 1).length]),
    ).toEqual([
      [0, 164],
      [1, 164],
      [2, 0],
      [3, 0],
    ]);
  });
});
