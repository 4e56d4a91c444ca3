import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runBody, observationsOf, observeReference } from "../../src/proof/index.ts";
import type { CaseRecipe } from "../../src/spec/index.ts";
import { growSuite, type ObservedCall, type ReimplementationsFound } from "../../src/testgen/index.ts";
import { needingLibraries } from "../judge/python-library.ts";
import { libraries, openProvingGround, type ProvingGround } from "../proof/proving-ground.ts";
import { contextOf } from "./grown-target.ts";

const PATH = "press/names.py";
const FILE = `
def initials(text, limit=3):
    """The first letters of the words of a name, at most so many."""
    letters = []
    for word in text.split(" "):
        if len(letters) == limit:
            break
        letters.append(word[:1].upper())
    return ".".join(letters)
`;

/** Two blanks are an empty word to the original, and none to these. */
const BY_WORDS = [
  'def initials(text, limit=3):\n    return ".".join(word[0].upper() for word in text.split()[:max(limit, 0)])\n',
  'def initials(text, limit=3):\n    words = [word for word in text.split(" ") if word]\n    kept = words[:limit] if limit >= 0 else words\n    return ".".join(map(lambda word: word[0].upper(), kept))\n',
];
const IN_LOWER_CASE =
  'def initials(text, limit=3):\n    return ".".join(word[:1] for word in text.split(" ")[:limit])\n';

describe.skipIf(libraries === undefined)(needingLibraries("what right programs do otherwise"), () => {
  let ground: ProvingGround;
  beforeAll(async () => {
    ground = await openProvingGround({ "press/__init__.py": "", [PATH]: FILE }, PATH);
  });
  afterAll(() => ground[Symbol.asyncDispose]());

  const calls = ["Ada Lovelace", "grace brewster murray hopper", "x"].map((text): ObservedCall => {
    const recipe: CaseRecipe = { shared: [], positional: [text], keywords: {}, files: {}, variables: {} };
    return { recipe, raised: undefined, origin: "observed" };
  });

  /** How many cases of a grown suite each program answers otherwise, and what became of those that were given. */
  async function grow(given: readonly string[]): Promise<{
    readonly otherwise: readonly number[];
    readonly found: ReimplementationsFound | undefined;
  }> {
    const target = ground.targetOf("initials");
    let found: ReimplementationsFound | undefined;
    const programs = given.map((completion, index) => ({ id: `${index}`, kind: "anew", completion }));
    const context = {
      ...contextOf(target, calls),
      ...(given.length === 0
        ? {}
        : { reimplementations: { programs, tell: (told: ReimplementationsFound) => void (found = told) } }),
    };
    const outcome = await growSuite(target, context, {
      seed: 0,
      guardsTrivialBodies: false,
      leastScore: 0.5,
    });
    if (outcome.status !== "grown") throw new Error(outcome.status);
    const cases = [...outcome.suite, ...outcome.examples];
    const expected = observationsOf((await observeReference(target, cases)).results);
    const runs = await Promise.all(
      [...BY_WORDS, IN_LOWER_CASE].map((completion) => runBody(target, completion, cases, expected, true)),
    );
    return { otherwise: runs.map(({ failedCases }) => failedCases.length), found };
  }

  test("is left out where two of them do that do what tests ask, and nothing else", async () => {
    const before = await grow([]);
    expect(before.found).toBeUndefined();
    expect(Math.min(...before.otherwise)).toBeGreaterThan(0);

    const [first = ""] = BY_WORDS;
    const alone = await grow([first, IN_LOWER_CASE]);
    expect(Object.fromEntries(alone.found?.fates ?? [])).toEqual({ 0: "sound", 1: "unsound" });
    expect(alone.found?.leftOut).toBe(0);
    expect(alone.otherwise).toEqual(before.otherwise);

    const { otherwise, found } = await grow([...BY_WORDS, IN_LOWER_CASE]);
    expect(Object.fromEntries(found?.fates ?? [])).toEqual({ 0: "sound", 1: "sound", 2: "unsound" });
    expect(found?.leftOut).toBeGreaterThan(0);
    const [byWords = 0, byFilter = 0, inLowerCase = 0] = otherwise;
    // What one of the two alone does otherwise stays: tabs between words, a limit below nothing.
    expect(byWords).toBeLessThan(before.otherwise[0] ?? 0);
    expect(byFilter).toBeLessThan(before.otherwise[1] ?? 0);
    expect(inLowerCase).toBeGreaterThan(10);
  });
});
