import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const harvest = join(root, "test", "fixtures", "slices", "harvest");

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "diorama-slice-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function diorama(...words: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "bin", "diorama"), ...words], {
    encoding: "utf8",
    cwd: directory,
    env: { ...process.env, XDG_CACHE_HOME: join(directory, "cache") },
  });
  return { status, stdout, stderr };
}

test("a slice is a document with files, tokens, definitions and what is left out", () => {
  const { status, stdout } = diorama("slice", harvest, "fill", "--json");
  expect(status).toBe(0);
  const document = JSON.parse(stdout) as Record<string, unknown>;
  expect(document).toMatchObject({
    target: { path: "src/harvest/baskets.py", name: "fill" },
    tokenizer: "characters/4",
    left_out: [],
  });
  expect(document["files"]).toEqual([
    { path: "src/harvest/__init__.py", text: "" },
    { path: "src/harvest/baskets.py", text: expect.stringContaining("def fill(basket, names)") as string },
  ]);
  const texts = (document["files"] as { text: string }[]).map(({ text }) => text).join("");
  expect(document["tokens"]).toBe(Math.ceil(texts.length / 4));
});

test("what does not fit the budget is told", () => {
  const { stdout } = diorama(
    "slice",
    harvest,
    "src/harvest/orchard.py:count_fruit",
    "--budget",
    "120",
    "--json",
  );
  const document = JSON.parse(stdout) as { tokens: number; left_out: { name: string; shown: string }[] };
  expect(document.tokens).toBeLessThanOrEqual(120);
  expect(document.left_out.map(({ shown }) => shown)).toContain("nothing");
});

test("a target that is not there is an error with the nearest name", () => {
  const { status, stderr } = diorama("slice", harvest, "src/harvest/baskets.py:fil");
  expect(status).toBe(2);
  expect(stderr).toContain('Did you mean "src/harvest/baskets.py:fill"?');
});

test("a context is shown, and says whether it read the answer", () => {
  const { status, stdout } = diorama(
    "context",
    harvest,
    "count_fruit",
    "--provider",
    "slice:oracle",
    "--json",
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ provider: "slice:oracle", reads_answer: true });
});
