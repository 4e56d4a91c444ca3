import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { observationsOf, observeReference } from "../../src/proof/index.ts";
import type { SuiteCase } from "../../src/spec/index.ts";
import { findRounding } from "../../src/testgen/rounding.ts";
import { needingLibraries } from "../judge/python-library.ts";
import { libraries, openProvingGround, type ProvingGround } from "../proof/proving-ground.ts";

const PATH = "mill/sails.py";
const FILE = `
import math


def turn(length, angle):
    if length < 0:
        return repr(angle)
    if length > 5 and angle > 2.718281828459045:
        raise ValueError("too far")
    return [length * math.cos(angle), length * math.sin(angle)]
`;

const QUARTER = "1.5707963267948966";
const CALLS: Readonly<Record<string, readonly [length: number, angle: string]>> = {
  "a quarter leaves what rounding leaves of nothing": [1, QUARTER],
  "an eighth": [1, "0.7853981633974483"],
  "an angle that somebody chose": [1, "1.5708"],
  "an angle that is written out": [-1, QUARTER],
  "on a computed bound": [6, "2.718281828459045"],
  "beyond it": [6, "2.918281828459045"],
};

describe.skipIf(libraries === undefined)(needingLibraries("cases with numbers of many digits"), () => {
  let ground: ProvingGround;
  beforeAll(async () => {
    ground = await openProvingGround({ "mill/__init__.py": "", [PATH]: FILE }, PATH);
  });
  afterAll(() => ground[Symbol.asyncDispose]());

  test("hang on rounding where a few units in the last place change what they show", async () => {
    const target = ground.targetOf("turn");
    const cases = Object.entries(CALLS).map(
      ([id, [length, angle]]): SuiteCase => ({
        id,
        origin: "observed",
        recipe: {
          shared: [],
          positional: [length, { float: angle }],
          keywords: {},
          files: {},
          variables: {},
        },
      }),
    );
    const observed = observationsOf((await observeReference(target, cases)).results);
    const found = await findRounding(
      target,
      cases.flatMap((proposed) => {
        const observation = observed[proposed.id];
        return observation === undefined ? [] : [{ proposed, observation, arcs: [], characters: 0 }];
      }),
    );
    expect([...found]).toEqual(["a quarter leaves what rounding leaves of nothing", "on a computed bound"]);
  });
});
