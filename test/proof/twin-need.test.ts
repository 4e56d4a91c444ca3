import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { gradedFile } from "../../src/analysis/index.ts";
import { stabiliseWithoutTwins } from "../../src/proof/twin-need.ts";
import { DEFAULT_LIMITS } from "../../src/spec/index.ts";
import { casesFrom, libraries, openProvingGround, type ProvingGround } from "./proving-ground.ts";
import { slowTest } from "../slow-suites.ts";

const PATH = "rungs.py";
const RUNGS = `
def down(steps):
    return -sum(steps)

leap = lambda step: down([step])

def up(steps):
    return sum(steps) if sum(steps) < 9 else leap(steps[0])

def drift(steps):
    return next(iter(set(steps))) if steps and len(steps) > 1 else "still"

first = drift([])

def count(steps):
    return len(steps) + len(first)
`;

const title =
  "a target is settled in the file without its twins (needs pip and its registry for coverage.py)";

describe.skipIf(libraries === undefined)(title, () => {
  let ground: ProvingGround;
  beforeAll(async () => {
    ground = await openProvingGround({ [PATH]: RUNGS }, PATH);
  });
  afterAll(() => ground[Symbol.asyncDispose]());

  /** Settles cases of one call each, the first three of them shown, without the bodies of some others. */
  function settle(name: string, twins: readonly string[], inputs: (number | string)[][]) {
    const { definition, originalText: text, ...others } = ground.targetOf(name);
    const { syntax } = others.language;
    const hidden = syntax.parse(PATH, text).definitions.filter((one) => twins.includes(one.name));
    const whole = { text, definition };
    const graded = gradedFile(others.language, whole, hidden);
    const proofTarget = { ...others, definition: graded.definition, originalText: graded.text };
    const cases = casesFrom(
      inputs.map((steps) => ({ positional: [steps] })),
      3,
    );
    return stabiliseWithoutTwins(proofTarget, whole, cases, { policy: DEFAULT_LIMITS, fewestExamples: 3 });
  }

  slowTest("and loses nothing where they are not needed", async () => {
    expect(await settle("up", ["down"], [[], [1], [2], [1, 2], [3]])).toMatchObject({
      status: "stable",
      dropped: [],
      cases: [{ id: "case-001" }, { id: "case-002" }],
    });
  });

  slowTest("and loses the cases that need one, whose end is named", async () => {
    expect(await settle("up", ["down"], [[], [1], [2], [9], [3], [4, 8]])).toMatchObject({
      status: "stable",
      dropped: [
        { reason: "twin", detail: expect.stringMatching(/^case-001 differs: status: raised NotImpl/) },
        { reason: "twin", detail: expect.stringMatching(/^case-003 differs: /) },
      ],
      examples: [{ id: "example-1" }, { id: "example-2" }, { id: "example-3" }],
      cases: [{ id: "case-002" }],
    });
  });

  test("and is none where too few are left", async () => {
    expect(await settle("up", ["down"], [[], [1], [2], [9]])).toMatchObject({
      status: "rejected",
      reason: "twin",
      detail: expect.stringMatching(/^without its twins in the file, case-001 differs: /),
    });
  });

  test("and is none where its file cannot be imported without them", async () => {
    expect(await settle("count", ["drift"], [[], [1], [2], [1, 2]])).toMatchObject({
      status: "rejected",
      reason: "twin",
      detail: expect.stringMatching(/^without its twins in the file, .*NotImplementedError/s),
    });
  });

  test("but what is wrong with them there as well is told as it is", async () => {
    const words = ["a", "b", "c", "d", "e"];
    expect(await settle("drift", ["down"], [[], ["a"], ["b"], words])).toMatchObject({
      status: "rejected",
      reason: "unstable",
    });
  });
});
