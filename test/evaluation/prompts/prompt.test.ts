import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readTaskSet, type LoadedTask } from "../../../src/datasets/index.ts";
import { writePrompt, type PromptOptions } from "../../../src/evaluation/index.ts";
import { loadLanguage, type Language } from "../../../src/languages/index.ts";
import { taskIds, taskSetBelow, writeOrchardTaskSet } from "../orchard-task-set.ts";

let directory: string;
let task: LoadedTask;
let language: Language;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "diorama-prompt-"));
  const taskSet = taskSetBelow(directory);
  await writeOrchardTaskSet(taskSet);
  task = readTaskSet(taskSet).get(taskIds[0]);
  language = await loadLanguage("python");
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Whole prompts: `vitest run test/evaluation/prompts --update` writes the files anew. */
describe("a prompt", () => {
  test.each<PromptOptions & { readonly file: string }>([
    { file: "full-file", specification: "full", context: "file", contextTokens: 8_000 },
    { file: "full-part-of-file", specification: "full", context: "file", contextTokens: 25 },
    { file: "full-types", specification: "full", context: "types", contextTokens: 8_000 },
    { file: "signature-none", specification: "signature", context: "none", contextTokens: 8_000 },
  ])(
    "with $specification specification and context $context is as in $file.txt",
    async ({ file, ...options }) => {
      const { messages, context } = writePrompt(task, language, options);
      const text = messages.map(({ role, content }) => `[${role}]\n${content}\n`).join("\n");
      await expect(text).toMatchFileSnapshot(join(import.meta.dirname, `../../fixtures/prompts/${file}.txt`));
      expect(context.tokens).toBeLessThanOrEqual(options.contextTokens);
      expect(writePrompt(task, language, options)).toMatchObject({ messages, context });
      expect(text).not.toMatch(/fresh|negative/);
    },
  );

  test("with context tests shows those that the record offers, the first that fit", async () => {
    const tests = [
      { path: "tests/test_fruit.py", line: 9, text: "def test_ripe():\n    assert is_ripe(3)" },
      {
        path: "tests/test_fruit.py",
        line: 4,
        text: "def test_old():\n    assert not is_ripe(90), 'what has hung for so many days is no longer ripe'",
      },
    ];
    const offering = { ...task, record: { ...task.record, context_tests: tests } };
    const options = { specification: "signature", context: "tests", contextTokens: 8_000 } as const;
    const content = (one: LoadedTask, contextTokens = 8_000): string =>
      writePrompt(one, language, { ...options, contextTokens }).messages[1]?.content ?? "";
    const shown = content(offering);
    expect(shown).toContain("Tests that reach it.\n\n```python\n# tests/test_fruit.py\ndef test_old");
    expect(shown.indexOf("def test_ripe")).toBeGreaterThan(shown.indexOf("def test_old"));
    expect(content(offering, 30)).toContain("def test_ripe");
    expect(content(offering, 30)).not.toContain("def test_old");
    expect(content(task)).toContain("Tests that reach it. There is nothing to show.");
  });

  test("whose file does not fit at all says so", () => {
    const { messages } = writePrompt(task, language, {
      specification: "full",
      context: "file",
      contextTokens: 0,
    });
    expect(messages[1]?.content).toContain("It is too long to be shown: 4 lines (about");
  });
});
