import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import { caseRecipe, isWellFormedRecipe, type CaseRecipe } from "../../../src/spec/index.ts";
import { findInterpreters, guestDirectory } from "./interpreters.ts";

const tree = join(import.meta.dirname, "recorded");
const scratch = mkdtempSync(join(tmpdir(), "makings-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const lines = readFileSync(join(tree, "workshop.py"), "utf8").split("\n");
const targets = lines.flatMap((line, index) => {
  const name = /^def (\w+)\(/u.exec(line)?.[1];
  if (name === undefined || name === "read" || name === "lightest" || name === "tally" || name === "hang")
    return [];
  return [{ path: "workshop.py", name, kind: "function", first: index + 1, last: index + 2 }];
});

interface Line {
  target?: string;
  module?: string;
  recipe?: unknown;
  refused?: { reason: string };
  as_made?: unknown;
  looks?: string;
}

function run(python: string, program: string, words: string[], more: Record<string, string> = {}): void {
  const env = { PATH: process.env["PATH"], PYTHONPATH: [tree, guestDirectory].join(":"), ...more };
  execFileSync(python, ["-B", join(guestDirectory, program), ...words], { cwd: tree, env, stdio: "pipe" });
}

function readLines<T>(path: string): T[] {
  const text = readFileSync(path, "utf8").trimEnd();
  return text === "" ? [] : text.split("\n").map((line) => JSON.parse(line) as T);
}

/** What is recorded of the calls of a target, in their order. */
function recorded(python: string): Line[] {
  const output = join(scratch, "calls.jsonl");
  const configuration = join(scratch, "recorder.json");
  const prepare = ["diorama_world:install"];
  writeFileSync(
    configuration,
    JSON.stringify({ output, tree, import_roots: ["."], excluded: ["tests"], targets, prepare }),
  );
  run(python, "diorama_doctests.py", ["workshop"], { DIORAMA_RECORDER: configuration });
  return readLines<Line>(output).filter(({ target }) => target !== undefined);
}

/** How the calls' inputs are proven to be made, in the order of the calls. */
function proven(python: string, calls: readonly Line[]): (CaseRecipe | undefined)[] {
  const [input, output] = [join(scratch, "noted.jsonl"), join(scratch, "proven.jsonl")];
  const configuration = join(scratch, "proof.json");
  writeFileSync(input, calls.map((call, index) => JSON.stringify({ index, ...call })).join("\n"));
  writeFileSync(output, "");
  writeFileSync(configuration, JSON.stringify({ input, output, modules: ["workshop"] }));
  run(python, "diorama_proving.py", [configuration]);
  const found = new Map(
    readLines<{ index: number; as_made: unknown }>(output).map((line) => [line.index, line.as_made]),
  );
  return calls.map((_, index) => {
    const made = found.get(index);
    return made === undefined ? undefined : (caseRecipe.parse(made) as CaseRecipe);
  });
}

const drawer = (width: number) => ({
  made: { class: "workshop:Drawer", call: "workshop:Drawer", positional: [width], keywords: {} },
});
const add = (width: number) => ({ call: "add", positional: [drawer(width)], keywords: {} });
const bench = {
  made: {
    class: "workshop:Bench",
    call: "workshop:Bench",
    positional: ["oak"],
    keywords: { legs: 3 },
    since: [add(2), add(5)],
  },
};
const read = (text: string) => ({
  made: { call: "workshop:read", positional: [text], keywords: {} },
});

describe.each(findInterpreters())("makings under CPython $version", ({ python, version }) => {
  const calls = recorded(python);
  const made = proven(python, calls);
  const of = (name: string): (readonly unknown[] | undefined)[] =>
    calls.flatMap(({ target }, index) => (target === `workshop.py:${name}` ? [made[index]?.positional] : []));

  it("are the constructor with what it was given, and the calls since that matter", () => {
    expect(of("weight")).toEqual([[bench]]);
  });

  it("are a class method, what a call gave as a part of something, and an attribute of what is made", () => {
    const part = (text: string, ...take: object[]) => ({
      made: { class: "workshop:Drawer", of: read(text), take },
    });
    expect(of("front")[0]).toEqual([part("4, 5", { item: 0 }, { attribute: "drawers" }, { item: 0 })]);
    expect(of("front").slice(1, 3)).toEqual([
      [drawer(2)],
      [{ made: { class: "workshop:Drawer", call: "workshop:Drawer.wide", positional: [], keywords: {} } }],
    ]);
    expect(of("weigh_all")).toEqual([[[part("1 2, 3", { item: 1 }, { attribute: "drawers" }, { item: 0 })]]]);
    expect(of("stacked")).toEqual([
      [
        {
          made: {
            class: "workshop:Shelf",
            call: "workshop:Shelf",
            positional: [[drawer(1)]],
            keywords: {},
          },
        },
      ],
    ]);
  });

  it("are the constructor of a class whose attributes say what it was given, where nothing was noted", () => {
    expect(of("told")).toEqual([
      [{ made: { class: "workshop:Parcel", call: "workshop:Parcel", positional: ["rye", 2], keywords: {} } }],
    ]);
    expect(of("front")[3]).toEqual([drawer(7)]);
    // One that the constructor does not make says nothing of others, however often it is given.
    const tally = {
      made: { class: "workshop:Tally", call: "workshop:Tally", positional: [1], keywords: {} },
    };
    expect(of("counted")).toEqual([undefined, undefined, undefined, undefined, [tally, 4]]);
  });

  it("are not the constructor of what a private module keeps to itself", () => {
    const hook = { class: "rig._parts:Hook", call: "rig._parts:Hook", positional: [2], keywords: {} };
    expect(of("hooked")).toEqual([[{ made: hook }]]);
    expect(of("hinged")).toEqual([undefined]);
  });

  it("chain calls that give the object itself, without the call that is under way", () => {
    const put = (item: number) => ({ call: "put", positional: [item], keywords: {} });
    expect(of("own")).toEqual([
      [
        {
          made: {
            class: "workshop:Case",
            call: "workshop:Case",
            positional: [1],
            keywords: {},
            since: [put(2), put(3)],
          },
        },
      ],
      [
        {
          made: {
            class: "workshop:Case",
            call: "workshop:Case",
            positional: [1],
            keywords: {},
            since: [put(4)],
          },
        },
      ],
    ]);
  });

  it("leave out calls that failed, and know attributes that are set by code", () => {
    const turn = { call: "turn", positional: [2], keywords: {} };
    expect(of("turned")).toEqual([
      [
        {
          made: { class: "workshop:Lid", call: "workshop:Lid", positional: [], keywords: {}, since: [turn] },
        },
      ],
    ]);
    const set = { call: "__setattr__", positional: ["text", "rye"], keywords: {} };
    expect(of("tagged")).toEqual([
      [{ made: { class: "workshop:Tag", call: "workshop:Tag", positional: [], keywords: {}, since: [set] } }],
    ]);
  });

  it("know attributes of an object that whoever uses it has set, ahead of its calls", () => {
    const set = { attribute: "wood", value: "ash, waxed" };
    expect(of("polished")).toEqual([
      [
        {
          made: {
            class: "workshop:Bench",
            call: "workshop:Bench",
            positional: ["ash"],
            keywords: {},
            since: [set, add(1)],
          },
        },
      ],
    ]);
  });

  it("know calls of the object itself, and items that are set", () => {
    const since = [
      { call: "__call__", positional: ["rye"], keywords: {} },
      { call: "__setitem__", positional: ["oats", 2], keywords: {} },
    ];
    expect(of("pressed")).toEqual([
      [{ made: { class: "workshop:Press", call: "workshop:Press", positional: [], keywords: {}, since } }],
    ]);
  });

  it("take items of what is a dictionary and more", () => {
    const cupboard = {
      made: {
        class: "workshop:Cupboard",
        call: "workshop:Cupboard",
        positional: [],
        keywords: { low: [2], top: [1] },
      },
    };
    expect(of("sorted_out")).toEqual([
      [{ made: { class: "workshop:Shelf", of: cupboard, take: [{ item: "low" }] } }],
    ]);
  });

  it("are known of what the repository itself makes far more often", () => {
    const peg = (length: number) => ({
      made: { class: "workshop:Peg", call: "workshop:Peg", positional: [length], keywords: {} },
    });
    expect(of("hung")).toEqual([[peg(4)], [peg(5)]]);
  });

  it("are constructors that attrs generates", () => {
    const crate = { class: "workshop:Crate", call: "workshop:Crate", positional: [3], keywords: {} };
    expect(of("weighed")).toEqual([[{ made: crate }]]);
  });

  it("are of classes that examples define, by the text of these", () => {
    const classOf = (text: string, values?: object) => ({
      local_class: values === undefined ? { text } : { text, values },
    });
    const chest = { Chest: { named: "workshop:Chest" } };
    const lined = classOf(
      "class Lined(Chest):\n    lining = 'felt'\n\n    def weight(self):\n        return self.size + extra['rye']",
      { ...chest, extra: { dict: [["rye", 1]] } },
    );
    const deep = classOf(
      "class Deep(Chest):\n\n    def __init__(self, depth):\n        Chest.__init__(self, depth * 2)",
      chest,
    );
    const loose = classOf("class Loose:\n    size = 1");
    const made = (of: object, ...positional: unknown[]) => ({
      of,
      call: "__call__",
      positional,
      keywords: {},
    });
    // Older ones cannot write a tree of syntax as text.
    const isWritten = !/^3\.[678]\b/u.test(version);
    const found = [of("measured"), of("emptied"), of("sized")];
    expect(found).toEqual(
      isWritten
        ? [
            [[{ made: made(lined, 3) }]],
            [[{ made: made(classOf("class Sack(dict):\n    pass"), { dict: [["rye", 2]] }) }]],
            [
              [{ made: { ...made(loose), since: [{ attribute: "size", value: 2 }] } }],
              [loose],
              [{ made: made(deep, 4) }],
            ],
          ]
        : [[undefined], [undefined], [undefined, undefined, undefined]],
    );
  });

  it("keep one object one", () => {
    const [index] = calls.flatMap(({ target }, at) => (target === "workshop.py:pair" ? [at] : []));
    const { positional, shared } = made[index ?? -1] as CaseRecipe;
    expect(positional).toEqual([{ ref: 0 }, { ref: 0 }]);
    expect(shared).toEqual([bench]);
  });

  it("stand for what has no state that can be written", () => {
    const call = calls.find(({ target }) => target === "workshop.py:called");
    expect(call?.recipe).toBeUndefined();
    expect(of("called")).toEqual([
      [{ made: { class: "workshop:Clerk", call: "workshop:Clerk", positional: ["a"], keywords: {} } }],
    ]);
  });

  it("are not believed where building gives another state than was recorded", () => {
    expect(calls.find(({ target }) => target === "workshop.py:seen")?.as_made).toBeDefined();
    expect(of("seen")).toEqual([undefined]);
  });

  it("are well formed, and the same twice", () => {
    expect(made.flatMap((recipe) => recipe ?? []).every(isWellFormedRecipe)).toBe(true);
    expect(recorded(python)).toEqual(calls);
    expect(proven(python, calls)).toEqual(made);
  });
});

describe.each(findInterpreters())("constructors under CPython $version", ({ python }) => {
  it("that are recorded as makers say what they were given, whoever called them, and nothing else", () => {
    const text = readFileSync(join(tree, "relay.py"), "utf8").split("\n");
    const first = text.indexOf("    def __init__(self, number):") + 1;
    const maker = { path: "relay.py", name: "Runner.__init__", kind: "method", first, last: first + 1 };
    const output = join(scratch, "makers.jsonl");
    const configuration = join(scratch, "makers.json");
    const job = { output, tree, import_roots: ["."], excluded: ["tests"], prepare: [] };
    writeFileSync(configuration, JSON.stringify({ ...job, targets: [{ ...maker, is_maker: true }] }));
    run(python, "diorama_doctests.py", ["relay"], { DIORAMA_RECORDER: configuration });
    const told = readLines<Record<string, unknown>>(output);
    const calls = told.filter(({ target }) => target === "relay.py:Runner.__init__");
    expect(calls.map(({ recipe }) => (recipe as CaseRecipe).positional)).toEqual([[61]]);
    expect(told.some((line) => "calling_test" in line || "entry" in line)).toBe(false);
  });
});

describe.each(findInterpreters())("entry calls under CPython $version", ({ python }) => {
  it("are samples of those that tests make, and the first ones that lead to each target", () => {
    const relay = readFileSync(join(tree, "relay.py"), "utf8").split("\n");
    const reached = ["common(number)", "rare(number)", "made_check(limit)"].map((head) => {
      const first = relay.indexOf(`def ${head}:`) + 1;
      const last = relay.findIndex((line, at) => at >= first && /^(?:def|class) /u.test(line));
      return { path: "relay.py", name: head.split("(")[0], kind: "function", first, last };
    });
    const output = join(scratch, "entries.jsonl");
    const configuration = join(scratch, "entries.json");
    const job = { output, tree, import_roots: ["."], excluded: ["tests"], targets: reached, prepare: [] };
    writeFileSync(configuration, JSON.stringify(job));
    run(python, "diorama_doctests.py", ["relay"], { DIORAMA_RECORDER: configuration });
    const entries = readLines<{ entry?: { call: string; recipe: CaseRecipe; targets: readonly number[] } }>(
      output,
    ).flatMap(({ entry }) => entry ?? []);
    const rare = entries.filter(({ targets: led }) => led.includes(1));
    expect(rare.map(({ recipe }) => recipe.positional)).toEqual([[61]]);
    expect(entries.length).toBeLessThan(80);
    // What calls a function that a target made leads to that target.
    const checks = entries.filter(({ targets: led }) => led.includes(2));
    const gate = { class: "relay:Gate", call: "relay:Gate", positional: [3], keywords: {} };
    expect(checks.map(({ call, recipe }) => [call, recipe.receiver, recipe.positional])).toContainEqual([
      "__call__",
      { made: gate },
      [5],
    ]);
  });
});
