import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  describeCase,
  judgeCandidate,
  type GradedTarget,
  type ObservedGrader,
} from "../../src/judge/index.ts";
import type { ValueRecipe } from "../../src/spec/index.ts";
import { call, harvest, plantOrchard, type Orchard } from "./orchard.ts";
import { subjectOf } from "./orchard-subject.ts";

let orchard: Orchard;
beforeAll(async () => {
  orchard = await plantOrchard();
});
afterAll(() => orchard[Symbol.asyncDispose]());

const TEXT = `${harvest}

class lazily:
    def __init__(self, compute):
        self.compute = compute

    def __get__(self, holder, owner=None):
        if holder is None:
            return self
        found = holder.__dict__[self.compute.__name__] = self.compute(holder)
        return found


class kept(property):
    def __get__(self, holder, owner=None):
        if holder is None:
            return self
        if self.fget.__name__ not in holder.__dict__:
            holder.__dict__[self.fget.__name__] = self.fget(holder)
        return holder.__dict__[self.fget.__name__]

    def __set__(self, holder, value):
        holder.__dict__[self.fget.__name__] = value


class Crate:
    def __init__(self, fruits):
        self.fruits = fruits

    @functools.cached_property
    def total(self):
        return len(self.fruits)

    @lazily
    def sorted(self):
        return sorted(self.fruits)

    @kept
    def first(self):
        return self.sorted[0]


class Spoiled(Exception):
    def __init__(self, fruits, at):
        super().__init__(fruits, at)
        self.fruits, self.at = fruits, at

    @functools.cached_property
    def found(self):
        return self.fruits[self.at]


def blame(problem):
    return "a spoiled " + problem.found


def tag_of(crate):
    if not crate.fruits:
        return "empty"
    return "%d, from %s" % (crate.total, crate.first)


def put_in(crate, fruit):
    crate.fruits.append(fruit)
    crate.__dict__.pop("total", None)


def claim_total(crate, total):
    crate.total = total


def pack(fruits):
    crate = Crate(fruits)
    return crate, crate.total
`;

const crate = (fruits: string[], more: Record<string, ValueRecipe> = {}): ValueRecipe => ({
  object: { class: "orchard.harvest:Crate", state: { fruits, ...more } },
});
const spoiled = (fruits: string[], at: number): ValueRecipe => ({
  made: {
    class: "orchard.harvest:Spoiled",
    call: "orchard.harvest:Spoiled",
    positional: [fruits, at],
    keywords: {},
  },
});
const INPUTS: Readonly<Record<string, readonly ValueRecipe[][]>> = {
  tag_of: [[crate(["pear", "apple"])], [crate([])], [crate(["plum"], { total: 1, sorted: ["plum"] })]],
  put_in: [
    [crate(["pear"]), "apple"],
    [crate(["pear"], { total: 1 }), "plum"],
  ],
  claim_total: [
    [crate(["pear"]), 7],
    [crate(["pear"]), 9],
  ],
  pack: [[["pear", "plum"]], [[]]],
  blame: [[spoiled(["pear", "plum"], 1)], [spoiled(["fig"], 0)]],
};

const subjects = new Map<string, Promise<GradedTarget<ObservedGrader>>>();

function subjectFor(name: string): Promise<GradedTarget<ObservedGrader>> {
  const inputsOf = INPUTS[name];
  if (inputsOf === undefined) throw new Error(`There are no inputs for ${name}.`);
  const suite = inputsOf.map((inputs, index) => call(`case-00${index + 1}`, inputs));
  const subject = subjects.get(name) ?? subjectOf(orchard, name, suite, TEXT);
  subjects.set(name, subject);
  return subject;
}

async function judge(...lines: readonly string[]): Promise<string> {
  const completion = lines.join("\n");
  const name = /^def (\w+)/m.exec(completion)?.[1] ?? "";
  const { verdict, reason } = await judgeCandidate(await subjectFor(name), completion);
  return reason ?? verdict;
}

describe("what an object computes only to remember it", () => {
  it.each([
    [
      "is computed by nobody",
      [
        "def tag_of(crate):",
        "    held = crate.fruits",
        "    return '%d, from %s' % (len(held), min(held)) if held else 'empty'",
      ],
    ],
    [
      "is computed where the original does not",
      [
        "def tag_of(crate):",
        "    if crate.total == 0: return 'empty'",
        "    return '%d, from %s' % (crate.total, crate.sorted[0])",
      ],
    ],
    [
      "is taken away",
      [
        "def tag_of(crate):",
        "    text = '%d, from %s' % (crate.total, crate.first) if crate.fruits else 'empty'",
        "    for name in ('total', 'sorted', 'first'): crate.__dict__.pop(name, None)",
        "    return text",
      ],
    ],
    [
      "is computed anew",
      ["def put_in(crate, fruit):", "    crate.fruits.append(fruit)", "    crate.total = len(crate.fruits)"],
    ],
    [
      "is computed by nobody, of an exception",
      ["def blame(problem):", "    return 'a spoiled ' + problem.fruits[problem.at]"],
    ],
    ["is not in what is returned", ["def pack(fruits):", "    return Crate(fruits), len(fruits)"]],
  ])("is no outcome where it %s", async (_how, lines) => {
    expect(await judge(...lines)).toBe("resolved");
  });

  it.each([
    [
      "is another value than it would compute",
      [
        "def tag_of(crate):",
        "    text = '%d, from %s' % (crate.total, crate.first) if crate.fruits else 'empty'",
        "    crate.total = 99",
        "    return text",
      ],
    ],
    [
      "is another value than it would compute, of an exception",
      [
        "def blame(problem):",
        "    text = 'a spoiled ' + problem.fruits[problem.at]",
        "    problem.found = 'fig tree'",
        "    return text",
      ],
    ],
    ["is no longer true", ["def put_in(crate, fruit):", "    crate.fruits.append(fruit)"]],
    ["was set on purpose", ["def claim_total(crate, total):", "    pass"]],
    [
      "was set on purpose to something else",
      ["def claim_total(crate, total):", "    crate.total = total + 1"],
    ],
    [
      "is an attribute that the candidate makes one of",
      [
        "def tag_of(crate):",
        "    crate.stolen = True",
        "    Crate.stolen = functools.cached_property(lambda self: True)",
        "    Crate.stolen.__set_name__(Crate, 'stolen')",
        "    return '%d, from %s' % (crate.total, crate.first) if crate.fruits else 'empty'",
      ],
    ],
    [
      "is one of the candidate's in the place of what the original changes",
      [
        "def claim_total(crate, total):",
        "    Crate.total = functools.cached_property(lambda self: total)",
        "    Crate.total.__set_name__(Crate, 'total')",
      ],
    ],
    [
      "hides a change of what it is computed from",
      [
        "def tag_of(crate):",
        "    text = '%d, from %s' % (crate.total, crate.first) if crate.fruits else 'empty'",
        "    crate.fruits = crate.fruits[:0]",
        "    return text",
      ],
    ],
  ])("is an outcome where it %s", async (_how, lines) => {
    expect(await judge(...lines)).toBe("wrong_observation");
  });

  it("is no change that an example shows, but what is set on purpose is", async () => {
    const shown = async (name: string): Promise<string> => {
      const { grader, definition, language } = await subjectFor(name);
      const target = {
        ...definition,
        class_name: null,
        parameters: ["crate", "total"],
        is_async: false,
        is_generator: false,
      };
      const [first] = grader.suite;
      const observation = grader.expected[first?.id ?? ""];
      if (first === undefined || observation === undefined) throw new Error("There is no case.");
      return describeCase(target, first, observation, { policy: grader.policy, language });
    };
    expect(await shown("tag_of")).not.toContain("afterwards");
    expect(await shown("claim_total")).toContain("# afterwards crate.total is 7");
    expect(await shown("pack")).not.toContain("total=");
  });
});
