import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { asHostPath } from "../../src/base/index.ts";
import { readTaskRecord, writeTask } from "../../src/datasets/index.ts";
import { givenEvidence } from "./given-evidence.ts";
import { givenRecord } from "./given-task.ts";

test("the texts of licences and notices travel with a task, byte for byte", () => {
  const folder = asHostPath(mkdtempSync(join(tmpdir(), "diorama-datasets-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const texts = new Map([
    ["LICENSE", Buffer.from("Copyright M\xfcller", "latin1")],
    ["vendor/oven/NOTICE", Buffer.from("Heated by others.\n")],
  ]);
  const record = givenRecord({ licenceFiles: [...texts.keys()] });
  writeTask(folder, {
    record,
    instruction: "",
    suite: { format: "suite/1", cases: [] },
    expected: { format: "observations/2", observations: {} },
    evidence: givenEvidence({ summary: record.evidence }),
    referenceText: "",
    originalFileText: "",
    copyTree: (destination) => mkdirSync(destination),
    dockerfile: "",
    check: {},
    readLicence: (path) => texts.get(path) ?? Buffer.from("missing"),
  });
  expect(readTaskRecord(folder, record.id)).toEqual(record);
  for (const [path, bytes] of texts)
    expect(readFileSync(join(folder, "tasks", record.id, "LICENSES", path))).toEqual(bytes);
});
