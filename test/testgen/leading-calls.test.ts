import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { describeCase } from "../../src/judge/index.ts";
import { observationsOf, observeReference, runBody } from "../../src/proof/index.ts";
import type { CaseRecipe, SuiteCase } from "../../src/spec/index.ts";
import {
  growSuite,
  type GrowthOutcome,
  type LeadingCalls,
  type ObservedCall,
} from "../../src/testgen/index.ts";
import { needingLibraries } from "../judge/python-library.ts";
import { libraries, openProvingGround, type ProvingGround } from "../proof/proving-ground.ts";
import { slowTest } from "../slow-suites.ts";
import { contextOf } from "./grown-target.ts";

const PATH = "mill/scale.py";
const FILE = `
UNITS = {"g": 1, "kg": 1000}


class Scale:
    """A scale that knows what was weighed before, and how."""

    def __init__(self, unit="g"):
        self.unit = unit
        self.before = []

    def total(self, text):
        return sum(self.weight(part) for part in text.split("+"))

    def note(self, text):
        self.weight(text)

    def weight(self, text):
        number, _, unit = text.strip().partition(" ")
        found = int(number) * UNITS[unit or self.unit]
        if found < 0:
            raise ValueError(text)
        self.before.append(found)
        return found


def weigh(text, unit="g"):
    return Scale(unit).total(text)
`;

function recipe(parts: Partial<CaseRecipe>): CaseRecipe {
  return { shared: [], positional: [], keywords: {}, files: {}, variables: {}, ...parts };
}

const scale = (unit: string): CaseRecipe["receiver"] => ({
  made: { class: "mill.scale:Scale", call: "mill.scale:Scale", positional: [unit], keywords: {} },
});
const weigh = (text: string): CaseRecipe => recipe({ call: "mill.scale:weigh", positional: [text] });
const total = (unit: string, text: string): CaseRecipe =>
  recipe({ call: "total", receiver: scale(unit), positional: [text] });

const caseOf = (given: CaseRecipe, index: number): SuiteCase => ({
  id: `case-${index}`,
  origin: "harvested",
  recipe: given,
});

describe.skipIf(libraries === undefined)(needingLibraries("calls that lead to a target"), () => {
  let ground: ProvingGround;
  beforeAll(async () => {
    ground = await openProvingGround({ "mill/__init__.py": "", [PATH]: FILE }, PATH);
  });
  afterAll(() => ground[Symbol.asyncDispose]());

  const bodyOf = (right: string, wrong: string): string => {
    const { start, end } = ground.targetOf("Scale.weight").definition.spans.whole;
    expect(FILE.slice(start, end)).toContain(right);
    return FILE.slice(start, end).replace(right, wrong);
  };

  test("are judged by what they show, of functions and of objects as they are made", async () => {
    const target = ground.targetOf("Scale.weight");
    const note = recipe({ call: "note", receiver: scale("g"), positional: ["7"] });
    const cases = [weigh("1 kg + 2"), weigh("-1"), total("kg", "2+3 g"), note].map(caseOf);
    const outcome = await observeReference(target, cases, { traceArcs: true });
    expect(outcome.results.map(({ arcs = [] }) => arcs.length > 0)).toEqual([true, true, true, true]);
    const expected = observationsOf(outcome.results);
    expect(expected).toMatchObject({
      "case-0": { status: "returned", value: 1002 },
      "case-1": { status: "raised", exception: { class: "builtins:ValueError" } },
      "case-3": { status: "returned", value: null, receiver: { object: { state: { before: [7] } } } },
      "case-2": { status: "returned", value: 2003 },
    });
    for (const [right, wrong, failed] of [
      ["unit or self.unit", 'unit or "g"', ["case-2"]],
      ["< 0", "< -1", ["case-1"]],
      ["self.before.append(found)", "pass", ["case-3"]],
      ["found < 0", "0 > found", []],
    ] as const) {
      const run = await runBody(target, bodyOf(right, wrong), cases, expected);
      expect(run.failedCases, wrong).toEqual(failed);
    }
  });

  test("read as what is typed", async () => {
    const target = ground.targetOf("Scale.weight");
    const cases = [weigh("1 kg"), total("kg", "2")].map(caseOf);
    const expected = observationsOf((await observeReference(target, cases)).results);
    const { language, policy, definition } = target;
    const shown = cases.flatMap((one) => {
      const observation = expected[one.id];
      const called = language.editing.describe(definition);
      return observation === undefined ? [] : [describeCase(called, one, observation, { language, policy })];
    });
    expect(shown[0]).toBe(">>> weigh('1 kg')\n1000");
    expect(shown[1]).toBe(">>> self = Scale('kg')\n>>> self.total('2')\n2000");
  });

  slowTest("are graded where an example shows one, and never varied as calls of the target", async () => {
    const target = ground.targetOf("Scale.weight");
    const calls = ["1", "2 kg", " 3 g", "-4", "0"].map((text): ObservedCall => {
      const receiver = { object: { class: "mill.scale:Scale", state: { unit: "g", before: [] } } };
      const raised = text === "-4" ? "builtins:ValueError" : undefined;
      return { recipe: recipe({ receiver, positional: [text] }), raised, origin: "observed" };
    });
    const texts = ["1+1", "2 kg+3", "1 g + 1 kg", "5+-5", "7", "-2", "10 kg+1", "0+0", "3 kg", "1+2+3 kg"];
    const vary: LeadingCalls["vary"] = (bases) => bases.slice(0, 1).map(() => weigh("4+4 kg"));
    const leading = { known: texts.map(weigh), vary, exceptions: new Set<string>() };
    const outcome: GrowthOutcome = await growSuite(
      target,
      { ...contextOf(target, calls), leading },
      { seed: 0, guardsTrivialBodies: false, leastScore: 0.5 },
    );
    if (outcome.status !== "grown") throw new Error(JSON.stringify(outcome));
    const textsOf = (cases: readonly SuiteCase[]): readonly unknown[] =>
      cases.filter((one) => one.recipe.call !== undefined).map((one) => one.recipe.positional[0]);
    expect(textsOf(outcome.examples).length).toBeGreaterThan(0);
    expect(textsOf(outcome.suite).length).toBeGreaterThan(3);
    expect([...texts, "4+4 kg"]).toEqual(
      expect.arrayContaining([...textsOf(outcome.suite), ...textsOf(outcome.examples)]),
    );
  });

  slowTest("are all that grades a target whose inputs cannot be written", async () => {
    const target = ground.targetOf("Scale.weight");
    const texts = ["1+1", "2 kg+3", "1 g + 1 kg", "5+-5", "7", "-2", "10 kg+1", "0+0", "3 kg", "1+2+3 kg"];
    const vary: LeadingCalls["vary"] = () => [weigh("4+4 kg")];
    const leading = { known: texts.map(weigh), vary, exceptions: new Set(["ValueError"]) };
    const context = contextOf(target, []);
    const pools = { ...context.pools, byClass: new Map() };
    const options = { seed: 0, guardsTrivialBodies: false, leastScore: 0.5 };
    expect(await growSuite(target, { ...context, pools }, options)).toMatchObject({ reason: "no_input" });
    const outcome = await growSuite(target, { ...context, pools, leading }, options);
    if (outcome.status !== "grown") throw new Error(JSON.stringify(outcome));
    const all = [...outcome.suite, ...outcome.examples].map((one) => one.recipe);
    expect(new Set(all.map(({ call }) => call))).toEqual(new Set(["mill.scale:weigh"]));
    expect(outcome.suite.length).toBeGreaterThan(2);
  });
});
