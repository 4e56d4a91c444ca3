import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { asHostPath, UsageError, type HostPath } from "../../src/base/index.ts";
import { readPredictions } from "../../src/evaluation/models.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "diorama-predictions-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function write(...lines: (object | string)[]): HostPath {
  const path = join(directory, "predictions.jsonl");
  writeFileSync(
    path,
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  );
  return asHostPath(path);
}

function refusal(file: HostPath): { code: string; message: string } {
  try {
    readPredictions(file);
  } catch (error) {
    if (error instanceof UsageError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("It was read.");
}

describe("predictions", () => {
  test("are grouped by task, numbered in order where they bear no number, and sorted", () => {
    const file = write(
      { task_id: "slugify-1", completion: "a" },
      { task_id: "smart-2", sample: 1, completion: "b" },
      "",
      { task_id: "slugify-1", completion: "c", model: "anything" },
      { task_id: "smart-2", sample: 0, completion: "" },
    );
    expect([...readPredictions(file)]).toEqual([
      [
        "slugify-1",
        [
          { sample: 0, completion: "a" },
          { sample: 1, completion: "c" },
        ],
      ],
      [
        "smart-2",
        [
          { sample: 0, completion: "" },
          { sample: 1, completion: "b" },
        ],
      ],
    ]);
  });

  test.each([
    { line: "def slugify(): ...", what: "no JSON" },
    { line: '{"task_id": "slugify-1"}', what: "no completion" },
    { line: '{"completion": ""}', what: "no task" },
    { line: '{"task_id": "slugify-1", "completion": "", "sample": -1}', what: "a negative sample" },
  ])("with $what are refused by line", ({ line }) => {
    const { code, message } = refusal(write({ task_id: "slugify-1", completion: "a" }, line));
    expect(code).toBe("bad-prediction");
    expect(message).toContain("line 2");
  });

  test("with the same sample twice are refused", () => {
    const twice = { task_id: "slugify-1", sample: 3, completion: "a" };
    expect(refusal(write(twice, twice)).code).toBe("duplicate-prediction");
  });

  test("that are not there are refused", () => {
    expect(refusal(asHostPath(join(directory, "missing.jsonl"))).code).toBe("unreadable-predictions");
  });
});
