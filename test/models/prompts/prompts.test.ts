import { expect, test } from "vitest";

import { fillPrompt, partsOf } from "../../../src/models/prompts/prompt-file.ts";
import { listPrompts, ownPrompt } from "../../../src/models/prompts/prompts.ts";

test("there are prompts", () => expect(listPrompts().length).toBeGreaterThan(4));

test.each(listPrompts())("%s reads as it was last looked at", async (name) => {
  const text = ownPrompt(name);
  const parts = Object.fromEntries([...partsOf(text)].map((part) => [part, `<${part}>`]));
  const messages = fillPrompt(text, parts, { name });
  const shown = messages.map(({ role, content }) => `=== ${role}\n${content}`).join("\n");
  await expect(shown).toMatchFileSnapshot(`golden/${name.replace("/", "-")}.md.txt`);
});
