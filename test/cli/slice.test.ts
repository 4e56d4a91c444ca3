import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";
import { slowTest } from "../slow-suites.ts";

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

slowTest("a slice is a document with files, tokens, definitions and what is left out", () => {
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

slowTest("what the target is given is told: classes of objects, of restored ones, values, texts", () => {
  const source = join(directory, "given");
  mkdirSync(source);
  writeFileSync(
    join(source, "ropes.py"),
    "class Rope:\n    def __init__(self):\n        self.turns = 1\n\n    def tight(self):\n        return self.turns\n\n    def loose(self):\n        return 0\n\n\n" +
      "def show(rope, name):\n    return rope.tight()\n\n\ndef weigh(rope):\n    return 1\n\n\n" +
      "class Hand:\n    def __getattr__(self, name):\n        return getattr(Rope(), name)\n",
  );
  const namesWith = (target: string, ...given: readonly string[]): readonly string[] => {
    const { stdout } = diorama("slice", source, target, ...given, "--json");
    const { definitions } = JSON.parse(stdout) as { definitions: readonly { name: string }[] };
    return definitions.map(({ name }) => name).toSorted();
  };
  const rope = "ropes:Rope";
  const restored = ["Rope", "Rope.tight", "show"];
  expect(namesWith("show", "--given", rope)).toEqual(["Rope", "Rope.__init__", "Rope.tight", "show"]);
  expect(namesWith("show", "--given-states", rope)).toEqual(restored);
  const withValue = namesWith("show", "--given-states", rope, "--given-values", "ropes:weigh");
  expect(withValue).toEqual([...restored, "weigh"]);
  const passed = ["Hand", "Hand.__getattr__", "Rope", "Rope.__init__"];
  expect(namesWith("Hand.__getattr__")).toEqual(passed);
  expect(namesWith("Hand.__getattr__", "--given-texts", "loose")).toEqual([...passed, "Rope.loose"]);
});

slowTest("a target that is not there is an error with the nearest name", () => {
  const { status, stderr } = diorama("slice", harvest, "src/harvest/baskets.py:fil");
  expect(status).toBe(2);
  expect(stderr).toContain('Did you mean "src/harvest/baskets.py:fill"?');
});

slowTest("a context is shown, and says whether it read the answer", () => {
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
