import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { contextNames, type ContextName, type PromptContext } from "../../src/analysis/index.ts";
import { estimateTokens, silentLogger, silentProgress } from "../../src/base/index.ts";
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

describe("a near copy of the hidden body is shown by nothing", () => {
  const body = `    wanted = names or ["apple"]
    ripe = [name for name in wanted if name.startswith("a") and len(name) > 2]
    return sum(registry.count(name, orchard.best()) for name in ripe)
`;
  const copied = (name: string, text = body): string =>
    `def ${name}(orchard, names=None):\n    """Counts what an Orchard bears."""\n${text}`;
  const renamed = body.replaceAll("wanted", "asked").replaceAll("ripe", "good").replaceAll("name ", "one ");
  const copies: Readonly<Record<string, string>> = {
    "src/harvest/tallies.py": `from .parts import registry\n\n\n${copied("tally")}`,
    "src/harvest/inner.py": `from .parts import registry\n\n\n${copied("sum_up", renamed)}`,
    "tests/test_copies.py": `from harvest.orchard import count_fruit\nfrom harvest.parts import registry\n\n\n${copied("expected")}\n\ndef test_same():\n    assert count_fruit(None) == expected(None)\n`,
  };
  const around = `${copied("around")}\n\nclass Counter:\n    def count(self, orchard, names=None):\n${body.replaceAll(/^/gm, "    ")}`;

  test("in its file, in others, in tests, under other names", async () => {
    const tree = join(folder, "harvest-copied");
    cpSync(join(import.meta.dirname, "../fixtures/slices/harvest"), tree, { recursive: true });
    const text = readFileSync(join(tree, FILE), "utf8").replace(BODY, `${body}\n\n`);
    writeFileSync(join(tree, FILE), `${text}\n\n${around.replace(/ +\n/g, "\n")}`);
    for (const [path, copy] of Object.entries(copies)) writeFileSync(join(tree, path), copy);
    const context = { logger: silentLogger, progress: silentProgress, signal: new AbortController().signal };
    using opened = await openTargetContext(tree, TARGET, context);
    const texts = contextNames.map((name) => opened.make(name, 8_000).text);
    expect(texts.join("\n")).toContain("def tally(");
    expect(texts.join("\n")).toContain("def test_same(");
    for (const one of texts) expect(one).not.toMatch(/startswith|in ripe|in good/);
  });
});
