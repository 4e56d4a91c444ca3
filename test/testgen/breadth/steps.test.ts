import { describe, expect, test } from "vitest";

import { createRandom } from "../../../src/base/index.ts";
import type { ValueRecipe } from "../../../src/spec/index.ts";
import { EMPTY } from "../../../src/testgen/breadth/text-edge.ts";
import { inOrder, StepDraw, type Step } from "../../../src/testgen/breadth/steps.ts";
import { CONSTANT, STRUCTURE } from "../../../src/testgen/breadth/text-edge.ts";

const base = {
  recipe: { shared: [], positional: ["a"], keywords: {}, files: {}, variables: {} },
  arcs: ["arc 1 2"],
};

function step(name: string, kind: string, isSpecific = false, value: ValueRecipe = "a"): Step {
  return {
    base,
    spot: { name, value, write: (recipe) => recipe },
    edge: { kind, value: kind, isSpecific },
  };
}

const many = Array.from({ length: 400 }, (_, at) => step("text", `${CONSTANT}${at}`));
const few = [
  step("text", EMPTY),
  step("text", "found elsewhere", true),
  step("text", "in capitals"),
  step("text", `${STRUCTURE}parts reversed`),
  step("count", "flipped"),
];

describe("the order of changes", () => {
  const kinds = inOrder([...many, ...few], createRandom("order")).map(({ edge }) => edge.kind);

  test("has what there is little of before most of what there is much of", () => {
    for (const { edge } of few) expect(kinds.indexOf(edge.kind)).toBeLessThan(12);
    expect(kinds).toHaveLength(many.length + few.length);
  });

  test("has the empty value before others of its place", () => {
    expect(kinds.indexOf(EMPTY)).toBeLessThan(kinds.indexOf("found elsewhere"));
  });

  test("takes what stands at a place by turns of its types", () => {
    const listed = [step("text", "reversed", false, [{ tuple: [1] }]), step("text", "sorted", false, ["a"])];
    const mixed = inOrder(
      [...Array.from({ length: 90 }, (_, at) => step("text", `plain ${at}`)), ...listed],
      createRandom("order"),
    );
    const first = mixed.slice(0, 3).map(({ edge }) => edge.kind);
    expect(first).toEqual(expect.arrayContaining(["reversed", "sorted"]));
  });

  test("takes what is changed of how an object is made by turns of the calls", () => {
    const made = { made: { call: "forest:Tree", class: "forest:Tree", positional: [] } };
    const others = ["one more by add", "a call less"].map((kind) => step("text", kind, false, made));
    const calls = Array.from({ length: 40 }, (_, at) => step("text", `a call of m${at}`, false, made));
    const mixed = inOrder([...calls, ...many, ...others], createRandom("order"));
    const first = mixed.slice(0, 6).map(({ edge }) => edge.kind);
    expect(first).toEqual(expect.arrayContaining(["one more by add", "a call less"]));
  });

  test("is the same for the same seed", () => {
    expect(inOrder([...many, ...few], createRandom("order")).map(({ edge }) => edge.kind)).toEqual(kinds);
  });
});

test("drawn changes are of each place and each kind, however many there are of one", () => {
  const steps = new StepDraw([...many, ...few], createRandom("draw"));
  const drawn = Array.from({ length: 200 }, () => steps.draw().edge.kind);
  for (const { edge } of few) expect(drawn).toContain(edge.kind);
});
