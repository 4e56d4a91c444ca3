import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { ProofOutcome } from "../../src/proof/index.ts";
import { needingLibraries } from "../judge/python-library.ts";
import { casesFrom, libraries, openProvingGround, type ProvingGround } from "./proving-ground.ts";

const CELLAR: Readonly<Record<string, string>> = {
  "cellar/__init__.py": "from cellar.jars import fill, Jar, Crock, label\n",
  "cellar/jars.py": `
from cellar import shelf

def fill(jars, shelf=12):
    if jars > shelf:
        return "over"
    return "full" if jars == shelf else "room"

class Pot:
    def add(self, amount):
        if amount > 3:
            return "too much"
        return "a lot" if amount > 1 else "a bit"

class Jar(Pot):
    def add(self, amount):
        words = ["a bit", "a bit", "a lot", "a lot"]
        return words[amount] if amount < 4 else "too much"

class Crock:
    def add(self, amount):
        return "nothing" if amount < 1 else "lots of it" * amount

def label(text):
    joined = shelf.tidy(text)
    return joined
`,
  "cellar/shelf.py": `
def fill(count, room=12):
    answers = {True: "over", False: "room"}
    return "full" if count == room else answers[count > room]

def tidy(text):
    return "-".join(text.split())
`,
};

const title = needingLibraries("a task is proven against shortcuts");

describe.skipIf(libraries === undefined)(title, () => {
  let ground: ProvingGround;
  beforeAll(async () => {
    ground = await openProvingGround(CELLAR, "cellar/jars.py");
  });
  afterAll(() => ground[Symbol.asyncDispose]());

  test.each([
    { name: "fill", inputs: [3, 12, 20, 0, 13, 7], passing: "sibling-function-cellar.shelf.fill" },
    {
      name: "Jar.add",
      inputs: [0, 2, 5, 1, 3, 9],
      passing: "parent-super, parent-resolution-order, sibling-method-Pot.add",
    },
  ])("and $name is rejected, for $passing does its work", async ({ name, inputs, passing }) => {
    expect(await prove(name, inputs)).toMatchObject({
      status: "rejected",
      reason: "shortcut_resolved",
      detail: `passed by ${passing}`,
    });
  });

  test("and one that none can do is not rejected for them; each that was tried is in the evidence", async () => {
    const outcome = await prove("Crock.add", [0, 1, 2, 3, 4, 5]);
    const evidence = outcome.evidence;
    expect(evidence?.summary.shortcuts).toEqual({
      tried: evidence?.shortcuts.length,
      resolved: 0,
      names: evidence?.shortcuts.map((shortcut) => shortcut.name),
    });
    expect(evidence?.summary.shortcuts.names).toEqual(
      expect.arrayContaining(["table", "sibling-method-Pot.add", "alias-cellar.Crock.add"]),
    );
    expect(new Set(evidence?.shortcuts.map(({ verdict }) => verdict))).toEqual(new Set(["unresolved"]));
  });

  /** Proves a target of the cellar; the first three inputs are shown, the others graded. */
  async function prove(name: string, inputs: readonly number[]): Promise<ProofOutcome> {
    const owner = name.includes(".") ? name.split(".")[0] : undefined;
    const receiver = owner === undefined ? {} : { receiver: { object: { class: `cellar.jars:${owner}` } } };
    return ground.prove(
      name,
      casesFrom(
        inputs.map((input) => ({ ...receiver, positional: [input] })),
        3,
      ),
    );
  }
});
