import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asHostPath, type HostPath } from "../../../src/base/index.ts";
import { describeContamination, measureContamination } from "../../../src/evaluation/index.ts";
import { wordGrams } from "../../../src/evaluation/contamination/word-grams.ts";
import { RunFolder } from "../../../src/store/index.ts";
import { givenRow } from "../given-row.ts";
import { ORCHARD_TEXT, taskIds, taskSetBelow, writeOrchardTaskSet } from "../orchard-task-set.ts";

let directory: string;
let taskSet: HostPath;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "diorama-contamination-"));
  taskSet = taskSetBelow(directory);
  await writeOrchardTaskSet(taskSet);
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function write(name: string, content: string | Uint8Array): HostPath {
  const path = join(directory, name);
  writeFileSync(path, content);
  return asHostPath(path);
}

const usual = { cutoff: undefined, gramLength: 10, threshold: 0.5, runs: [] };

describe("grams of words", () => {
  test("do not see spaces and case, and end with the text", () => {
    expect(wordGrams("a = B + 1", 3)).toEqual(wordGrams("A=b\n  +1", 3));
    expect(wordGrams("a = B + 1", 3).size).toBe(3);
    expect(wordGrams("a b", 3).size).toBe(0);
  });
});

describe("contamination of a task set", () => {
  test("is found where a public record holds the reference, reformatted or packed", () => {
    const rows = [
      { task_id: "Public/1", code: "def other(values):\n    return [value for value in values if value]\n" },
      { task_id: "Public/2", code: ORCHARD_TEXT.replaceAll("    ", "\t").toUpperCase() },
    ];
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
    const publicSets = [write("public.jsonl.gz", gzipSync(lines)), write("else.txt", "nothing of the kind")];
    const report = measureContamination({ ...usual, taskSet, publicSets });
    expect(report).toMatchObject({ public_texts: 3, public_tasks: 2 });
    for (const { reference, is_public } of report.tasks)
      expect([reference, is_public]).toEqual([{ share: 1, source: "public.jsonl.gz Public/2" }, true]);
    expect(describeContamination(report)).toContain("reference 100 %");
  });

  test("is a share where only a part is public, and none where names alone are alike", () => {
    const [head = ""] = ORCHARD_TEXT.split("    label");
    const part = measureContamination({ ...usual, taskSet, publicSets: [write("part.txt", head)] });
    const share = part.tasks[0]?.reference.share ?? 0;
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(1);
    const alike = write(
      "alike.json",
      JSON.stringify([{ code: "def grade(days, most=3): return days / most" }]),
    );
    const none = measureContamination({ ...usual, taskSet, publicSets: [alike] });
    expect(none.tasks.map(({ reference }) => reference)).toEqual([
      { share: 0, source: null },
      { share: 0, source: null },
    ]);
  });

  test("tells the scores of a run by group", () => {
    const run = asHostPath(join(directory, "run"));
    {
      using folder = RunFolder.open(run, {
        kind: "evaluate",
        options: { model: "m" },
        tool: "diorama 0.1.0",
      });
      for (const [index, id] of taskIds.entries())
        folder.append("results", givenRow(id, 0, index === 0 ? 1 : 0));
    }
    const report = measureContamination({
      ...usual,
      taskSet,
      publicSets: [],
      cutoff: "2025-01-31",
      runs: [run],
    });
    expect(report.ages).toEqual({ before: 0, after: 0, unknown: 2 });
    expect(report.scores).toMatchObject([{ model: "m", groups: { not_public: { value: 0.5, tasks: 2 } } }]);
    expect(Object.keys(report.scores[0]?.groups ?? {})).toEqual(["not_public"]);
  });

  test("takes only days and files that can be read", () => {
    expect(() => measureContamination({ ...usual, taskSet, publicSets: [], cutoff: "June" })).toThrow(
      expect.objectContaining({ code: "bad-date" }),
    );
    const missing = asHostPath(join(directory, "missing.jsonl"));
    expect(() => measureContamination({ ...usual, taskSet, publicSets: [missing] })).toThrow(
      expect.objectContaining({ code: "unreadable-public-set" }),
    );
  });
});
