import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  contextNames,
  estimateTokens,
  type ContextName,
  type PromptContext,
} from "../../src/analysis/index.ts";
import { silentLogger, silentProgress } from "../../src/base/index.ts";
import { openTargetContext } from "../../src/curation/index.ts";

const FILE = "src/harvest/orchard.py";
const TARGET = `${FILE}:count_fruit`;
const BODY = /    wanted = names or[^]*?\n\n\n/;
const ANSWERS = [
  `    wanted = names or ["apple"]\n    return sum(registry.count(name, orchard.best()) for name in wanted)\n\n\n`,
  "    total = heaviest(orchard.rows) or plant(3)\n    while total:\n        total = orchard.weigh().show()\n    return baskets.LIMITS\n\n\n",
  "    return 0\n\n\n",
];

let folder: string;
const shown: Record<string, Record<ContextName, PromptContext>> = {};
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "contexts-"));
  process.env["XDG_CACHE_HOME"] = join(folder, "cache");
  const harvest = join(import.meta.dirname, "../fixtures/slices/harvest");
  const context = { logger: silentLogger, progress: silentProgress, signal: new AbortController().signal };
  for (const [number, answer] of ANSWERS.entries()) {
    const tree = join(folder, `harvest-${number}`);
    cpSync(harvest, tree, { recursive: true });
    const text = readFileSync(join(harvest, FILE), "utf8");
    writeFileSync(join(tree, FILE), text.replace(BODY, answer));
    using opened = await openTargetContext(tree, TARGET, context);
    const made = contextNames.map((name) => [name, opened.make(name, 1_000)] as const);
    shown[number] = Object.fromEntries(made) as Record<ContextName, PromptContext>;
  }
});
afterAll(() => {
  delete process.env["XDG_CACHE_HOME"];
  rmSync(folder, { recursive: true, force: true });
});

describe("what is shown around a target", () => {
  for (const name of contextNames.filter((one) => one !== "slice:oracle"))
    test(`by "${name}" is the same whatever the hidden body is`, () => {
      expect(shown[1]?.[name]).toEqual(shown[0]?.[name]);
      expect(shown[2]?.[name]).toEqual(shown[0]?.[name]);
    });

  test("by slice:oracle is what the hidden body needs, without the body", () => {
    const [first, second] = [shown[0]?.["slice:oracle"].text ?? "", shown[1]?.["slice:oracle"].text ?? ""];
    expect(first).toContain("def count(name, tree)");
    expect(second).not.toContain("def count(name, tree)");
    expect(second).toContain("class Weight");
    for (const text of [first, second]) expect(text).not.toMatch(/wanted =|total =/);
  });

  test("fits its budget", () => {
    for (const one of Object.values(shown[0] ?? {})) {
      expect(one.tokens).toBe(estimateTokens(one.text));
      expect(one.tokens).toBeLessThanOrEqual(1_000);
    }
  });

  test("names callers, tests and what is alike", () => {
    const all = shown[0];
    expect(all?.callers.text).toContain("def write(self, orchard)");
    expect(all?.tests.text).toContain("def test_counts_fruit");
    expect(all?.similar.text).toContain("def count");
    expect(all?.["slice:visible"].text).toContain("class Orchard");
    expect(all?.files.text).toContain("# src/harvest/baskets.py");
    expect(all?.none.text).toBe("");
  });
});
