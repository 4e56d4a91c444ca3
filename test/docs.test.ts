import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { generatedPages } from "../scripts/generated-docs.ts";

test("pages in docs/ say what the code says (else: node scripts/refresh-docs.mjs)", () => {
  const pages = generatedPages();
  const names = pages.map(({ path }) => path.split("/").at(-1));
  expect(new Set(names)).toEqual(new Set(["command-line.md", "sandbox-tiers.md", "task-set.md"]));
  for (const { path, text } of pages) expect(readFileSync(path, "utf8")).toBe(text);
});
