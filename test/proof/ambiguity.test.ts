import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { CaseRecipe } from "../../src/spec/index.ts";
import { needingLibraries } from "../judge/python-library.ts";
import { casesFrom, libraries, openProvingGround, type ProvingGround } from "./proving-ground.ts";
import { slowTest } from "../slow-suites.ts";

const PATH = "mill/sacks.py";
const MILL: Readonly<Record<string, string>> = {
  "mill/__init__.py": "",
  [PATH]: `
class Sack:
    def __init__(self, owner, weight):
        self.owner = owner
        self._weight = weight

    def price(self, rate):
        weight = vars(self)["_weight"]
        if weight > 10:
            return rate * 2
        return rate + weight

def count(call, most):
    found = len(call.parameters)
    return found if found < most else most * 2

def shorten(text, most=3):
    if len(text) > most:
        return text[-most:]
    return text + "."
`,
};

type Input = Partial<CaseRecipe>;

const title = needingLibraries("what is printed alike ends alike");

describe.skipIf(libraries === undefined)(title, () => {
  let ground: ProvingGround;
  beforeAll(async () => {
    ground = await openProvingGround(MILL, PATH);
  });
  afterAll(() => ground[Symbol.asyncDispose]());

  const sack = (weight: number, rate = 5): Input => ({
    receiver: { object: { class: "mill.sacks:Sack", state: { owner: "Ann", _weight: weight } } },
    positional: [rate],
  });

  test.each([
    { given: [sack(1), sack(20), sack(30), sack(2)], pair: "example-1 and example-2" },
    { given: [sack(20), sack(30), sack(40), sack(2)], pair: "example-1 and case-001" },
    { given: [sack(1, 7), sack(20, 8), sack(2, 9), sack(20), sack(2)], pair: "case-001 and case-002" },
  ])("or the task is rejected: $pair differ in what nothing visible reads", async ({ given, pair }) => {
    expect(await ground.prove("Sack.price", casesFrom(given, 3))).toMatchObject({
      status: "rejected",
      reason: "indeterminate",
      detail: `${pair} are printed alike and end differently: >>> self = <Sack owner='Ann'> >>> self.price(5)`,
    });
  });

  slowTest("but not where code that stays visible reads it, so that it is printed", async () => {
    const shown = [sack(1), sack(20), sack(10), sack(11), sack(-4, 9)];
    const graded = [sack(2), sack(30), sack(10, 7), sack(11, 3), sack(-3, 4)];
    const cases = casesFrom([...shown, ...graded], shown.length);
    expect(await ground.prove("Sack.price", cases, { private_attributes: ["_weight"] })).toMatchObject({
      status: "proven",
    });
  });

  slowTest("nor where print only leaves out the end of a long value", async () => {
    const long = (end: string): Input => ({ positional: ["m".repeat(9_000) + end] });
    const short = (text: string): Input => ({ positional: [text] });
    const shown = [long("abc"), long("xyz"), short("ab"), short("abc"), short("abcd")];
    const graded = [long("uvw"), short("xy"), short("xyz"), short("wxyz")];
    expect(await ground.prove("shorten", casesFrom([...shown, ...graded], shown.length))).toMatchObject({
      status: "proven",
    });
  });

  slowTest(
    "nor where an object of somebody else's class tells by its methods what it keeps to itself",
    async () => {
      const call = (names: string, most = 2): Input => ({
        positional: [
          {
            object: {
              class: "inspect:Signature",
              slots: { _parameters: { dict: Array.from(names, (name) => [name, null]) } },
            },
          },
          most,
        ],
      });
      const shown = [call(""), call("a"), call("ab"), call("abc"), call("abcd", 3)];
      const graded = [call("b"), call("cd"), call("bcd"), call("cd", 3), call("abcd", 4)];
      expect(await ground.prove("count", casesFrom([...shown, ...graded], shown.length))).toMatchObject({
        status: "proven",
      });
    },
  );
});
