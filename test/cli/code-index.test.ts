import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { slowTest } from "../slow-suites.ts";

const root = join(import.meta.dirname, "..", "..");

const ORCHARD = {
  "orchard/plants.py": `class Plant:
    def rings(self, days):
        return days // 365


class Tree(Plant):
    @staticmethod
    def named(name):
        return Tree()

    def rings(self, days):
        return 2 * super().rings(days)
`,
  "orchard/prices.py": `from orchard.plants import Tree


def price_of(tree: Tree):
    return round(tree.rings(700)) * 3


print(price_of(Tree.named("äpfel")))
`,
  "orchard/plants.c": "int rings(int days) { return days / 365; }\n",
  "notes.txt": "nothing\n",
};

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "diorama-index-"));
  for (const [path, text] of Object.entries(ORCHARD)) {
    mkdirSync(dirname(join(directory, "garden", path)), { recursive: true });
    writeFileSync(join(directory, "garden", path), text);
  }
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

function linesOf(name: string): unknown[] {
  const lines = readFileSync(join(directory, name), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as unknown);
}

const place = (path: string, name: string, line: number): object => ({ path: `orchard/${path}`, name, line });

describe("index", () => {
  slowTest("counts what there is, and writes definitions and edges, the same the second time", () => {
    const words = [
      "index",
      "garden",
      "--edges",
      "e.jsonl",
      "--definitions",
      "d.jsonl",
      "--unresolved",
      "u.jsonl",
    ];
    const { status, stdout } = diorama(...words, "--json");
    expect(status).toBe(0);
    const document: unknown = JSON.parse(stdout);
    expect(document).toEqual({
      source: "garden",
      files: 3,
      definitions: 7,
      edges: 6,
      unresolved: 3,
      refused: [],
      languages: [
        {
          language: "python",
          files: 2,
          definitions: 6,
          edges: 6,
          unresolved: 3,
          outside: 3,
          is_resolved: true,
          syntax_errors: 0,
          refused: 0,
        },
        {
          language: "c",
          files: 1,
          definitions: 1,
          edges: 0,
          unresolved: 0,
          outside: 0,
          is_resolved: true,
          syntax_errors: 0,
          refused: 0,
        },
      ],
      duration_ms: expect.any(Number) as number,
    });
    const edges = linesOf("e.jsonl");
    expect(edges).toHaveLength(6);
    expect(edges).toContainEqual({
      kind: "override",
      caller: place("plants.py", "Tree.rings", 11),
      callee: place("plants.py", "Plant.rings", 2),
      at: null,
      how: "declared",
      confidence: expect.any(Number) as number,
    });
    expect(edges).toContainEqual({
      kind: "call",
      caller: place("prices.py", "price_of", 4),
      callee: place("plants.py", "Tree.rings", 11),
      at: 5,
      how: expect.stringMatching(/declared|inferred/u) as string,
      confidence: expect.any(Number) as number,
    });
    expect(linesOf("u.jsonl")).toContainEqual({
      caller: place("prices.py", "price_of", 4),
      at: 5,
      written: "round",
      why: "outside",
    });
    const definitions = linesOf("d.jsonl");
    expect(definitions).toHaveLength(7);
    expect(definitions[0]).toMatchObject({
      path: "orchard/plants.py",
      name: "Plant",
      kind: "class",
      line: 1,
      bases: [],
      is_test: false,
    });
    const [first, firstEdges] = [stdout, readFileSync(join(directory, "e.jsonl"), "utf8")];
    const again = diorama(...words, "--json");
    const withoutTime = (text: string): unknown => ({ ...(JSON.parse(text) as object), duration_ms: 0 });
    expect(withoutTime(again.stdout)).toEqual(withoutTime(first));
    expect(readFileSync(join(directory, "e.jsonl"), "utf8")).toBe(firstEdges);
  });

  test("says so where there is no file of a known language", () => {
    mkdirSync(join(directory, "empty"), { recursive: true });
    writeFileSync(join(directory, "empty", "notes.txt"), "nothing\n");
    const { status, stdout } = diorama("index", "empty");
    expect([status, stdout]).toEqual([1, "No file of a known language.\n"]);
  });

  test("refuses to begin where it could not write", () => {
    const { status, stderr } = diorama("index", "garden", "--edges", "garden");
    expect([status, stderr.includes("Cannot write")]).toEqual([2, true]);
  });

  slowTest("rebuilds a damaged cache with one line of notice", () => {
    diorama("index", "garden");
    writeFileSync(
      join(directory, "cache", "diorama", "code-index", "index-1.sqlite"),
      "no database ".repeat(999),
    );
    const { status, stderr } = diorama("index", "garden");
    expect(status).toBe(0);
    expect(stderr.split("\n").filter((line) => line.includes("code-index"))).toEqual([
      expect.stringMatching(/^warn: code-index-rebuilt .*why=damaged$/u),
    ]);
  });
});

describe("callers and callees", () => {
  slowTest("name the other end of each call, where it is and how it is known", () => {
    const callers = diorama("callers", "garden", "orchard/plants.py:Tree.rings");
    expect(callers.status).toBe(0);
    expect(callers.stdout).toMatch(/^orchard\/prices\.py:price_of +4 +orchard\/prices\.py:5 /mu);
    const callees = diorama("callees", "garden", "orchard/prices.py:<module>", "--json");
    expect(JSON.parse(callees.stdout)).toMatchObject({
      source: "garden",
      target: [place("prices.py", "<module>", 1)],
      callees: [
        { callee: place("plants.py", "Tree.named", 8) },
        { callee: place("prices.py", "price_of", 4) },
      ],
    });
  });

  test("end with 1 where there is none, and with 2 where nothing has the name", () => {
    expect(diorama("callers", "garden", "orchard/plants.c:rings")).toMatchObject({
      status: 1,
      stdout: "Nothing calls orchard/plants.c:rings.\n",
    });
    const { status, stderr } = diorama("callees", "garden", "price_off");
    expect([status, stderr.includes('Did you mean "price_of"?')]).toEqual([2, true]);
  });
});

slowTest("build with a preset counts what each of its filters leaves out, callees by the index", () => {
  const words = ["build", "garden", "--dry-run", "--json", "--license", "any", "--preset"];
  const plan = (...more: string[]): unknown =>
    (JSON.parse(diorama(...words, ...more).stdout) as { sources: unknown[] }).sources[0];
  expect(plan("r2e", "--without-filter", "no_docstring,few_statements,forwarding,decorated")).toMatchObject({
    found: 4,
    filtered: { no_callees: 1 },
  });
  expect(
    plan("repost", "--without-filter", "no_callees,few_statements,forwarding,decorated", "--sample", "1"),
  ).toMatchObject({
    found: 4,
    filtered: { not_sampled: 2 },
  });
  const { status, stderr } = diorama(...words, "r2");
  expect([status, stderr.includes('Did you mean "r2e"?')]).toEqual([2, true]);
});
