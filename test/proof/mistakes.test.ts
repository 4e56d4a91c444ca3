import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { DEFAULT_THRESHOLDS, type ProofOutcome } from "../../src/proof/index.ts";
import { findFailure } from "../../src/proof/prove.ts";
import type { ValueRecipe } from "../../src/spec/index.ts";
import { givenSummary } from "../datasets/given-evidence.ts";
import { needingLibraries } from "../judge/python-library.ts";
import { casesFrom, libraries, openProvingGround, type ProvingGround } from "./proving-ground.ts";
import { slowTest } from "../slow-suites.ts";

const PATH = "mill/label.py";
const FILE = `
def label(text, width=6):
    """What stands on a sack: the words of a text in lower case, each once, cut."""
    if not text:
        return "none"
    name = "-".join(set(text.lower().split()))
    if len(name) > width:
        return name[:width] + "."
    return name
`;
const PLAIN = ["", "rye", "Flour", "Semolina", "abcdefg", "abcdef", "BRAN", "oats oats", "Oatmeal", "x"];

const title = needingLibraries("mistakes");

describe.skipIf(libraries === undefined)(title, () => {
  let ground: ProvingGround;
  beforeAll(async () => {
    ground = await openProvingGround({ "mill/__init__.py": "", [PATH]: FILE }, PATH);
  });
  afterAll(() => ground[Symbol.asyncDispose]());

  /** The proof with inputs that are known for mistakes, by their ids. */
  const prove = (
    known: Readonly<Record<string, ValueRecipe[]>> = {},
    inputs: readonly string[] = PLAIN,
  ): Promise<ProofOutcome> => {
    const cases = casesFrom(
      inputs.map((input) => ({ positional: [input] })),
      5,
    );
    const witnesses = Object.entries(known).map(([id, positional]) => {
      const [given] = casesFrom([{ positional }], 0).suite;
      if (given === undefined) throw new Error("There is no case.");
      return [id, given] as const;
    });
    return ground.prove("label", { ...cases, witnesses: new Map(witnesses) });
  };

  /** Id of the mistake that has a text in its completion which the others lack. */
  const idOf = (text: string): string => {
    const { language, originalText, definition } = ground.targetOf("label");
    const all = language.variants.mistakes?.(originalText, definition) ?? [];
    const found = all.find(({ kind, completion }) => kind !== "second-order" && completion.includes(text));
    if (found === undefined) throw new Error(`No mistake has ${text}.`);
    return found.id;
  };
  const ignoringWidth = (): string => idOf("width = 6\n");

  slowTest("are told by cases, and those that nothing is known to tell are equivalent", async () => {
    const { status, evidence } = await prove();
    expect(status).toBe("proven");
    const { tried, told, survived, equivalent, left_out } = evidence?.summary.mistakes ?? {};
    expect([survived, told]).toEqual([0, tried]);
    expect([tried, equivalent].every((count) => (count ?? 0) > 0)).toBe(true);
    expect(evidence?.mistakes).toEqual({ tried, told, survivors: [], equivalent, left_out, untold: [] });
  });

  slowTest("that an input tells and no case does survive, with the input and the difference", async () => {
    const before = await prove();
    const ignoring = ignoringWidth();
    const { evidence } = await prove({ [ignoring]: ["flour", 2], [idOf("(text is None)")]: [""] });
    expect(evidence?.mistakes?.survivors).toMatchObject([
      { id: ignoring, operator: "parameter-ignored", input: { positional: ["flour", 2] } },
    ]);
    expect(evidence?.mistakes?.survivors[0]?.diff).toContain("+    width = 6");
    const [was, is] = [before.evidence?.summary, evidence?.summary];
    expect(is?.mistakes).toMatchObject({
      tried: (was?.mistakes?.tried ?? 0) + 1,
      told: was?.mistakes?.told,
      survived: 1,
      equivalent: (was?.mistakes?.equivalent ?? 0) - 1,
    });
    expect([is?.mutation, is?.determinacy]).toEqual([was?.mutation, was?.determinacy]);
  });

  test.each([["rye"], ["rye flour", 2]])(
    "that %j does not tell, or on which the original changes, do not survive",
    async (...input) => {
      const { evidence } = await prove({ [ignoringWidth()]: input });
      expect(evidence?.summary.mistakes?.survived).toBe(0);
    },
  );
});

describe("a target", () => {
  const bodies = { trivial: [], shortcuts: [], rewrites: [], cheats: [] };
  const mutation = { ...givenSummary.mutation, killed_by_hidden: givenSummary.mutation.counted };
  const failureWith = (survived: number): unknown =>
    findFailure(
      {
        ...givenSummary,
        mutation,
        mistakes: { tried: 60, told: 60 - survived, survived, equivalent: 7, left_out: 1 },
      },
      bodies,
      DEFAULT_THRESHOLDS,
    );

  test("is rejected where more than one mistake in twenty survives", () => {
    expect(failureWith(3)).toBeUndefined();
    expect(failureWith(4)).toEqual({
      status: "rejected",
      reason: "mistakes_survive",
      detail: "4 of 60 mistakes that an input tells pass every case",
    });
  });

  test("is not where there is no catalogue", () =>
    expect(findFailure({ ...givenSummary, mutation }, bodies, DEFAULT_THRESHOLDS)).toBeUndefined());
});
