import { assert, asyncProperty, constantFrom, tuple } from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  editTarget,
  createJudging,
  judgeCandidate,
  orderFor,
  type GradedTarget,
  type Judgement,
  type ObservedGrader,
} from "../../src/judge/index.ts";
import { call, plantOrchard, type Orchard } from "./orchard.ts";
import { subjectOf } from "./orchard-subject.ts";

/** What a candidate does in one case, as statements that end in `return`. */
const behaviours = {
  right: "return text",
  wrong: "return text + '!'",
  refused: "return lambda: text",
  raises: "raise ValueError(text)",
  crashes: "import os; os._exit(0)",
  loops: "while True: pass",
  // Ended past its limit, but before it is killed: looked at again.
  slow: "import time; end = time.process_time() + 0.15\nwhile time.process_time() < end: pass\nreturn text",
  slowAndWrong:
    "import time; end = time.process_time() + 0.15\nwhile time.process_time() < end: pass\nreturn text + '!'",
  takesMemory: "return len(bytearray(10 ** 11))",
  saysTooMuch: "return text * 10 ** 7",
  writesEverywhere:
    "import os\nfor place in range(3, 40):\n    try: os.write(place, b'junk')\n    except OSError: pass\nreturn text",
  killsItsParent: "import os\ntry: os.kill(os.getppid(), 9)\nexcept OSError: pass\nreturn text",
} as const;
type Behaviour = keyof typeof behaviours;
const names = Object.keys(behaviours) as Behaviour[];
const ids = ["case-1", "case-2", "case-3", "case-4"];

let orchard: Orchard;
let whole: GradedTarget<ObservedGrader>;
let stopping: GradedTarget<ObservedGrader>;
beforeAll(async () => {
  orchard = await plantOrchard();
  whole = await subjectOf(
    orchard,
    "note",
    ids.map((id) => call(id, [id])),
  );
  stopping = { ...whole, grader: { ...whole.grader, stopsAtFirst: true } };
});
afterAll(() => orchard[Symbol.asyncDispose]());

/** A candidate that does so in the cases, in their order. */
function candidate(...each: readonly Behaviour[]): string {
  const branches = each.map((name, index) => {
    const body = behaviours[name].replaceAll(/^/gm, "        ");
    return `    if text == ${JSON.stringify(ids[index])}:\n${body}\n`;
  });
  return `def note(text):\n    with open("note.txt", "a") as file:\n        file.write(text)\n${branches.join("")}`;
}

const ran = ({ outcomes }: Judgement): string[] => ids.filter((id) => outcomes[id] !== "not_run");

/** Judges a candidate both ways; what they say must be the same, but for how much of it ran. */
async function judgeBoth(
  ...each: readonly Behaviour[]
): Promise<{ readonly all: Judgement; readonly few: Judgement }> {
  const all = await judgeCandidate(whole, candidate(...each));
  const few = await judgeCandidate(stopping, candidate(...each));
  const said = ({ verdict, reason, isBuilt, difference }: Judgement) => ({
    verdict,
    reason,
    isBuilt,
    difference,
  });
  expect(said(few)).toEqual(said(all));
  for (const id of ran(few)) expect(few.outcomes[id]).toBe(all.outcomes[id]);
  expect(Object.values(few.outcomes).filter((outcome) => outcome === "failed").length).toBeLessThanOrEqual(1);
  return { all, few };
}

describe("an evaluation that stops at the first difference", () => {
  it("runs no case after it, and tells which did not run", async () => {
    const { all, few } = await judgeBoth("wrong", "wrong", "wrong", "wrong");
    expect([ran(all).length, ran(few).length]).toEqual([4, 1]);
    expect(Object.keys(few.outcomes)).toEqual(ids);
    expect(few.difference?.caseId).toBe(ran(few)[0]);
  });

  it("runs all cases of a right answer", async () => {
    const { few } = await judgeBoth("right", "right", "right", "right");
    expect([few.verdict, ran(few).length]).toEqual(["resolved", 4]);
  });

  it.each(names)(
    "gives the reason of what came first, of an answer that %s after a wrong case or before it",
    async (name) => {
      for (const each of [
        [name, "wrong", "right", "right"],
        ["wrong", name, "right", "right"],
        ["right", name, name, "wrong"],
      ] as const)
        await judgeBoth(...each);
    },
  );

  it("says the same as one that runs them all, of every answer", async () => {
    const behaviour = constantFrom(...names);
    await assert(
      asyncProperty(tuple(behaviour, behaviour, behaviour, behaviour), async (each) => {
        await judgeBoth(...each);
      }),
      { numRuns: 15 },
    );
  });

  it("shares no judgement with one that runs them all", async () => {
    const judging = createJudging(2);
    const completion = candidate("wrong", "wrong", "wrong", "wrong");
    const few = await judging.judge(stopping, completion);
    const all = await judging.judge(whole, completion);
    const again = await judging.judge(stopping, completion);
    expect([few, all, again].map((one) => [ran(one).length, one.isDuplicate])).toEqual([
      [1, false],
      [4, false],
      [1, true],
    ]);
  });
});

it("the order in which the cases run decides which is first", async () => {
  const { all } = await judgeBoth("wrong", "refused", "wrong", "refused");
  const edited = editTarget(whole, candidate("wrong", "refused", "wrong", "refused"));
  const [first] = edited.status === "spliced" ? orderFor(edited.fileText, ids.length) : [];
  expect(all.difference?.caseId).toBe(ids[first ?? -1]);
  expect(all.reason).toBe(first === 0 || first === 2 ? "wrong_observation" : "refused_observation");
});
