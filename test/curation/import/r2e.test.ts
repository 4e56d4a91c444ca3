import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asHostPath } from "../../../src/base/index.ts";
import { chooseRepositoryId } from "../../../src/curation/import/r2e/choose-repository.ts";
import { findDefinition } from "../../../src/curation/import/r2e/find-definition.ts";
import { givenCalls } from "../../../src/curation/import/r2e/given-calls.ts";
import { parseR2EFunction, readTaskSet, type R2EFunction } from "../../../src/datasets/index.ts";
import { loadLanguage } from "../../../src/languages/index.ts";
import { ORCHARD_TEXT, taskSetBelow, writeOrchardTaskSet } from "../../evaluation/orchard-task-set.ts";
import { linesOf } from "../desk.ts";
import { documentOf, runDiorama, type Ended } from "../given-build.ts";
import { slowDescribe } from "../../slow-suites.ts";

const fixture = join(import.meta.dirname, "..", "..", "fixtures", "r2e", "orchard.json");

const CODE = `

def count_baskets(weights, most=10):
    """Count the baskets that fruit of these weights fill, in their order."""
    baskets, filled = 0, most  # the first one is not begun
    for weight in weights:
        if filled + weight > most:
            baskets += 1
            filled = 0
        filled += weight
    return baskets
`;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "diorama-r2e-import-"));
  await writeOrchardTaskSet(taskSetBelow(folder));
  mkdirSync(join(folder, "trees"));
  writeFileSync(join(folder, "trees", "orchard.py"), ORCHARD_TEXT + CODE);
  cpSync(fixture, join(folder, "rows.json"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const diorama = (...words: string[]): Promise<Ended> => runDiorama(folder, [...words, "--json"]);

/** Runs the tests of a file's first row the way R2E's server does, with `edit` done to the function under test. */
const HARNESS = `
import ast, json, re, sys, types, unittest
row = json.load(open(sys.argv[1]))[0]
source, name = open(sys.argv[2]).read(), row["function_name"]
fut = types.ModuleType("fut_module")
exec(source, vars(fut))
reference = {}
exec(source, reference)
setattr(fut, "reference_" + name, reference[name])
exec(sys.argv[3], vars(fut))
sys.modules["fut_module"] = fut
entry = row["test_history"]["history"][-1]
space = dict(vars(fut))
exec(entry["tests"]["test_0"], space)
cases = [kind for kind in space.values() if isinstance(kind, type) and issubclass(kind, unittest.TestCase)]
suite = unittest.TestSuite(unittest.defaultTestLoader.loadTestsFromTestCase(kind) for kind in cases)
result = unittest.TextTestRunner(stream=open("/dev/null", "w")).run(suite)
print(json.dumps([result.testsRun, len(result.failures), len(result.errors)]))
`;

function runTests(file: string, edit: string): unknown {
  const words = ["-c", HARNESS, join(folder, file), join(folder, "trees", "orchard.py"), edit];
  return JSON.parse(execFileSync("python3", words, { encoding: "utf8" }));
}

/** Texts of the rows of a file as R2E writes it. */
function rowTexts(file: string): string[] {
  const text = readFileSync(join(folder, file), "utf8").slice("[\n    ".length, -"\n]".length);
  return text.split(/,\n {4}(?=\{)/);
}

slowDescribe.skipIf(false)("tasks and R2E's rows", () => {
  beforeAll(async () => {
    const exported = await diorama("export", "orchard", "--format", "r2e", "--out", "exported.json");
    expect(documentOf(exported)).toMatchObject({ rows: 2, left_out: {} });
  });

  test("a task is a function under test whose tests pass, and fail a wrong body", () => {
    const [row] = JSON.parse(readFileSync(join(folder, "exported.json"), "utf8")) as unknown[];
    expect(row).toMatchObject({
      function_id: { identifier: "orchard.grade" },
      function_name: "grade",
      test_history: {
        history: [{ exec_stats: { run_tests_logs: { test_0: { valid: true, passed_count: 6 } } } }],
      },
    });
    expect(runTests("exported.json", "")).toEqual([6, 0, 0]);
    expect(runTests("exported.json", "def grade(days, limit=3): return 'fresh'")).toEqual([6, 2, 0]);
  });

  test("rows become proven tasks with their captured arguments among the cases, and are given back byte for byte", async () => {
    // Both tasks of the set hide the same function.
    const [own = ""] = rowTexts("exported.json");
    const [given = "", unknown = ""] = rowTexts("rows.json").map((text) =>
      text.replaceAll("acme___orchard", "LOCAL___orchard"),
    );
    writeFileSync(join(folder, "mixed.json"), `[\n    ${[own, given, unknown].join(",\n    ")}\n]`);
    const imported = await diorama("import", "r2e", "mixed.json", "--repository", "trees", "--out", "tasks");
    expect(documentOf(imported)).toMatchObject({ rows: 3, accepted: 2, rejected: { not_found: 1 } });

    await diorama("export", "tasks", "--format", "r2e", "--out", "again.json");
    expect(rowTexts("again.json")).toEqual([own, given]);

    const tried = linesOf(join(folder, "tasks", "journal.jsonl")).filter(
      ({ event }) => event === "target-tried",
    );
    expect(tried).toMatchObject([
      { row: "LOCAL___orchard:orchard.grade", captured: { calls: 6, refused: 0 } },
      { row: "LOCAL___orchard:orchard.count_baskets", captured: { calls: 3, refused: 1 } },
      { row: "LOCAL___orchard:orchard.Tree.prune", reason: "not_found" },
    ]);
    using taskSet = readTaskSet(asHostPath(join(folder, "tasks")));
    const task = [...taskSet.tasks()].find(({ record }) => record.targets[0]?.name === "count_baskets");
    expect(task?.record.provenance.imported).toEqual({
      format: "r2e",
      row: "LOCAL___orchard:orchard.count_baskets",
    });
    const cases = [...(task?.suite().cases ?? []), ...(task?.record.visible_examples ?? [])];
    const captured = cases
      .filter(({ origin }) => origin === "observed")
      .map(({ recipe }) => recipe.positional);
    expect(captured.length).toBeGreaterThan(0);
    for (const positional of captured)
      expect([[[4, 5, 6], 10], [{ tuple: [12] }], [[3, 3, 3, 3], 7]]).toContainEqual(positional);
  });

  test("rows need their repository", async () => {
    const without = await diorama("import", "r2e", "rows.json", "--out", "without");
    expect(without.exitCode).toBe(1);
    const compared = await diorama("import", "r2e", "rows.json", "--report", "agreement.json");
    expect(documentOf(compared)).toMatchObject({ error: { code: "no-own-tests" } });
    expect(documentOf(without)).toMatchObject({ rows: 2, accepted: 0, rejected: { needs_repository: 2 } });
  });
});

describe("a row's function in a repository", () => {
  const [record] = JSON.parse(readFileSync(fixture, "utf8")) as Record<string, unknown>[];
  const row = parseR2EFunction(record ?? {});
  const find = async (files: Readonly<Record<string, string>>, change: Partial<R2EFunction> = {}) => {
    const language = await loadLanguage("python");
    const parsed = Object.entries(files).map(([path, text]) => ({
      text,
      parsed: language.syntax.parse(path, text),
    }));
    return findDefinition({ ...row, ...change }, parsed, language);
  };

  test("is found by its dotted path, in the form that R2E writes code anew", async () => {
    expect(await find({ "orchard.py": CODE })).toMatchObject({
      status: "found",
      definition: { path: "orchard.py" },
    });
    expect(await find({ "orchard/__init__.py": CODE })).toMatchObject({ status: "found" });
    const deep = { module: "src.fruit-store.orchard", identifier: "src.fruit-store.orchard.count_baskets" };
    expect(await find({ "src/fruit-store/orchard.py": CODE }, deep)).toMatchObject({ status: "found" });
  });

  test("is the one of its name whose code it is", async () => {
    const twice = `${CODE.replace("most=10", "least")}${CODE}`.replace("filled + weight", "filled - weights");
    const found = await find({ "orchard.py": twice });
    expect(found).toMatchObject({
      status: "found",
      definition: { signature: "def count_baskets(weights, most=10):" },
    });
  });

  test.each([
    { what: "no such file", files: { "trees.py": CODE }, reason: "not_found" },
    { what: "no such name", files: { "orchard.py": ORCHARD_TEXT }, reason: "not_found" },
    {
      what: "other code",
      files: { "orchard.py": CODE.replace("filled = 0", "filled = weight") },
      reason: "code_differs",
    },
  ])("$what: $reason", async ({ files, reason }) => {
    expect(await find(files)).toMatchObject({
      status: "rejected",
      reason,
      detail: expect.any(String) as unknown,
    });
  });
});

describe("of several repositories in a file", () => {
  const row = parseR2EFunction(
    (JSON.parse(readFileSync(fixture, "utf8")) as Record<string, unknown>[])[0] ?? {},
  );
  const rowsOf = (...ids: string[]): R2EFunction[] => ids.map((repositoryId) => ({ ...row, repositoryId }));

  test.each([
    ["trees", ["acme___orchard", "acme___orchard"], "acme___orchard"],
    ["/data/acme___orchard/", ["acme___orchard", "zoo___orchard"], "acme___orchard"],
    ["github:zoo/orchard@v1.2", ["acme___orchard", "zoo___orchard"], "zoo___orchard"],
    ["git+https://example.org/zoo/orchard.git@main", ["acme___orchard", "zoo___orchard"], "zoo___orchard"],
    ["pypi:orchard@1.0", ["acme___orchard", "acme___pantry"], "acme___orchard"],
  ])("%s among %j is %s", (source, ids, expected) => {
    expect(chooseRepositoryId(source, rowsOf(...ids))).toBe(expected);
  });

  test.each([
    ["trees", ["acme___orchard", "acme___pantry"]],
    ["pypi:orchard", ["acme___orchard", "zoo___orchard"]],
  ])("%s among %j is refused", (source, ids) => {
    expect(() => chooseRepositoryId(source, rowsOf(...ids))).toThrow(
      expect.objectContaining({ code: "unclear-repository" }),
    );
  });
});

describe("captured arguments are bound to parameters as R2E names them", () => {
  const bind = async (header: string, inputs: Readonly<Record<string, string>>, name = "pick") => {
    const { syntax, present } = await loadLanguage("python");
    const [definition] = syntax
      .parse("orchard.py", `${header}\n`)
      .definitions.filter((one) => one.name === name);
    if (definition === undefined) throw new Error("There is no such definition.");
    const row = { ...parseR2EFunction(EMPTY), captured: [{ inputs }] };
    return givenCalls(row, { definition, module: "orchard" }, present.values).calls[0]?.recipe;
  };
  const EMPTY = JSON.parse(
    '{"function_id": {"identifier": "orchard.pick"}, "function_code": "", "file": {"file_module": {"module_id": {"identifier": "orchard"}, "repo": {"repo_org": "", "repo_name": "", "repo_id": "o", "local_repo_path": ""}}}}',
  ) as Record<string, unknown>;

  test.each([
    ["def pick(a, b=1): return a", { a: "1", b: "2" }, { positional: [1, 2] }],
    ["def pick(a, b=1, c=2): return a", { a: "1", c: "3" }, { positional: [1], keywords: { c: 3 } }],
    [
      "def pick(a, /, *b, c, **d): return a",
      { a: "1", b: "(2, 3)", c: "4", d: "{'e': 5}" },
      { positional: [1, 2, 3], keywords: { c: 4, e: 5 } },
    ],
    ["def pick(a): return a", { a: "1", b: "2" }, undefined],
    ["def pick(a): return a", { a: "<object>" }, undefined],
    ["def pick(*a): return a", { a: "[1]" }, undefined],
  ])("%s of %j", async (header, inputs, expected) => {
    const recipe = await bind(header, inputs as Readonly<Record<string, string>>);
    if (expected === undefined) expect(recipe).toBeUndefined();
    else expect(recipe).toMatchObject(expected);
  });

  test("classes are receivers, instances are not known", async () => {
    const tree = (decorator: string, self: string) =>
      `class Tree:\n    ${decorator}\n    def pick(${self}, a):\n        return a`;
    const made = await bind(
      tree("@classmethod", "cls"),
      { cls: "<class 'orchard.Tree'>", a: "1" },
      "Tree.pick",
    );
    expect(made).toMatchObject({ receiver: { named: "orchard:Tree" }, positional: [1] });
    expect(await bind(tree("", "self"), { self: "<Tree>", a: "1" }, "Tree.pick")).toBeUndefined();
  });
});
