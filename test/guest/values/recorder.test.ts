import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import { caseRecipe } from "../../../src/spec/index.ts";
import { installLibrary } from "../../judge/python-library.ts";
import { findInterpreters, guestDirectory } from "./interpreters.ts";

const tree = join(import.meta.dirname, "recorded");
const scratch = mkdtempSync(join(tmpdir(), "recorder-"));
const library = await installLibrary("pytest==8.3.5");
const importsPytest = (python: string, folders: readonly string[]): boolean =>
  spawnSync(python, ["-c", "import pytest"], { env: { PYTHONPATH: folders.join(":") } }).status === 0;
/** Folders with what an interpreter lacks to run pytest. */
const additions = new Map(
  findInterpreters().map(({ python }) => [
    python,
    library === undefined || importsPytest(python, []) ? [] : [library],
  ]),
);
afterAll(() => {
  for (const folder of [scratch, library]) rmSync(folder ?? "", { recursive: true, force: true });
});

/** A target: its lines run from its `def` to the line before the next blank one after a statement. */
function target(name: string, kind: string, last: string, path = "bakery.py") {
  const lines = readFileSync(join(tree, path), "utf8").split("\n");
  const simple = name.split(".").at(-1);
  const first = lines.findIndex((line) => line.trim().startsWith(`def ${simple}(`));
  const length = lines.slice(first).findIndex((line) => line.trim() === last);
  return { path, name, kind, first: first + 1, last: first + length + 1 };
}

const targets = [
  target("price", "function", "return count * each - discount"),
  target("sort_by", "function", "return items"),
  target("batches", "function", "yield [item]"),
  target("Oven.bake", "method", "return len(self._baked)"),
  target("Oven.small", "class_method", "return cls(1)"),
  target("load", "function", "return file.read()"),
  target("tariff", "function", 'return "parcel"'),
  target("sweet", "function", "return [loaf for loaf in loaves if is_sweet(loaf)]"),
];

const fleet = [
  target("garage", "function", "yield DRIVER", "fleet.py"),
  target("suffix", "function", 'return found or "none"', "fleet.py"),
  target("load", "function", "return [van.axles()] + [van.weigh(parcel) for parcel in parcels]", "fleet.py"),
  target("engine", "function", "return sysconfig.get_config_var(sys.executable)", "fleet.py"),
];

const ledger = [
  target("rate", "function", 'return {"letter": 2, "parcel": 5}[kind]', "ledger.py"),
  target("doubled", "function", "return inner", "ledger.py"),
  target("fee", "function", "return amount + 1", "ledger.py"),
];

const wharf = [
  target("load", "function", "return total", "wharf.py"),
  target("heavy", "function", "yield parcel", "wharf.py"),
];

interface Recorded {
  calling_test?: { name: string; number: number; targets: number[] };
  test_calls?: { name: string; targets: [target: number, numbers: number[] | null][] };
  call?: [target: number, number: number];
  target: string;
  test: string | null;
  recipe: unknown;
  result_type: string | null;
  raised: string | null;
  changed: boolean | null;
  reached: Record<string, number>;
  wishes: Record<string, [test: string, call: number][]>;
}

/** Runs `command` under the recorder and returns the text it wrote. */
function record(python: string, command: string[], scope: object = {}): string {
  const output = join(scratch, "calls.jsonl");
  const configuration = join(scratch, "recorder.json");
  writeFileSync(
    configuration,
    JSON.stringify({ output, tree, import_roots: ["."], excluded: ["tests"], targets, ...scope }),
  );
  const env = {
    PATH: process.env["PATH"],
    DIORAMA_RECORDER: configuration,
    PYTHONPATH: [tree, guestDirectory, ...(additions.get(python) ?? [])].join(":"),
  };
  execFileSync(python, ["-B", ...command], { cwd: tree, env, stdio: "pipe" });
  return readFileSync(output, "utf8");
}

function parse(text: string): Recorded[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Recorded);
}

describe.each(findInterpreters())("the recorder under CPython $version", ({ python, version }) => {
  const examples = [join(guestDirectory, "diorama_doctests.py"), "bakery"];

  it("writes generators as the items that they gave while the call ran, and takes none from them", () => {
    const command = [join(guestDirectory, "diorama_doctests.py"), "wharf"];
    const records = parse(record(python, command, { targets: wharf })).slice(0, -1);
    const given = records.map(({ recipe, target: name, raised, ...rest }) => ({
      target: name.split(":")[1],
      first: recipe === undefined ? rest : caseRecipe.parse(recipe).positional[0],
      raised,
    }));
    const refused = (where: string): object => ({
      target: "load",
      raised: undefined,
      first: expect.objectContaining({ refused: { reason: "iterator", where } }) as unknown,
    });
    expect(given).toEqual([
      { target: "heavy", first: { iterator: [1, 9, 8] }, raised: null },
      { target: "load", first: { iterator: [3, 4, 5] }, raised: null },
      { target: "load", first: { iterator: [6, 7] }, raised: null },
      { target: "load", first: { iterator: [] }, raised: null },
      refused("a generator that raised"),
      { target: "load", first: { iterator: [2, 3] }, raised: null },
      refused("builtins:generator"),
      { target: "load", first: [9], raised: null },
      refused("builtins:generator"),
    ]);
  });

  it("writes inputs as they were before the body, and what came of it", () => {
    const records = parse(record(python, examples));
    expect(records.at(-1)).toEqual({
      reached: {
        "bakery.py:price": 2,
        "bakery.py:sort_by": 1,
        "bakery.py:batches": 1,
        "bakery.py:Oven.bake": 2,
        "bakery.py:Oven.small": 1,
      },
      refused: {},
      wishes: {},
    });
    const brief = records.slice(0, -1).map((each) => {
      const { positional, keywords, receiver } = caseRecipe.parse(each.recipe);
      return [each.target.split(":")[1], positional, keywords, receiver, each.result_type, each.changed];
    });
    const oven = (baked: string[]) => ({
      object: { class: "bakery:Oven", state: { _baked: baked, size: 3 } },
    });
    // What CPython 3.8 cannot write again is known by its calls.
    const calls = [
      { positional: ["bb"], keywords: {}, returns: 2 },
      { positional: ["a"], keywords: {}, returns: 1 },
    ];
    const length =
      version === "3.8"
        ? { callback: { name: "<lambda>", calls } }
        : { function: { text: "lambda item: len(item)" } };
    expect(brief).toEqual([
      ["Oven.bake", ["rye"], {}, oven([]), "builtins:int", true],
      ["Oven.bake", [{ named: "builtins:object" }], {}, oven(["rye"]), null, false],
      ["Oven.small", [], {}, { named: "bakery:Oven" }, "bakery:Oven", false],
      ["batches", [[1, 2]], {}, undefined, null, null],
      ["price", [3], {}, undefined, "builtins:int", false],
      ["price", [3], { discount: 1 }, undefined, "builtins:int", false],
      ["sort_by", [["bb", "a"], length], {}, undefined, "builtins:list", version === "3.8" ? null : true],
    ]);
    const raised = "builtins:TypeError";
    expect(records.map((each) => each.raised ?? null).filter((each) => each !== null)).toEqual([raised]);
  });

  it("writes the same bytes twice", () => {
    expect(record(python, examples)).toBe(record(python, examples));
  });

  const hasPytest = importsPytest(python, additions.get(python) ?? []);

  it.skipIf(!hasPytest)("records pytest and unittest tests, with the files they made (needs pytest)", () => {
    const pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "diorama_recorder", "tests"];
    const first = record(python, pytest);
    expect(record(python, pytest)).toBe(first);
    const load = parse(first).find((each) => each.target === "bakery.py:load");
    expect(load?.test).toBe("tests/test_bakery.py::test_load");
    expect(load?.recipe).toEqual({
      files: { "given-0/list.txt": "rye" },
      keywords: {},
      positional: [{ path: "given-0/list.txt" }],
      shared: [],
      variables: {},
    });
  });

  it.skipIf(!hasPytest)(
    "asks for calls that took other lines than the recorded ones, and records those (needs pytest)",
    () => {
      const pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "diorama_recorder", "tests"];
      const { wishes } = parse(record(python, pytest, { follows: true })).at(-1) as Recorded;
      const [rare, sweet] = ["tests/test_tariff.py::test_all", "tests/test_sweet.py::test_sweet"];
      expect(wishes).toEqual({
        "bakery.py:sweet": [[sweet, 401]],
        "bakery.py:tariff": [
          [rare, 301],
          [rare, 302],
        ],
      });

      const records = parse(record(python, pytest, { wishes }));
      const seen = records.slice(0, -1).map(({ target, test, recipe }) => {
        return [target, test, caseRecipe.parse(recipe).positional];
      });
      expect(seen).toEqual([
        ["bakery.py:sweet", sweet, [["rye", "bun"]]],
        ["bakery.py:tariff", rare, [4711]],
        ["bakery.py:tariff", rare, [0]],
      ]);
      expect(records.at(-1)).toEqual({ reached: {}, refused: {}, wishes: {} });
    },
  );

  it.skipIf(!hasPytest)("tells the tests that execute a target, of many rows samples (needs pytest)", () => {
    const pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "diorama_recorder", "tests"];
    const found = parse(record(python, pytest, { targets: ledger })).flatMap(
      ({ calling_test: test }) => test ?? [],
    );
    const rows = found.filter(({ name }) => name === "tests/test_ledger.py::test_fee");
    const dense = Array.from({ length: 24 }, (_, number) => number);
    expect(rows.map(({ number }) => number)).toEqual([...dense, 25, 27, 29, 31, 33, 35, 37, 39]);
    const others = found.filter((test) => !rows.includes(test));
    expect(others.map(({ name, number }) => [name, number])).toEqual([
      ["tests/test_ledger.py::FeeTest::test_none", 0],
    ]);
    // `rate` (0) is called while the module is imported, `doubled` (1) too, but tests run what it made.
    expect(new Set(found.map(({ targets }) => targets.join()))).toEqual(new Set(["1,2"]));
  });

  it.skipIf(!hasPytest)(
    "tells which recorded calls a test function made, or that one was not seen (needs pytest)",
    () => {
      const pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "diorama_recorder", "tests"];
      const found = parse(record(python, pytest));
      const positional = new Map(
        found.flatMap(({ call, recipe }) =>
          call === undefined ? [] : [[call.join(), caseRecipe.parse(recipe).positional]],
        ),
      );
      const made = found.flatMap(({ test_calls: calls }) =>
        (calls?.targets ?? []).map(([target, numbers]) => [
          calls?.name.split("::").slice(1).join("::"),
          targets[target]?.name,
          numbers?.map((number) => positional.get([target, number].join())),
        ]),
      );
      expect(made).toEqual([
        ["test_price", "price", [[1]]],
        ["test_load", "load", [[{ path: "given-0/list.txt" }]]],
        ["OvenTest::test_bake", "Oven.bake", [["wheat"]]],
        ["test_sweet", "sweet", undefined],
        ["test_parcels", "tariff", undefined],
        ["test_all", "tariff", undefined],
      ]);

      const rows = parse(record(python, pytest, { targets: ledger })).flatMap(
        ({ test_calls: test }) => test ?? [],
      );
      const fees = rows.filter(({ name }) => name.endsWith("test_fee")).flatMap((row) => row.targets);
      expect(fees.filter(([target]) => target === 2).map(([, numbers]) => numbers?.length)).toEqual([
        ...Array.from({ length: 32 }, () => 1),
        undefined,
      ]);
    },
  );

  it.skipIf(!hasPytest)(
    "writes what tests have replaced, as far as calls may have met it (needs pytest)",
    () => {
      const pytest = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "diorama_recorder", "tests"];
      const text = record(python, pytest, { targets: fleet });
      expect(record(python, pytest, { targets: fleet })).toBe(text);
      const seen = parse(text)
        .filter(({ recipe }) => recipe !== undefined)
        .map(({ recipe }) => {
          const { positional, patches } = caseRecipe.parse(recipe);
          return [positional[0], patches];
        });
      const table = (name: string, calls: object[]): object => ({ callback: { name, calls } });
      const call = (positional: unknown[], answer: object): object => ({
        positional,
        keywords: {},
        ...answer,
      });
      const asked = (name: string, answer: object): object => ({
        owner: "sysconfig",
        name: "get_config_var",
        value: table("mock", [call([name], answer)]),
      });
      const error = { object: { class: "builtins:ValueError", arguments: ["no"] } };
      const lambda = table("<lambda>", [call([], { returns: "Darwin" })]);
      const weighed = [call(["ab"], { returns: 2 }), call(["c"], { returns: 1 })];
      expect(seen).toEqual([
        [
          "one",
          [
            { owner: "fleet", name: "DRIVER", value: "Ann" },
            { owner: "os", name: "sysconf" },
            { owner: "platform", name: "system", value: lambda },
          ],
        ],
        ["two", undefined],
        ["SOABI", [asked("SOABI", { returns: null })]],
        ["EXT", [asked("EXT", { returns: "a" })]],
        ["LDFLAGS", [asked("LDFLAGS", { raises: error })]],
        [
          { object: { class: "fleet:Van" } },
          [
            { owner: "fleet:Van", name: "weigh", value: table("mock", weighed), is_static: true },
            { owner: "fleet:Van", name: "wheels", value: 6 },
          ],
        ],
        [
          undefined,
          [
            {
              owner: "sysconfig",
              name: "get_config_var",
              value: table("<lambda>", [call([{ named: "sys:executable" }], { returns: "diesel" })]),
            },
          ],
        ],
      ]);
    },
  );
});
