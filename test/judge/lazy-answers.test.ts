import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { judgeCandidate, type JudgedTarget } from "../../src/judge/index.ts";
import { call, harvest, plantOrchard, type Orchard } from "./orchard.ts";
import { subjectOf } from "./orchard-subject.ts";

let orchard: Orchard;
beforeAll(async () => {
  orchard = await plantOrchard();
});
afterAll(() => orchard[Symbol.asyncDispose]());

const TEXT = `${harvest}

class Crate:
    def __init__(self, fruits):
        self.fruits = fruits


class _Left(Crate):
    pass


class _Right(Crate):
    pass


async def _later(fruit):
    if not fruit:
        raise ValueError("no fruit")
    return fruit.upper()


def refuse(fruit):
    if fruit == "stone":
        raise ValueError("no fruit")


def choose(fruits):
    if "stone" in fruits:
        raise ValueError("no fruit")
    return iter(sorted(fruits))


def ripen(fruits):
    for fruit in fruits:
        if fruit == "stone":
            raise ValueError("no fruit")
        yield fruit.upper()


def fill(fruits):
    return Crate(list(fruits))


def split(fruits):
    return _Left(list(fruits))


def send(fruit):
    return _later(fruit)


async def drip(fruits):
    for fruit in fruits:
        yield fruit
`;

const fruits = [["pear", "apple"], [], ["plum", "stone"]];
const INPUTS: Readonly<Record<string, readonly (string | string[])[]>> = {
  refuse: ["pear", "stone", "plum"],
  send: ["pear", "", "plum"],
};

const subjects = new Map<string, Promise<JudgedTarget>>();

/** What a whole definition comes to in place of the one with its name. */
async function judge(completion: string): Promise<string> {
  const name = /def (\w+)\(/.exec(completion.slice(completion.lastIndexOf("\ndef ") + 1))?.[1] ?? "";
  const suite = (INPUTS[name] ?? fruits).map((input, index) => call(`case-00${index + 1}`, [input]));
  const subject = subjects.get(name) ?? subjectOf(orchard, name, suite, TEXT);
  subjects.set(name, subject);
  const { verdict, reason } = await judgeCandidate(await subject, completion);
  return reason ?? verdict;
}

const lines = (...all: readonly string[]): string => all.join("\n");

describe("an answer that leaves its work to whoever would ask for it", () => {
  it.each([
    [
      "a generator in place of a function that raises",
      lines(
        "def refuse(fruit):",
        "    if fruit == 'stone':",
        "        raise ValueError()",
        "    return",
        "    yield",
      ),
    ],
    [
      "a generator that is given by it",
      lines(
        "def refuse(fruit):",
        "    def check():",
        "        if fruit == 'stone':",
        "            raise ValueError()",
        "        yield",
        "    return check() if fruit == 'stone' else None",
      ),
    ],
    [
      "a lazy iterator of its own class",
      lines(
        "class _Later:",
        "    def __init__(self): pass",
        "    def __iter__(self): return self",
        "    def __next__(self): raise ValueError()",
        "def refuse(fruit):",
        "    return _Later() if fruit == 'stone' else None",
      ),
    ],
    [
      "a coroutine in place of a function that raises",
      lines(
        "async def _check(fruit):",
        "    if fruit == 'stone':",
        "        raise ValueError()",
        "def refuse(fruit):",
        "    return _check(fruit)",
      ),
    ],
    [
      "a coroutine only where it would raise",
      lines(
        "async def _check():",
        "    raise ValueError()",
        "def refuse(fruit):",
        "    return _check() if fruit == 'stone' else None",
      ),
    ],
    [
      "a coroutine in place of an object",
      lines(
        "async def _make(fruits):",
        "    return Crate(list(fruits))",
        "def fill(fruits):",
        "    return _make(fruits)",
      ),
    ],
    [
      "an object that is awaited in place of a function that raises",
      lines(
        "class _Later:",
        "    def __await__(self):",
        "        raise ValueError()",
        "        yield",
        "def refuse(fruit):",
        "    return _Later() if fruit == 'stone' else None",
      ),
    ],
    ["a map in place of a list's iterator's items", lines("def choose(fruits):", "    return list(fruits)")],
    [
      "a list in place of a generator",
      lines("def ripen(fruits):", "    return [fruit.upper() for fruit in fruits if fruit != 'stone']"),
    ],
    [
      "an asynchronous generator in place of a generator",
      lines(
        "async def _ripen(fruits):",
        "    for fruit in fruits:",
        "        if fruit == 'stone': raise ValueError()",
        "        yield fruit.upper()",
        "def ripen(fruits):",
        "    return _ripen(fruits)",
      ),
    ],
    [
      "an instance of a class of its own, derived from the original's",
      lines(
        "class _Crate(Crate):",
        "    def __len__(self): return 0",
        "def fill(fruits):",
        "    return _Crate(list(fruits))",
      ),
    ],
    [
      "an instance of a local class",
      lines("def fill(fruits):", "    class Filled(Crate): pass", "    return Filled(list(fruits))"),
    ],
    ["an instance of another private class", lines("def split(fruits):", "    return _Right(list(fruits))")],
    ["an instance of a private class's base", lines("def split(fruits):", "    return Crate(list(fruits))")],
    [
      "an object that says it is the original's",
      lines(
        "class _Liar:",
        "    __class__ = Crate",
        "    def __init__(self, fruits): self.fruits = fruits",
        "    def __eq__(self, other): return True",
        "    def __reduce__(self): return Crate, (self.fruits,)",
        "def fill(fruits):",
        "    return _Liar(list(fruits))",
      ),
    ],
    [
      "a plain value in place of what is awaited",
      lines(
        "def send(fruit):",
        "    if not fruit:",
        "        raise ValueError()",
        "    return fruit.upper()",
      ),
    ],
  ])("is not taken: %s", async (_what, completion) => {
    expect(await judge(completion)).toBe("wrong_observation");
  });

  it.each([
    [
      "the original's way with another message",
      lines("def refuse(fruit):", "    if fruit == 'stone':", "        raise ValueError('another message')"),
    ],
    [
      "a generator in place of a function that gives iterators",
      lines(
        "def choose(fruits):",
        "    for fruit in sorted(fruits):",
        "        if 'stone' in fruits:",
        "            raise ValueError()",
        "        yield fruit",
      ),
    ],
    [
      "a function that gives iterators in place of a generator",
      lines(
        "def ripen(fruits):",
        "    ripe = [fruit.upper() for fruit in fruits]",
        "    if 'STONE' in ripe:",
        "        raise ValueError()",
        "    return iter(ripe)",
      ),
    ],
    [
      "a coroutine of its own in place of what is awaited",
      lines(
        "async def _own(fruit):",
        "    if not fruit:",
        "        raise ValueError()",
        "    return fruit.upper()",
        "def send(fruit):",
        "    return _own(fruit)",
      ),
    ],
  ])("is taken where the original's is left too: %s", async (_what, completion) => {
    expect(await judge(completion)).toBe("resolved");
  });
});
