import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

import { expect, test } from "vitest";

import { readPrompt } from "../../src/pipelines/prompt-file.ts";

const root = join(import.meta.dirname, "..", "..", "src", "pipelines");
const files = globSync("**/*.md", { cwd: root }).sort();

test("there are prompts", () => expect(files.length).toBeGreaterThan(4));

test.each(files)("%s reads as it was last looked at", async (path) => {
  const file = join(root, path);
  const parts = new Set(
    [...readFileSync(file, "utf8").matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name),
  );
  const messages = readPrompt(
    pathToFileURL(file),
    Object.fromEntries([...parts].map((part) => [part, `<${part}>`])),
  );
  const text = messages.map(({ role, content }) => `=== ${role}\n${content}`).join("\n");
  await expect(text).toMatchFileSnapshot(`golden/${basename(path)}.txt`);
});
