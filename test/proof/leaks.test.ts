import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { asHostPath } from "../../src/base/index.ts";
import type { Language } from "../../src/languages/index.ts";
import { loadLanguage } from "../../src/languages/index.ts";
import { createLeakIndex, KeptCode, type LeakPlace } from "../../src/proof/index.ts";

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

/** The same with other names for what is its own. */
const RENAMED = SOURCE.replaceAll("total", "grams")
  .replaceAll(/\bapple\b/g, "fruit")
  .replaceAll(
    /\b(weigh|tree|least)\b/g,
    (name) => ({ weigh: "measure", tree: "self", least: "limit" })[name] ?? "",
  );
/** An older version: formatted by hand, documented, with one condition less. */
const OLDER = RENAMED.replace("and not fruit.rotten", "")
  .replace("    grams = 0", '    """Sums up."""\n    grams = 0  # so far')
  .replace('("nothing is ripe")', "(\n        'nothing is ripe',\n    )");

let language: Language;
beforeAll(async () => {
  language = await loadLanguage("python");
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "diorama-leaks-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const LIBRARY = "lib/python3.11/site-packages";

function fail(): never {
  throw new Error("Nothing is there.");
}

function write(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

function place(kind: LeakPlace["kind"]): LeakPlace {
  const name = kind === "tree" ? "repository" : "dependencies";
  return {
    name,
    kind,
    directory: asHostPath(join(folder, kind)),
    partDepth: kind === "tree" ? 0 : 4,
    passesOver: ["tests"],
  };
}

/** Where the answer to the last `weigh` of `source` is found in a tree that holds it as `a.py`, and beside that, as details. */
async function findIn(source: string): Promise<readonly string[]> {
  const kept = new KeptCode(asHostPath(join(folder, "kept")));
  const index = await createLeakIndex([place("tree"), place("library")], language, kept);
  const { definitions } = language.syntax.parse("a.py", source);
  const definition = definitions.find(({ name }) => name === "weigh") ?? fail();
  const shown = language.editing.mask(source, definition).text;
  return index.find(definition, source, shown).map(({ detail }) => detail);
}

/** The same in a tree of these files. */
async function findLeaks(files: Readonly<Record<string, string | Buffer>>): Promise<readonly string[]> {
  const all = { "a.py": SOURCE, ...files };
  write(Object.fromEntries(Object.entries(all).map(([path, content]) => [`tree/${path}`, content])));
  write({ "library/lib/python3.11/none.py": "" });
  return findIn(all["a.py"]);
}

/** The same beside a tree of `a.py` alone, with this as a file of a dependency. */
async function findInLibrary(text: string, path = "vendor/_fruit.py"): Promise<readonly string[]> {
  write({ "tree/a.py": SOURCE, [`library/${LIBRARY}/${path}`]: text });
  return findIn(SOURCE);
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

  test("in another source file, where it is equal but for its names", async () => {
    const files = {
      "b.py": LIKE,
      "build/lib/a.py": SOURCE,
      "c.py": `class Scales:\n    ${RENAMED.replaceAll("\n", "\n    ")}`,
    };
    expect(await findLeaks(files)).toEqual([
      "build/lib/a.py holds 100 % of the body",
      "c.py holds 100 % of the body, as measure",
    ]);
  });

  test("under its name in its own file, where it is like it: for another interpreter", async () => {
    const old = `if old:\n${LIKE.replaceAll(/^(?=.)/gm, "    ")}else:\n${INDENTED}`;
    expect(await findLeaks({ "a.py": old })).toEqual([expect.stringMatching(/^a\.py holds 8\d % of/)]);
  });
});

describe("the answer is found in code of others", () => {
  const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, "    ");

  test.each([
    ["under other names", RENAMED, "100 % of the body, as measure"],
    ["below a condition", `if old:\n${indented(RENAMED)}`, "100 % of the body, as measure"],
    [
      "in a class",
      `class Scales:\n    """Weigh."""\n\n${indented(RENAMED)}`,
      "100 % of the body, as measure",
    ],
    ["behind a bracket that is never closed", `broken = (1,\n${RENAMED}`, "100 % of the body, as measure"],
    ["as an older version under its name", OLDER.replace("measure", "weigh"), "78 % of the body"],
  ])("%s", async (_, text, found) => {
    expect(await findInLibrary(text)).toEqual([`${LIBRARY}/vendor/_fruit.py holds ${found}`]);
  });

  test("in a function, and so in the one around it", async () => {
    const text = `def make_measure(unit):\n${indented(RENAMED)}    return measure\n`;
    expect(await findInLibrary(text)).toEqual([
      `${LIBRARY}/vendor/_fruit.py holds 100 % of the body, as make_measure`,
      `${LIBRARY}/vendor/_fruit.py holds 100 % of the body, as measure`,
    ]);
  });

  test("in the standard library, under other names", async () => {
    const json = execFileSync("python3", ["-c", "import json; print(json.__path__[0])"], {
      encoding: "utf8",
    });
    cpSync(json.trim(), join(folder, "library", "json"), { recursive: true });
    const text = readFileSync(join(folder, "library/json/decoder.py"), "utf8");
    const { definitions } = language.syntax.parse("decoder.py", text);
    const { start, end } = definitions.find(({ name }) => name === "JSONArray")?.spans.definition ?? fail();
    const source = Buffer.from(text).subarray(start, end).toString().replaceAll("nextchar", "sign");
    write({ "tree/a.py": "" });
    expect(await findIn(source.replace("JSONArray", "weigh").replaceAll("values", "found"))).toEqual([
      // Both are made alike: so much of the one tells the other.
      "json/decoder.py holds 70 % of the body, as JSONObject",
      "json/decoder.py holds 100 % of the body, as JSONArray",
    ]);
  });
});

describe("what is known of code of others is kept", () => {
  const keptFiles = (): string[] =>
    readdirSync(join(folder, "kept")).map((name) => join(folder, "kept", name));

  test("for as long as it is the same", async () => {
    const found = await findInLibrary(RENAMED);
    const [first = fail()] = keptFiles();
    const written = statSync(first).ino;
    expect([found.length, await findInLibrary(RENAMED), statSync(first).ino]).toEqual([1, found, written]);
    expect([await findInLibrary("nothing = 0\n"), keptFiles().length]).toEqual([[], 2]);
    expect([await findInLibrary(RENAMED), keptFiles().length]).toEqual([found, 2]);
  });

  test("apart for each distribution", async () => {
    await findInLibrary(RENAMED);
    expect(await findInLibrary(RENAMED, "other/fruit.py")).toHaveLength(2);
    expect(keptFiles()).toHaveLength(2);
  });

  test("and made again where it is damaged", async () => {
    const found = await findInLibrary(RENAMED);
    for (const path of keptFiles()) writeFileSync(path, readFileSync(path).subarray(0, -9));
    expect(await findInLibrary(RENAMED)).toEqual(found);
  });

  test("up to a number of bytes: what was used longest ago goes first", () => {
    const kept = new KeptCode(asHostPath(join(folder, "kept")), 3_000);
    const index = { paths: [], names: [], functions: new Uint32Array(), grams: new Uint32Array(300) };
    for (const [at, name] of ["one", "two"].entries()) {
      kept.keep(name, index);
      utimesSync(join(folder, "kept", name), at, at);
    }
    expect(kept.find("one")).toEqual(index);
    kept.keep("three", index);
    expect(["one", "two", "three"].map((name) => kept.find(name) !== undefined)).toEqual([true, false, true]);
  });
});

test.each([
  [
    "a short body under another name",
    "return sorted(pears, key=lambda pear: pear.weight)[0]",
    "return sorted(figs, key=lambda fig: fig.weight)[0]",
  ],
  [
    "an idiom",
    "with open(path) as f:\n    for line in f:\n        line = line.strip()\n        if line:\n            yield line",
    "with find(a).open('r') as f:\n    for zone in f:\n        zone = zone.strip()\n        if zone:\n            found.add(zone)",
  ],
])("%s is no copy", async (_, own, other) => {
  const body = (text: string): string => text.replaceAll(/^/gm, "    ");
  write({ [`library/${LIBRARY}/zones.py`]: `def pick(figs, a, found):\n${body(other)}\n`, "tree/a.py": "" });
  expect(await findIn(`def weigh(pears, path):\n${body(own)}\n`)).toEqual([]);
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
