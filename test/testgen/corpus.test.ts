import { describe, expect, test } from "vitest";

import { referenceLines } from "../../src/judge/index.ts";
import type { ProofTarget } from "../../src/proof/index.ts";
import type { SuiteCase } from "../../src/spec/index.ts";
import { inferContract } from "../../src/testgen/infer-contract.ts";
import { Corpus, type EmptyCorpus } from "../../src/testgen/corpus.ts";
import type { ProposedCase } from "../../src/testgen/test-strategy.ts";
import { needingLibraries } from "../judge/python-library.ts";
import { libraries, openProvingGround, type ProvingGround } from "../proof/proving-ground.ts";
import { slowTest } from "../slow-suites.ts";
import { contextOf } from "./grown-target.ts";

const PATH = "mill/rows.py";
const FILE = `
def rows(text, count):
    if count > 10 ** 9:
        while True:
            pass
    return [text] * count


def sacks(weight):
    while True:
        for _ in range(weight):
            abs(next_weight(weight))
        yield weight


def next_weight(weight):
    return weight + 1


def fill(sacks, weight, limit):
    if limit < 0:
        raise ValueError("no limit")
    for number in range(weight):
        if number >= limit:
            raise ValueError("too heavy")
        sacks.append(number)
`;

/** A target, and corpora of it that hold nothing yet. */
async function given(
  ground: ProvingGround,
  name: string,
): Promise<{ readonly target: ProofTarget; readonly createCorpus: () => Corpus }> {
  const target = ground.targetOf(name);
  const { evaluator, editableTree, originalText } = target;
  const possible = await evaluator.findPossibleArcs(editableTree, originalText, referenceLines(target));
  return {
    target,
    createCorpus: () => new Corpus(target, inferContract(contextOf(target, [])), possible),
  };
}

describe.skipIf(libraries === undefined)(needingLibraries("observing cases of a corpus"), () => {
  test("sees each case, whatever others write or how long one takes", async () => {
    await using ground = await openProvingGround({ "mill/__init__.py": "", [PATH]: FILE }, PATH);
    const { target, createCorpus } = await given(ground, "rows");
    const corpus = createCorpus();
    const endless = 17;
    const cases = Array.from({ length: 40 }, (_, index): SuiteCase => {
      const positional = ["flour", index === endless ? 10 ** 10 : 20 + index];
      const recipe = { shared: [], positional, keywords: {}, files: {}, variables: {} };
      return { id: `case-${index}`, origin: "grown", recipe };
    });
    const limits = { ...target.limits, outputBytes: 5_000, caseCpuSeconds: 0.1 };
    const seen = await corpus.observe({ ...target, limits }, cases);
    expect(seen.map(({ proposed }) => proposed.id)).toEqual(
      cases.flatMap(({ id }, index) => (index === endless ? [] : [id])),
    );
  });

  test("passes over a call that raised after it had changed what it was given", async () => {
    await using ground = await openProvingGround({ "mill/__init__.py": "", [PATH]: FILE }, PATH);
    const { target, createCorpus } = await given(ground, "fill");
    const corpus = createCorpus();
    const recipeOf = (weight: number, limit: number): SuiteCase["recipe"] => ({
      shared: [],
      positional: [[], weight, limit],
      keywords: {},
      files: {},
      variables: {},
    });
    await corpus.admitSeeds([
      { origin: "observed", recipe: recipeOf(2, -1) },
      { origin: "observed", recipe: recipeOf(1, 2) },
    ]);
    const tried: readonly (readonly [weight: number, limit: number])[] = [
      [3, -1],
      [3, 0],
      [3, 1],
      [3, 4],
    ];
    const cases = tried.map(([weight, limit], at): SuiteCase => {
      return { id: `case-${at}`, origin: "grown", recipe: recipeOf(weight, limit) };
    });
    const seen = await corpus.observe(target, cases);
    expect(seen.map(({ proposed }) => proposed.recipe.positional.slice(1))).toEqual([
      [3, -1],
      [3, 0],
      [3, 4],
    ]);
  });

  slowTest("takes no first input that calls functions without end", async () => {
    await using ground = await openProvingGround({ "mill/__init__.py": "", [PATH]: FILE }, PATH);
    const { createCorpus } = await given(ground, "sacks");
    const seeds = (weights: readonly number[]): readonly ProposedCase[] =>
      weights.map((weight) => ({
        origin: "observed",
        recipe: { shared: [], positional: [weight], keywords: {}, files: {}, variables: {} },
      }));
    const admit = async (weights: readonly number[]): Promise<[EmptyCorpus | undefined, unknown]> => {
      const corpus = createCorpus();
      const failure = await corpus.admitSeeds(seeds(weights));
      return [failure, corpus.valued().map(({ proposed }) => proposed.recipe.positional)];
    };
    expect(await admit([1, 400, 2])).toEqual([undefined, [[1], [2]]]);
    const [failure] = await admit([400, 500]);
    expect(failure).toMatchObject({ status: "rejected", reason: "too_slow" });
  });
});
