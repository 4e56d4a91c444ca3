import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { needingLibraries } from "../judge/python-library.ts";
import { casesFrom, libraries, openProvingGround, type ProvingGround } from "./proving-ground.ts";
import { slowTest } from "../slow-suites.ts";

const PATH = "mill/sacks.py";
const MILL: Readonly<Record<string, string>> = {
  "mill/__init__.py": "",
  [PATH]: `
import threading

filled = []

def sort(words):
    if len(words) > 2:
        return next(iter(set(words)))
    return "two" + words[1] if len(words) > 1 else "none"

class Label:
    def __init__(self, name, size):
        self.name, self._size, self._hash = name, size, hash(name)

    def __hash__(self):
        return self._hash

def label(name):
    if len(name) > 3:
        return {Label(name.lower(), len(name))}
    return {Label(name, 0)} if name else set()

class Ticket:
    made = 0

    def __init__(self, name, size):
        Ticket.made += 1
        self.name, self.size, self.number = name, size, Ticket.made

def ticket(name):
    if len(name) > 3:
        return Ticket(name.lower(), len(name))
    return Ticket(name, 0) if name else None

class Sieve:
    def __init__(self, size):
        self._size, self._keeps = size, lambda word: len(word) > size

def sieve(size):
    if size > 2:
        return Sieve(size * 2)
    return Sieve(1) if size else None

def locked(size):
    if size > 2:
        return Locked(size * 2)
    return Locked(1) if size else None

class Locked:
    def __init__(self, size):
        self._size, self._lock = size, threading.Lock()

class Bin:
    bins = 0

    def __init__(self):
        Bin.bins += 1
        if Bin.bins > 1:
            raise ValueError("one bin is enough")

def weigh(bin, words):
    if not words:
        return "nothing"
    return len(words) if len(words) > 1 else words[0]

def fill(name):
    filled.append(name)
    if len(name) > 4:
        return len(filled)
    return name.upper() if name else "nobody"
`,
};

const title = needingLibraries("what is shown and graded is stable");

describe.skipIf(libraries === undefined)(title, () => {
  let ground: ProvingGround;
  beforeAll(async () => {
    ground = await openProvingGround(MILL, PATH);
  });
  afterAll(() => ground[Symbol.asyncDispose]());

  const unstable = ["a", "b", "c", "d", "e"];

  slowTest("and at least three examples are left when others are dropped", async () => {
    const inputs = [[], ["oat"], unstable, ["rye", "oat"], ["rye"]];
    expect(await ground.prove("sort", givenWords(inputs, 3))).toMatchObject({
      status: "rejected",
      reason: "unstable",
      detail: expect.stringMatching(
        /^2 of 3 cases that would be shown are stable, 3 are needed; value: returned/,
      ),
    });
  });

  slowTest("and where they are, those that were dropped are counted", async () => {
    const shown = [[], ["oat"], ["oat", "bran"], ["rye", "oat"], unstable];
    const outcome = await ground.prove(
      "sort",
      givenWords([...shown, ["rye"], ["rye", "hay"], ["a", "b"]], 5),
    );
    expect(outcome.evidence?.summary.stability).toEqual({ parents: 5, dropped_cases: 1 });
  });

  slowTest("and so is a graded one; the reason is that of a graded one that was dropped", async () => {
    const inputs = [unstable, [], ["oat"], ["rye", "oat"], ["x", "y", "z", "w"]];
    expect(await ground.prove("sort", givenWords(inputs, 4))).toMatchObject({
      status: "rejected",
      reason: "unstable",
      detail: expect.stringMatching(/^no case of 1 that would be graded is stable; value: returned '[w-z]'/),
    });
  });

  test("alone as in any order", async () => {
    const names = ["", "Ann", "Barbara", "Bo", "Cy"].map((name) => ({ positional: [name] }));
    expect(await ground.prove("fill", casesFrom(names, 3))).toMatchObject({
      status: "rejected",
      detail: expect.stringMatching(/^2 of 3 cases that would be shown are stable/),
    });
  });

  test("without inputs that cannot be made behind others, and without what is like these and graded", async () => {
    const bin = { made: { class: "mill.sacks:Bin", call: "mill.sacks:Bin", positional: [], keywords: {} } };
    const shown = [
      [null, []],
      [null, ["a"]],
      [null, ["a", "b"]],
      [bin, ["c"]],
    ];
    const graded = [
      [bin, ["d", "e"]],
      [null, ["f"]],
      [null, ["g", "h", "i"]],
      [null, []],
      [null, ["j", "k"]],
    ];
    const cases = casesFrom(
      [...shown, ...graded].map((positional) => ({ positional })),
      shown.length,
    );
    const outcome = await ground.prove("weigh", cases);
    if (outcome.status !== "proven") throw new Error(outcome.detail);
    expect(outcome.cases.map(({ id }) => id)).toEqual(["case-002", "case-003", "case-004", "case-005"]);
    expect(outcome.evidence.dropped_cases).toEqual([
      {
        reason: "unstable",
        detail: expect.stringMatching(/^example-4 cannot be observed every time: .*one bin is enough/u),
      },
    ]);
  });

  slowTest("but for a private attribute that changes, which is compared no more", async () => {
    const names = ["", "Ann", "Barbara", "Bo", "Cynthia", "Cy", "Dorothy"];
    const cases = casesFrom(
      names.map((name) => ({ positional: [name] })),
      3,
    );
    const outcome = await ground.prove("label", cases, { private_attributes: ["_hash", "_size"] });
    expect(outcome).toMatchObject({ status: "proven", policy: { private_attributes: ["_size"] } });
    expect(outcome.evidence?.summary.stability.dropped_cases).toBe(0);
    const zero = outcome.evidence?.mutants.filter(({ operator, replacement, start }) => {
      return operator === "integer-constant" && replacement === "1" && start > 60;
    });
    expect(zero?.map(({ status }) => status)).toEqual(["killed"]);
  });

  slowTest("but for a number that counts what was made before, which is not compared", async () => {
    const names = ["", "Ann", "Barbara", "Bo", "Cynthia", "Cy", "Dorothy"];
    const cases = casesFrom(
      names.map((name) => ({ positional: [name] })),
      3,
    );
    const outcome = await ground.prove("ticket", cases);
    expect(outcome).toMatchObject({ status: "proven", policy: { counters: ["number"] } });
    expect(outcome.evidence?.summary.stability.dropped_cases).toBe(0);
    const zero = outcome.evidence?.mutants.filter(({ operator, replacement, start }) => {
      return operator === "integer-constant" && replacement === "1" && start > 60;
    });
    expect(zero?.map(({ status }) => status)).toEqual(["killed"]);
  });

  slowTest(
    "but for a private attribute without a form, unless it is a function that the call made",
    async () => {
      const cases = casesFrom(
        [0, 1, 3, 0, 2, 4, 5, 9].map((size) => ({ positional: [size] })),
        3,
      );
      const locked = await ground.prove("locked", cases, { private_attributes: ["_lock", "_size"] });
      expect(locked).toMatchObject({ status: "proven", policy: { private_attributes: ["_size"] } });
      const sieve = await ground.prove("sieve", cases, { private_attributes: ["_keeps", "_size"] });
      expect(sieve).toMatchObject({
        status: "rejected",
        detail: expect.stringContaining("local_function"),
      });
    },
  );

  function givenWords(inputs: readonly string[][], shown: number): ReturnType<typeof casesFrom> {
    return casesFrom(
      inputs.map((words) => ({ positional: [words] })),
      shown,
    );
  }
});
