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

function writeBytes(bytes: string | Buffer): HostPath {
  const path = join(directory, "predictions.jsonl");
  writeFileSync(path, bytes);
  return asHostPath(path);
}

function refusal(file: HostPath): { code: string; message: string; hint: string | undefined } {
  try {
    readPredictions(file);
  } catch (error) {
    if (error instanceof UsageError) return { code: error.code, message: error.message, hint: error.hint };
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

  const good = { task_id: "slugify-1", completion: "a" };

  test.each([
    { line: "def slugify(): ...", says: "line 2 of FILE: it is not JSON (" },
    { line: '{"task_id": "slugify-1",', says: "line 2 of FILE: it is not JSON (" },
    { line: '{"task_id": "slugify-1"}', says: 'line 2 of FILE: it has no "completion".' },
    { line: '{"completion": ""}', says: 'line 2 of FILE: it has no "task_id".' },
    {
      line: '{"task_id": "slugify-1", "completion": "", "sample": -1}',
      says: 'line 2 of FILE: its "sample" is wrong (',
    },
    { line: '["slugify-1", ""]', says: "line 2 of FILE: it is an array, not an object." },
    { line: "null", says: "line 2 of FILE: it is null, not an object." },
  ])("with the line $line are refused by number, and say what a line is", ({ line, says }) => {
    const { code, message, hint } = refusal(write(good, line));
    expect(code).toBe("bad-prediction");
    expect(message.replace(/\/\S+\.jsonl/, "FILE")).toContain(says);
    expect(hint).toContain('{"task_id": text, "sample"?: number, "completion": text}');
  });

  test("with a byte order mark and the line ends of Windows are read", () => {
    const file = writeBytes(`\ufeff${JSON.stringify(good)}\r\n\r\n`);
    expect([...readPredictions(file).keys()]).toEqual(["slugify-1"]);
  });

  const rows = JSON.stringify([good]);
  test.each([
    {
      what: "one array",
      bytes: Buffer.from(`\n ${rows}`),
      says: "it holds one JSON array.",
      next: "jq -c '.[]'",
    },
    { what: "UTF-16", bytes: Buffer.from(`\ufeff${rows}`, "utf16le"), says: "it is UTF-16.", next: "iconv" },
    { what: "UTF-16, unmarked", bytes: Buffer.from(rows, "utf16le"), says: "it is UTF-16.", next: "iconv" },
    {
      what: "a line of Latin-1",
      bytes: Buffer.from(`{}\n{"task_id": "\xe4"}\n`, "latin1"),
      says: "line 2 of FILE: it is not UTF-8.",
      next: "UTF-8",
    },
  ])("that are $what are refused with what to do", ({ bytes, says, next }) => {
    const { message, hint } = refusal(writeBytes(bytes));
    expect(message.replace(/\/\S+\.jsonl/, "FILE")).toContain(says);
    expect(hint).toContain(next);
  });

  test("with the same sample twice are refused", () => {
    const twice = { task_id: "slugify-1", sample: 3, completion: "a" };
    expect(refusal(write(twice, twice)).code).toBe("duplicate-prediction");
  });

  test("that are not there, or are a folder, are refused in words", () => {
    const missing = refusal(asHostPath(join(directory, "missing.jsonl")));
    expect(missing.code).toBe("unreadable-predictions");
    expect(missing.message).toMatch(
      /^Cannot read predictions from \S+\/missing\.jsonl: there is no such file\.$/,
    );
    expect(refusal(asHostPath(directory)).message).toMatch(/: it is a folder\.$/);
  });
});
