import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { EvaluationJob, EvaluationOutcome } from "../../src/judge/index.ts";
import { chooseBackend } from "../../src/sandbox/index.ts";
import { loadLanguage } from "../../src/languages/index.ts";
import type { SuiteCase, ValueRecipe } from "../../src/spec/index.ts";
import { call, harvest, harvestJob, plantOrchard, type Orchard } from "./orchard.ts";

const apple = (name: string, days: number): ValueRecipe => ({
  dict: [
    ["name", name],
    ["days", days],
  ],
});
const basket = (...apples: string[]): ValueRecipe => ({
  object: { class: "orchard.harvest:Basket", state: { apples } },
});

interface Example {
  readonly name: string;
  readonly header: string;
  readonly kind?: string;
  readonly cases: readonly SuiteCase[];
  readonly values: readonly unknown[];
}

const examples: readonly Example[] = [
  {
    name: "ripe",
    header: "def ripe",
    cases: [call("a", [[apple("gala", 5), apple("fuji", 1)], 3]), call("b", [[apple("gala", -1)], 3])],
    values: [["gala"], "builtins:ValueError"],
  },
  { name: "price", header: "@counted", cases: [call("a", [4]), call("b", [4, "best"])], values: [8, 12] },
  { name: "pick", header: "async def pick", cases: [call("a", [["elm", "oak"]])], values: [["ELM", "OAK"]] },
  {
    name: "rows",
    header: "def rows",
    cases: [call("a", [2, 3])],
    values: [
      {
        iterator: [
          [0, 1],
          [4, 5],
        ],
        end: "stop",
      },
    ],
  },
  {
    name: "falling",
    header: "async def falling",
    cases: [call("a", [2])],
    values: [{ async_iterator: [0, 1], end: "stop" }],
  },
  { name: "note", header: "def note", cases: [call("a", ["x"]), call("b", ["y"])], values: ["x", "y"] },
  {
    name: "Basket.add",
    header: "def add",
    kind: "method",
    cases: [call("a", ["fuji"], basket("gala")), call("b", ["fuji"], basket("a", "b", "c"))],
    values: [2, "builtins:OverflowError"],
  },
  {
    name: "Basket.size",
    header: "@property",
    kind: "getter",
    cases: [call("a", [], basket("gala"))],
    values: [1],
  },
  {
    name: "Basket.size",
    header: "@size.setter",
    kind: "setter",
    cases: [call("a", [1], basket("x", "y"))],
    values: [null],
  },
  {
    name: "Basket.named",
    header: "@classmethod",
    kind: "class_method",
    cases: [call("a", ["gala"], { named: "orchard.harvest:Basket" })],
    values: [
      {
        object: { class: "orchard.harvest:Basket", state: { apples: ["gala"] }, memos: { label: false } },
      },
    ],
  },
  {
    name: "Basket.weight",
    header: "@staticmethod",
    kind: "static_method",
    cases: [call("a", [["ab", "c"]])],
    values: [3],
  },
  {
    name: "Basket.label",
    header: "@functools.cached_property",
    kind: "getter",
    cases: [call("a", [], basket("b", "a"))],
    values: ["a/b"],
  },
  {
    name: "Basket.Lid.close",
    header: "def close",
    kind: "method",
    cases: [call("a", [2], { object: { class: "orchard.harvest:Basket.Lid", state: {} } })],
    values: [2],
  },
];

let orchard: Orchard;
beforeAll(async () => {
  orchard = await plantOrchard();
});
afterAll(() => orchard[Symbol.asyncDispose]());

const shown = (outcome: EvaluationOutcome): unknown[] =>
  outcome.results.map(({ observation }) =>
    observation.status === "returned"
      ? observation.value
      : observation.status === "raised"
        ? observation.exception.class
        : observation,
  );
const observationsOf = ({ results }: EvaluationOutcome): unknown =>
  Object.fromEntries(results.map(({ id, observation }) => [id, observation]));
const evaluate = (about: Example & Partial<EvaluationJob>): Promise<EvaluationOutcome> =>
  orchard.evaluator.evaluate(harvestJob(orchard.editableTree, about));

describe("what an evaluation observes", () => {
  it.each(examples)("$name ($kind) is called as the function that the file holds", async (example) => {
    const outcome = await evaluate(example);
    expect(outcome.status).toBe("observed");
    expect(shown(outcome)).toEqual(example.values);
  });

  it("is the file's function also where the module puts another that answers for it in its own place", async () => {
    const text = `${harvest}
import sys
import types

class Announcer(types.ModuleType):
    def __init__(self, module):
        super().__init__(module.__name__)
        self.module = module

    def __getattr__(self, name):
        return getattr(self.module, name)

sys.modules[__name__] = Announcer(sys.modules[__name__])

def announced(count):
    return count + 1
`;
    const outcome = await orchard.evaluator.evaluate(
      harvestJob(orchard.editableTree, {
        name: "announced",
        header: "def announced",
        text,
        cases: [call("a", [2])],
      }),
    );
    expect(outcome.status).toBe("observed");
    expect(shown(outcome)).toEqual([3]);
  });

  it("is the same warm, cold, and in another order", async () => {
    for (const example of examples.slice(0, 6)) {
      const job = harvestJob(orchard.editableTree, example);
      const order = example.cases.map((_, index) => example.cases.length - 1 - index);
      const warm = observationsOf(await orchard.evaluator.evaluate(job));
      expect(observationsOf(await orchard.evaluator.evaluateCold(job))).toEqual(warm);
      expect(observationsOf(await orchard.evaluator.evaluate({ ...job, order }))).toEqual(warm);
    }
  });

  it("holds the same moments, random numbers and names in every process", async () => {
    const job = harvestJob(orchard.editableTree, {
      name: "moment",
      header: "def moment",
      cases: [call("a", []), call("b", [])],
    });
    const first = await orchard.evaluator.evaluate(job);
    const [a, b] = shown(first) as [string[], string[]];
    expect(a[0]).toMatch(/^2023-11-14T11:00:00/);
    expect(b).toEqual(a);
    expect(observationsOf(await orchard.evaluator.evaluateCold(job))).toEqual(observationsOf(first));
  });

  it("stops at the first case that differs from what is expected", async () => {
    const example = {
      ...examples[0],
      cases: [call("a", [[], 1]), call("b", [[apple("x", 2)], 1]), call("c", [[], 1])],
    } as Example;
    const expected = await evaluate(example);
    const observations = Object.fromEntries(expected.results.map(({ id, observation }) => [id, observation]));
    const policy = {
      float_tolerance: 1e-9,
      private_attributes: [],
      messages: false,
      output: [],
      gives_iterators: false,
      truth_only: false,
      allows_copies: false,
      fresh_results: false,
      bytes_alike: false,
      counters: [],
    };
    const text = harvest.replace("found.append(apple", "found.insert(0, 0); found.append(apple");
    const outcome = await orchard.evaluator.evaluate(
      harvestJob(orchard.editableTree, {
        ...example,
        text,
        expected: { observations, policy, language: await loadLanguage("python") },
        stopsAtFirst: true,
      }),
    );
    expect(outcome).toMatchObject({ status: "stopped", caseId: "b" });
    expect(outcome.results.map(({ id }) => id)).toEqual(["a", "b"]);
  });
});

describe("parents", () => {
  it("serve one evaluation after the other, with what does not depend on the file loaded ahead", async () => {
    await using own = await plantOrchard();
    const isLoaded = "return [name in sys.modules for name in ('asyncio', 'orchard.weather')]";
    const text = harvest
      .replace("def note(text):\n", `def note(text):\n    ${isLoaded}\n`)
      .replace("import asyncio\n", "import sys\n");
    const job = harvestJob(own.editableTree, {
      name: "note",
      header: "def note",
      text: text.replace("from . import weather\n", ""),
      cases: [call("a", ["one"])],
    });
    const reference = harvestJob(own.editableTree, {
      ...examples[0],
      cases: examples[0]?.cases ?? [],
    } as Example);
    for (const _ of [1, 2, 3]) await own.evaluator.evaluate(reference);
    // One that found out what may be loaded, and one that served.
    expect(own.evaluator.parents.started).toBe(2);
    for (const _ of [1, 2]) {
      const outcome = await own.evaluator.evaluate({ ...job, trust: "candidate" });
      expect(outcome.results[0]?.observation).toMatchObject({ value: [true, false] });
    }
    // One for both candidates, or one for each where they would share the tree.
    const { nestsSandboxes } = (await chooseBackend("auto")).availability;
    expect(own.evaluator.parents).toMatchObject({ started: nestsSandboxes ? 3 : 4, lost: 0 });
  });
});

describe("a sandbox in which children get no namespaces of their own", () => {
  it("shows the same", async () => {
    await using plain = await plantOrchard({ nests: false });
    for (const example of examples.slice(0, 6)) {
      const there = await plain.evaluator.evaluate(harvestJob(plain.editableTree, example));
      expect(observationsOf(there)).toEqual(observationsOf(await evaluate(example)));
    }
  });
});

describe("the digest of a target's code", () => {
  const digestOf = async (text: string): Promise<string | undefined> => {
    const outcome = await evaluate({ ...(examples[1] as Example), text } as Example & { text: string });
    return outcome.status === "observed" ? outcome.codeDigest : outcome.status;
  };

  it("ignores lines and comments, and sees the body and the defaults", async () => {
    const original = await digestOf(harvest);
    expect(await digestOf(harvest.replace("def price", "# a comment\ndef price"))).toBe(original);
    expect(await digestOf(harvest.replace("weight * 2", "weight * 4"))).not.toBe(original);
    expect(await digestOf(harvest.replace('kind="plain")', 'kind="best")'))).not.toBe(original);
  });
});

describe("a body that runs where the original is loaded", () => {
  it("shows the same, with the same digest, as one whose file is imported", async () => {
    for (const example of examples) {
      const anew = harvestJob(orchard.editableTree, example);
      const resident = { text: anew.fileText, lines: anew.target.lines };
      const [imported, loaded] = await Promise.all(
        [anew, { ...anew, resident }].map((job) => orchard.evaluator.evaluate(job)),
      );
      expect(loaded).toMatchObject({
        status: imported?.status,
        codeDigest: imported?.codeDigest,
      });
      expect(observationsOf(loaded as EvaluationOutcome)).toEqual(
        observationsOf(imported as EvaluationOutcome),
      );
    }
  });

  it("is not built where it has bad syntax", async () => {
    const anew = harvestJob(orchard.editableTree, examples[0] as Example);
    const text = anew.fileText.replace("found = []", "found = [");
    const resident = { text: anew.fileText, lines: anew.target.lines };
    expect((await orchard.evaluator.evaluate({ ...anew, fileText: text, resident })).status).toBe(
      "not-built",
    );
  });
});

describe("a file that cannot be used", () => {
  const first = examples[0] as Example;
  it.each([
    ["has bad syntax", harvest.replace("found = []", "found = ["), "not-built"],
    ["raises while it is imported", `${harvest}\nraise KeyError("late")\n`, "import-failed"],
    ["no longer has the target", `${harvest}\ndel ripe\n`, "import-failed"],
    ["leaves the process while it is imported", `${harvest}\nos._exit(0)\n`, "crashed"],
  ])("one that %s is a value", async (_what, text, status) => {
    expect((await evaluate({ ...first, text } as Example)).status).toBe(status);
  });
});
