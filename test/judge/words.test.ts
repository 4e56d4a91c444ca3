import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { judgeCandidate } from "../../src/judge/index.ts";
import { call, harvest, plantOrchard, type Orchard } from "./orchard.ts";
import { subjectOf } from "./orchard-subject.ts";

let orchard: Orchard;
beforeAll(async () => {
  orchard = await plantOrchard();
});
afterAll(() => orchard[Symbol.asyncDispose]());

const TEXT = `${harvest}

class Crate:
    pass


def name_all(crate, word, **more):
    with open(word, "w") as file:
        file.write("pear")
    setattr(crate, word, 1)
    more[word].append(word)
    return {word: word}
`;
const HEADER = "def name_all(crate, word, **more):";
const BODY: Readonly<Record<string, readonly string[]>> = {
  "the file": ['with open(word, "w") as file:', '    file.write("pear")'],
  "the attribute": ["setattr(crate, word, 1)"],
  "the argument": ["more[word].append(word)"],
  "the dictionary's key": ["return {word: word}"],
};

describe.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("the word %s", (word) => {
  /** What the original's body comes to without one of its parts, as a task whose only case has the word for its id. */
  const judge = async (left: string | undefined): Promise<string> => {
    const crate = { object: { class: "orchard.harvest:Crate" } };
    const plain = call(word, [crate, word]);
    const one = { ...plain, recipe: { ...plain.recipe, keywords: Object.fromEntries([[word, []]]) } };
    const subject = await subjectOf(orchard, "name_all", [one], TEXT);
    const kept = Object.entries(BODY).flatMap(([part, lines]) =>
      part !== left ? lines : part === "the dictionary's key" ? ["return {}"] : [],
    );
    const completion = [HEADER, ...kept.map((line) => `    ${line}`)].join("\n");
    const { verdict, reason, outcomes } = await judgeCandidate(subject, completion);
    expect(Object.keys(outcomes)).toEqual([word]);
    return reason ?? verdict;
  };

  it("is seen wherever a candidate uses it", async () => {
    expect(await judge(undefined)).toBe("resolved");
    for (const part of Object.keys(BODY))
      expect([part, await judge(part)]).toEqual([part, "wrong_observation"]);
  });
});
