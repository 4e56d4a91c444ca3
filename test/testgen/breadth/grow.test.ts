import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { observationsOf, observeReference, runBody } from "../../../src/proof/index.ts";
import type { GrowthOutcome, ObservedCall } from "../../../src/testgen/index.ts";
import type { ValueRecipe } from "../../../src/spec/index.ts";
import { needingLibraries } from "../../judge/python-library.ts";
import { libraries, openProvingGround, type ProvingGround } from "../../proof/proving-ground.ts";
import { growFrom } from "../grown-target.ts";
import { slowTest } from "../../slow-suites.ts";

const PATH = "mill/label.py";
const FILE = `
from collections.abc import Iterable

RARE = {"rye": "secale", "spelt": "dinkel"}


def label(text, width=6, joint="-"):
    """What stands on a sack: the words of a text in lower case, each once, cut."""
    if not text:
        return "none"
    words = []
    for word in text.lower().split():
        word = RARE.get(word, word)
        if word not in words:
            words.append(word)
    name = joint.join(words)
    if len(name) > width:
        return name[:width] + "."
    return name


def first_mark(marks: Iterable[str], default="none") -> str:
    """The first mark that is not empty, in lower case."""
    for mark in marks:
        if mark:
            return mark.lower()
    return default


def names(node, stop=None):
    """Names of a node and of all below it, but for those that are stopped and what is below them."""
    if stop is not None and stop(node):
        return []
    below = [name for child in node["below"] for name in names(child, stop)]
    return [node["name"]] + below


def is_mark(text, old=True):
    """Whether a text is the number of a sack, of a year from 1900 on or, where old ones count, before; its last digit is a check digit."""
    if len(text) != 8 or not text.isdigit():
        return False
    if not old and int(text[:4]) < 1900:
        return False
    return sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(text)) % 10 == 0


def entered(book, name, worth, least=0):
    """A copy of the book where a name has a worth, unless the book is full."""
    if len(book) > 3:
        raise ValueError("full")
    copied = {key: value for key, value in book.items() if key > least}
    copied[name] = worth
    return copied
`;
const CALLS = ["", "Rye", "Flour", "Semolina", "oats oats", "abcdef", "bran and rye"];

/** Bodies that somebody could write, and nobody here made of the reference by an operator: none of the observed calls tells them. */
const WRONG = {
  "words split at single blanks": ["text.lower().split()", 'text.lower().strip().split(" ")'],
  "the joint cut off at the end": ["name[:width]", 'name[:width].rstrip("-")'],
  "rare words looked for before they are lowered": [
    "word = RARE.get(word, word)",
    "word = RARE.get(word, word) if word in text or word.capitalize() in text else word",
  ],
  "neighbours compared only": ["word not in words", "words[-1:] != [word]"],
  "another joint forgotten": ["joint.join(words)", '"-".join(words)'],
} as const;

const title = needingLibraries("a grown suite");

const MARKED: readonly (readonly string[])[] = [[], ["r"], ["", "W"], ["R", "w", "o"], ["oats", ""]];

describe.skipIf(libraries === undefined)(title, () => {
  let ground: ProvingGround;
  let grown: Extract<GrowthOutcome, { status: "grown" }>;
  const grow = (): Promise<GrowthOutcome> => {
    const calls = CALLS.map((text): ObservedCall => {
      const recipe = { shared: [], positional: [text], keywords: {}, files: {}, variables: {} };
      return { recipe, raised: undefined, origin: "observed" };
    });
    return growFrom(ground.targetOf("label"), calls, 0.8);
  };
  beforeAll(async () => {
    ground = await openProvingGround({ "mill/__init__.py": "", [PATH]: FILE }, PATH);
    const outcome = await grow();
    if (outcome.status !== "grown") throw new Error(JSON.stringify(outcome));
    grown = outcome;
  });
  afterAll(() => ground[Symbol.asyncDispose]());

  slowTest("asks for nothing left of an iterator where no call left any", async () => {
    const calls = MARKED.map((marks): ObservedCall => {
      const recipe = { shared: [], positional: [[...marks]], keywords: {}, files: {}, variables: {} };
      return { recipe, raised: undefined, origin: "observed" };
    });
    const target = ground.targetOf("first_mark");
    const outcome = await growFrom(target, calls, 0.8);
    if (outcome.status !== "grown") throw new Error(JSON.stringify(outcome));
    const given = outcome.suite.filter(({ recipe }) => "iterator" in Object(recipe.positional[0]));
    expect(given.length).toBeGreaterThan(0);
    const shown = Object.values(observationsOf((await observeReference(target, given)).results));
    const left = shown.flatMap((each) => (each.status === "returned" ? [each.positional[0]] : []));
    expect(left).toEqual(shown.map(() => ({ iterator: [], end: "stop" })));
  });

  slowTest("asks functions that tests wrote about other places than the tests did", async () => {
    const node = (name: string, ...below: readonly ValueRecipe[]): ValueRecipe => ({
      dict: [
        ["name", name],
        ["below", [...below]],
      ],
    });
    const tree = node("a", node("b", node("d")), node("c"));
    const calls = ["z", "a"].map((name): ObservedCall => {
      const stop = { function: { text: `lambda n: n['name'] == '${name}'` } };
      const recipe = { shared: [], positional: [tree, stop], keywords: {}, files: {}, variables: {} };
      return { recipe, raised: undefined, origin: "observed" };
    });
    const target = ground.targetOf("names");
    const outcome = await growFrom(target, calls, 0.5);
    if (outcome.status !== "grown") throw new Error(JSON.stringify(outcome));
    const expected = observationsOf((await observeReference(target, outcome.suite)).results);
    const { start, end } = target.definition.spans.whole;
    const body = FILE.slice(start, end);
    const wrong = body.replace("names(child, stop)]", "names(child)]");
    expect((await runBody(target, wrong, outcome.suite, expected)).verdict).toBe("unresolved");
    expect((await runBody(target, body, outcome.suite, expected)).verdict).toBe("resolved");
    expect(JSON.stringify(outcome.suite)).toMatch(/lambda n: n\['name'\] == '[bd]'/u);
  });

  slowTest("asks for texts that are taken where nearly none is", async () => {
    const calls = ["19010342", "18990016", "19010346", "1901034", "19O10342"].map((text): ObservedCall => {
      const recipe = { shared: [], positional: [text], keywords: {}, files: {}, variables: {} };
      return { recipe, raised: undefined, origin: "observed" };
    });
    const target = ground.targetOf("is_mark");
    const outcome = await growFrom(target, calls, 0.5);
    if (outcome.status !== "grown") throw new Error(JSON.stringify(outcome));
    const shown = observationsOf((await observeReference(target, outcome.suite)).results);
    const isTaken = ({ id }: { readonly id: string }): boolean => {
      const observed = shown[id];
      return observed?.status === "returned" && observed.value === true;
    };
    const taken = new Set(
      outcome.suite.filter(isTaken).map(({ recipe }) => JSON.stringify(recipe.positional[0])),
    );
    expect(taken.size).toBeGreaterThan(24);
  });

  slowTest("asks for nothing and for zero where a value is only passed on, and nowhere else", async () => {
    const calls = [2, 5, 7, 9].map((size): ObservedCall => {
      const book = { dict: Array.from({ length: size % 5 }, (_, at) => [at + 1, at + size]) };
      const recipe = { shared: [], positional: [book, size, 4, 0], keywords: {}, files: {}, variables: {} };
      return { recipe, raised: undefined, origin: "observed" };
    });
    const target = ground.targetOf("entered");
    const outcome = await growFrom(target, calls, 0.5);
    if (outcome.status !== "grown") throw new Error(JSON.stringify(outcome));
    const given = (at: number): unknown[] => outcome.suite.map(({ recipe }) => recipe.positional[at]);
    expect(given(2)).toContain(null);
    expect(JSON.stringify(given(0))).toMatch(/\[\d+,null\]/u);
    expect(given(3)).not.toContain(null);
    const expected = observationsOf((await observeReference(target, outcome.suite)).results);
    const { start, end } = target.definition.spans.whole;
    const body = FILE.slice(start, end);
    for (const wrong of [
      body.replace("copied[name] = worth", "if worth is not None:\n        copied[name] = worth"),
      body.replace("if key > least", "if key > least and value"),
    ])
      expect((await runBody(target, wrong, outcome.suite, expected)).verdict).toBe("unresolved");
  });

  test("tells nearly all wrong bodies that no operator makes", async () => {
    const target = ground.targetOf("label");
    const expected = observationsOf((await observeReference(target, grown.suite)).results);
    const { start, end } = target.definition.spans.whole;
    const passing: string[] = [];
    for (const [name, [right, wrong]] of Object.entries(WRONG)) {
      const completion = FILE.slice(start, end).replace(right, wrong);
      expect(completion).toContain(wrong);
      const { verdict } = await runBody(target, completion, grown.suite, expected);
      if (verdict === "resolved") passing.push(name);
    }
    expect(passing.length, passing.join("; ")).toBeLessThanOrEqual(1);
  });

  test("has an input for each mistake that anything tells, and the others by name", () => {
    const { language, originalText, definition } = ground.targetOf("label");
    const ids = language.variants.mistakes?.(originalText, definition)?.map(({ id }) => id);
    expect([...grown.witnesses.keys(), ...grown.untold].toSorted()).toEqual(ids?.toSorted());
    expect(grown.witnesses.size).toBeGreaterThan(grown.untold.size);
  });

  slowTest("is the same when it is grown again", async () => {
    const again = await grow();
    expect(again).toEqual(grown);
  });
});
