import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, onTestFinished, test } from "vitest";

import { readJestReport } from "../../src/languages/javascript/tests/jest-report.ts";

const VITEST = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));

test("a report that vitest itself wrote gives outcomes by id, and the file that could not be loaded", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "jest-report-")));
  onTestFinished(() => {
    rmSync(root, { recursive: true });
  });
  const tests = [
    "describe('sums', () => { it('adds', () => { expect(1 + 1).toBe(2); });",
    "it('fails', () => { expect(1).toBe(2); }); it.skip('waits', () => {}); });",
  ];
  writeFileSync(join(root, "sums.test.js"), tests.join("\n"));
  writeFileSync(join(root, "broken.test.js"), "throw new Error('not loaded');\n");
  const words = [VITEST, "run", "--globals", "--root", root, "--reporter=json", "--outputFile=out.json"];
  spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });
  const read = readJestReport(readFileSync(join(root, "out.json"), "utf8"), { framework: "vitest", root });
  expect([...read.finished].map(([id, { outcome }]) => [id, outcome])).toEqual([
    ["vitest:sums.test.js::sums::adds", "passed"],
    ["vitest:sums.test.js::sums::fails", "failed"],
    ["vitest:sums.test.js::sums::waits", "skipped"],
  ]);
  expect(read.finished.get("vitest:sums.test.js::sums::fails")?.message).toContain("expected 1 to be 2");
  expect(read.collectionErrors).toMatchObject([
    { path: "broken.test.js", message: expect.stringContaining("not loaded") as string },
  ]);
  expect(read.exit).toBe(1);
});

test("what is no report has no exit, and one without tests says so", () => {
  const options = { framework: "jest", root: "/tree" } as const;
  expect(readJestReport("{", options).exit).toBeUndefined();
  expect(readJestReport('{"testResults":[]}', options).exit).toBe(5);
});
