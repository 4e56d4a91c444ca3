import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { CaseRecipe, MutantEvidence } from "../../src/spec/index.ts";
import { needingLibraries } from "../judge/python-library.ts";
import { casesFrom, libraries, openProvingGround, type ProvingGround } from "./proving-ground.ts";

const PATH = "mill/seal.py";
const MILL: Readonly<Record<string, string>> = {
  "mill/__init__.py": "",
  [PATH]: `
def seal(weights):
    total = sum(weights) + 4
    if total > 50:
        found = dict(enumerate(weights))
        raise ValueError(
            f"too heavy: {found}",
            total,
        )
    return total
`,
};

const input = (...weights: number[]): Partial<CaseRecipe> => ({ positional: [weights] });

const title = needingLibraries("what only the message of an exception shows");

describe.skipIf(libraries === undefined)(title, () => {
  let ground: ProvingGround;
  beforeAll(async () => {
    ground = await openProvingGround(MILL, PATH);
  });
  afterAll(() => ground[Symbol.asyncDispose]());

  test("is not counted, where a mutant's line ran only when an exception came of it", async () => {
    const inputs = [
      input(3),
      input(60),
      input(3, 4),
      input(20, 21),
      input(30, 40),
      input(1),
      input(46),
      input(47),
    ];
    const outcome = await ground.prove("seal", casesFrom(inputs, 3));
    const mutants = outcome.evidence?.mutants ?? [];
    const on = (line: RegExp): readonly MutantEvidence[] =>
      mutants.filter(({ start }) => lineAt(start).match(line));
    const hidden = on(/found = dict|raise|too heavy|total,/);
    expect(new Set(hidden.map(({ operator }) => operator))).toContain("assignment-value");
    const left = hidden.filter(({ detail }) => detail !== "exception_message");
    expect(new Set(left.map(({ status }) => status))).toEqual(new Set(["killed"]));
    expect(left.map(({ operator }) => operator)).toEqual(
      expect.arrayContaining(["statement-deletion", "raise-removal", "exception-type"]),
    );
    expect(on(/total = sum|if total|return/).map(({ status }) => status)).not.toContain("unobservable");
  });

  function lineAt(start: number): string {
    const text = (MILL[PATH] ?? "").slice(1);
    return text.slice(text.lastIndexOf("\n", start) + 1).split("\n")[0] ?? "";
  }
});
