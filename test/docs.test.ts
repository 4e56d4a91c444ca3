import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect, test } from "vitest";
import { z } from "zod";

import { generatedPages } from "../scripts/generated-docs.ts";
import * as messages from "../src/judge/protocol/child-messages.ts";
import { readyMessage } from "../src/judge/protocol/set-up.ts";
import { asHostPath } from "../src/base/index.ts";
import { writeOrchardTaskSet } from "./evaluation/orchard-task-set.ts";
import { slowTest } from "./slow-suites.ts";

const root = join(import.meta.dirname, "..");

slowTest("pages in docs/ say what the code says (else: node scripts/refresh-docs.mjs)", () => {
  const pages = generatedPages();
  const names = pages.map(({ path }) => path.split("/").at(-1));
  expect(new Set(names)).toEqual(
    new Set([
      "command-line.md",
      "environments.md",
      "protocol.md",
      "sandbox-tiers.md",
      "task-set.md",
      "verdicts.md",
    ]),
  );
  for (const { path, text } of pages) expect(readFileSync(path, "utf8")).toBe(text);
});

test("the protocol's page names every field that a child may write", () => {
  const page = readFileSync(join(root, "docs", "protocol.md"), "utf8");
  const fields = Object.values(messages).flatMap((message) =>
    message instanceof z.ZodObject ? Object.keys(message.shape) : [],
  );
  expect(fields.length).toBeGreaterThan(30);
  expect(
    [...fields, ...Object.keys(readyMessage.shape)].filter(
      (field) => !new RegExp(`\\b${field}\\b`, "u").test(page),
    ),
  ).toEqual([]);
});

slowTest(
  "the examples of library calls run as they stand, in a package that has a link to this one, and print what the page says",
  async () => {
    const page = readFileSync(join(root, "docs", "library.md"), "utf8");
    const examples = [...page.matchAll(/```js\n([^]*?)\n```\n\nprints\n\n```text\n([^]*?)```/g)];
    expect(examples).toHaveLength(5);
    const folder = mkdtempSync(join(tmpdir(), "diorama-example-"));
    try {
      mkdirSync(join(folder, "node_modules"));
      symlinkSync(root, join(folder, "node_modules", "diorama"));
      await writeOrchardTaskSet(asHostPath(join(folder, "my-tasks")));
      for (const [, program = "", printed = ""] of examples) {
        writeFileSync(join(folder, "example.mjs"), program);
        const { stdout } = await promisify(execFile)(process.execPath, ["example.mjs"], { cwd: folder });
        expect(stdout).toBe(printed);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
