import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { asHostPath } from "../../src/base/index.ts";
import type { Language } from "../../src/languages/index.ts";
import { loadLanguage } from "../../src/languages/index.ts";
import { createLeakIndex } from "../../src/proof/index.ts";

const BODY = `    total = 0
    for apple in tree.apples:
        if apple.weight > least and not apple.rotten:
            total += apple.weight
    if total == 0:
        raise ValueError("nothing is ripe")
    return total
`;
const SOURCE = `def weigh(tree, least):\n${BODY}`;
const INDENTED = SOURCE.replaceAll(/^(?=.)/gm, "    ");
/** The same with one line less and one word changed. */
const LIKE = SOURCE.replace("    total = 0\n", "").replace("ripe", "ready");

let language: Language;
beforeAll(async () => {
  language = await loadLanguage("python");
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "diorama-leaks-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Where the answer to the last `weigh` of `a.py` is found in a tree of these files, as details. */
async function findLeaks(files: Readonly<Record<string, string | Buffer>>): Promise<readonly string[]> {
  const all = { "a.py": SOURCE, ...files };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const place = { name: "repository", directory: asHostPath(folder), threshold: 1, passesOver: [] };
  const index = await createLeakIndex([place], ".py");
  const text = all["a.py"];
  const definition = language.syntax.parse("a.py", text).definitions.find(({ name }) => name === "weigh");
  if (definition === undefined) throw new Error("There is no weigh.");
  const shown = language.editing.mask(text, definition).text;
  return index.find(definition, text, shown).map(({ detail }) => detail);
}

describe("the answer is found in a candidate's tree", () => {
  test.each([
    ["documentation", "docs/guide.md", `# Trees\n\n\`\`\`python\n${LIKE}\`\`\`\n\nAnd so on.\n`],
    ["an indented block", "README.rst", `Trees\n=====\n\n.. code-block:: python\n\n${INDENTED}\nEnd.\n`],
    ["a session", "notes.txt", SOURCE.replaceAll(/^ /gm, "...  ").replace(/^/, ">>> ")],
    ["a patch", "patches/1.diff", SOURCE.replaceAll(/^(?=.)/gm, "+")],
    ["a template", "build/a.py.in", `@licence@\n${SOURCE}`],
    [
      "a notebook",
      "try.ipynb",
      JSON.stringify({ cells: [{ source: SOURCE.split("\n").map((line) => `${line}\n`) }] }, null, 1),
    ],
  ])("in %s", async (_, path, text) => {
    expect(await findLeaks({ [path]: text })).toEqual([
      expect.stringMatching(`^${path} holds \\d+ % of the body$`),
    ]);
  });

  test("under its name in another source file, where it is equal", async () => {
    expect(await findLeaks({ "build/lib/a.py": SOURCE, "b.py": LIKE })).toEqual([
      "build/lib/a.py holds 100 % of the body",
    ]);
  });

  test("under its name in its own file, where it is like it: for another interpreter", async () => {
    const old = `if old:\n${LIKE.replaceAll(/^(?=.)/gm, "    ")}else:\n${INDENTED}`;
    expect(await findLeaks({ "a.py": old })).toEqual([expect.stringMatching(/^a\.py holds 8\d % of/)]);
  });
});

test("what only looks alike is none: its own text, scattered words, texts without code, no text at all", async () => {
  const scattered = BODY.split("\n").map(
    (line) => `${line}\n\n${"Some words that stand between.\n".repeat(30)}`,
  );
  const files = {
    "docs/a.md": scattered.join("\n"),
    "docs/words.md": "To return is to give up. ".repeat(50),
    "data.bin": Buffer.concat([Buffer.from(SOURCE), Buffer.alloc(3)]),
  };
  expect(await findLeaks(files)).toEqual([]);
});
