import { describe, expect, test } from "vitest";

import { mutateSuite, type JudgedMutant } from "../../src/proof/index.ts";
import { DEFAULT_LIMITS } from "../../src/spec/index.ts";
import { needingLibraries } from "../judge/python-library.ts";
import { casesFrom, libraries, openProvingGround } from "../proof/proving-ground.ts";

// The second function remembers what it was asked, so that what ran before it in a process may hide a mutant.
const ATTIC: Readonly<Record<string, string>> = {
  "attic.py": `
KNOWN = {}


def weigh(boxes, most=5):
    if boxes > most:
        return "too heavy"
    names = ["light", "fair", "heavy"]
    return names[boxes // 2] if boxes >= 0 else "nothing"


def remember(boxes):
    if boxes not in KNOWN:
        KNOWN[boxes] = "many" if boxes > 3 else "few"
    return KNOWN[boxes] * (boxes % 3 + 1)
`,
};

const title = needingLibraries("the mutation score of a task");

describe.skipIf(libraries === undefined)(title, () => {
  test("is the same at one and two workers, and the second time", async () => {
    const inputs = [0, 2, 4, 6, 5, 3, -1, 9, 1].map((boxes) => ({ positional: [boxes] }));
    const found = new Map<string, (readonly JudgedMutant[])[]>();
    for (const workers of [1, 2]) {
      await using ground = await openProvingGround(ATTIC, "attic.py", { workers });
      for (const name of ["weigh", "remember", "weigh"]) {
        const outcome = await mutateSuite(ground.targetOf(name), casesFrom(inputs, 6), DEFAULT_LIMITS);
        if (outcome.status === "rejected") throw new Error(`${name}: ${outcome.detail}`);
        found.set(name, [...(found.get(name) ?? []), outcome.mutants]);
      }
    }
    expect([...found.values()].map(({ length }) => length)).toEqual([4, 2]);
    for (const [first = [], ...others] of found.values()) {
      for (const other of others) expect(other).toEqual(first);
      expect(new Set(first.map(({ status }) => status))).toContain("killed");
    }
  });
});
