import { describe, expect, test } from "vitest";

import { referenceLines } from "../../src/judge/index.ts";
import type { SuiteCase } from "../../src/spec/index.ts";
import { inferContract } from "../../src/testgen/infer-contract.ts";
import { Corpus } from "../../src/testgen/corpus.ts";
import { needingLibraries } from "../judge/python-library.ts";
import { libraries, openProvingGround } from "../proof/proving-ground.ts";
import { contextOf } from "./grown-target.ts";

const PATH = "mill/rows.py";
const FILE = `
def rows(text, count):
    if count > 10 ** 9:
        while True:
            pass
    return [text] * count
`;

describe.skipIf(libraries === undefined)(needingLibraries("observing cases of a corpus"), () => {
  test("sees each case, whatever others write or how long one takes", async () => {
    await using ground = await openProvingGround({ "mill/__init__.py": "", [PATH]: FILE }, PATH);
    const target = ground.targetOf("rows");
    const possible = await target.evaluator.findPossibleArcs(
      target.editableTree,
      target.originalText,
      referenceLines(target),
    );
    const corpus = new Corpus(target, inferContract(contextOf(target, [])), possible);
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
});
