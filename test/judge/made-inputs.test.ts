import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { compareObservations, type CaseResult } from "../../src/judge/index.ts";
import { loadLanguage } from "../../src/languages/index.ts";
import { comparisonPolicy, type SuiteCase, type ValueRecipe } from "../../src/spec/index.ts";
import { call, harvest, harvestJob, plantOrchard, type Orchard } from "./orchard.ts";

const TEXT = `${harvest}
import random, threading, time


class Crate:
    def __init__(self, fruit, *more, at=None):
        self.fruit = [fruit, *more]

    def put(self, fruit):
        self.fruit.append(fruit)
        return self

    @property
    def last(self):
        return Crate(self.fruit[-1])


class Guarded(Crate):
    def __init__(self, fruit):
        Crate.__init__(self, fruit)
        self.lock = threading.Lock()


class Late(Guarded):
    def __init__(self, fruit):
        Guarded.__init__(self, [fruit, time.time() > 0, random.random() < 2])


class Noted(Crate):
    def __init__(self, fruit):
        Crate.__init__(self, fruit)
        with open("note.txt", "w") as file:
            file.write(fruit)


class Leaving(Crate):
    def __init__(self, fruit):
        raise SystemExit("no")


def pack(crate, then=None):
    return [len(crate.fruit), time.time(), random.random()]


def packed(fruit):
    crate = Guarded(fruit)
    pack(crate)
    return crate


def crates(text):
    return [Crate(part) for part in text.split()]
`;

let orchard: Orchard;
beforeAll(async () => {
  orchard = await plantOrchard();
});
afterAll(() => orchard[Symbol.asyncDispose]());

const module = "orchard.harvest";
const make = (name: string, positional: ValueRecipe[], more: object = {}): ValueRecipe => ({
  made: { call: `${module}:${name}`, positional, keywords: {}, ...more },
});
const crate = (...fruit: string[]): ValueRecipe => ({
  object: { class: `${module}:Crate`, state: { fruit } },
});
const put = (fruit: string) => ({ call: "put", positional: [fruit], keywords: {} });

async function run(
  cases: readonly SuiteCase[],
  about: { text?: string; traceArcs?: boolean; trust?: "own" | "candidate" } = {},
): Promise<readonly CaseResult[]> {
  const job = harvestJob(orchard.editableTree, {
    name: "pack",
    header: "def pack(",
    text: TEXT,
    ...about,
    cases,
  });
  const { results, status } = await orchard.evaluator.evaluate(job);
  expect([status, results.length]).toEqual(["observed", cases.length]);
  return results;
}

const messages = (results: readonly CaseResult[]): unknown[] =>
  results.map(({ observation }) =>
    observation.status === "refused" ? observation.message : observation.status,
  );

describe("inputs that a recipe says how to make", () => {
  test("are told by their state when arcs are traced, and the call shows what it shows on those", async () => {
    const cases = [
      call("a", [make("Crate", ["fig"], { class: `${module}:Crate`, since: [put("plum"), put("fig")] })]),
      call("b", [{ made: { of: make("crates", ["fig plum"]), take: [{ item: 1 }] } }]),
      call("c", [{ made: { of: make("Crate", ["fig", "plum"]), take: [{ attribute: "last" }] } }]),
      call("s", [
        make("Crate", ["fig"], {
          class: `${module}:Crate`,
          since: [{ attribute: "fruit", value: ["pear"] }, put("plum")],
        }),
      ]),
      call("d", [{ made: { of: make("Crate", ["fig"]), call: "put", positional: ["plum"], keywords: {} } }]),
    ];
    const twice: SuiteCase = call("e", [{ ref: 0 }, [{ ref: 0 }]]);
    twice.recipe.shared = [make("Crate", ["fig"])];
    const results = await run([...cases, twice], { traceArcs: true });
    expect(results.map(({ recipe }) => recipe?.positional)).toEqual([
      [crate("fig", "plum", "fig")],
      [crate("plum")],
      [crate("plum")],
      [crate("pear", "plum")],
      [crate("fig", "plum")],
      [{ ref: 0 }, [{ ref: 0 }]],
    ]);
    expect(results[5]?.recipe?.shared).toEqual([crate("fig")]);
    const plain = await run(
      results.map(({ id, recipe }) => ({ id, origin: "grown", recipe: recipe ?? twice.recipe })),
    );
    expect(plain.map(({ observation }) => observation)).toEqual(
      results.map(({ observation }) => observation),
    );
  });

  test("are made anew for each call where their state cannot be written, in a world that begins with the call", async () => {
    const cases = [
      call("a", [make("Late", ["fig"])]),
      call("b", [crate("fig")]),
      call("c", [make("Late", ["fig"])]),
    ];
    const [made, plain, again] = await run(cases);
    const valueOf = (result: CaseResult | undefined): unknown =>
      result?.observation.status === "returned" ? result.observation.value : result?.observation;
    expect(valueOf(made)).toEqual(valueOf(plain));
    expect(valueOf(again)).toEqual(valueOf(made));
    const traced = await run(cases.slice(0, 1), { traceArcs: true });
    expect(traced[0]?.recipe).toEqual(cases[0]?.recipe);
  });

  test("are refused where making them fails, ends the process, leaves files or gives something else", async () => {
    const cases = [
      call("a", [make("Crate", [])]),
      call("b", [make("Leaving", ["fig"])]),
      call("c", [make("Noted", ["fig"])]),
      call("d", [make("Crate", ["fig"], { class: `${module}:Guarded` })]),
      call("e", [crate("fig")]),
    ];
    for (const traceArcs of [false, true])
      expect(messages(await run(cases, { traceArcs }))).toEqual([
        expect.stringContaining("TypeError"),
        expect.stringContaining("SystemExit: no"),
        expect.stringContaining("note.txt"),
        expect.stringContaining("orchard.harvest:Crate and not orchard.harvest:Guarded"),
        "returned",
      ]);
  });

  test("are refused where the target would make what a candidate is given", async () => {
    const results = await run([call("a", [make("packed", ["fig"])]), call("b", [make("Guarded", ["fig"])])], {
      traceArcs: true,
    });
    expect(messages(results)).toEqual([
      expect.stringContaining("the target makes its own inputs"),
      "returned",
    ]);
  });

  test("fail a candidate that breaks what makes them, and give nothing to one that replaces it", async () => {
    const cases = [call("a", [make("Guarded", ["fig"])])];
    const rules = { policy: comparisonPolicy.parse({}), language: await loadLanguage("python") };
    const [expected] = await run(cases);
    const candidate = async (line: string): Promise<string | undefined> => {
      const text = TEXT.replace("def pack(", `${line}\n\n\ndef pack(`);
      const [shown] = await run(cases, { text, trust: "candidate" });
      if (expected === undefined || shown === undefined) throw new Error("nothing was shown");
      return compareObservations("a", expected.observation, shown.observation, rules)?.message;
    };
    expect(await candidate("PLUM = 1")).toBeUndefined();
    expect(await candidate("del Guarded.__init__, Crate.__init__")).toBeDefined();
    expect(
      await candidate('Crate.__init__ = lambda self, *f: self.__dict__.update(fruit=["a", "b"])'),
    ).toBeDefined();
  });
});
