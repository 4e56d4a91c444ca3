import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createJudging, type JudgedTarget } from "../../src/judge/index.ts";
import { subjectOf } from "./orchard-subject.ts";
import { call, plantOrchard, type Orchard } from "./orchard.ts";

let orchard: Orchard;
let subject: JudgedTarget;
beforeAll(async () => {
  orchard = await plantOrchard({ workers: 2 });
  subject = await subjectOf(orchard, "ripe", [call("case-001", [[], 3])]);
});
afterAll(() => orchard[Symbol.asyncDispose]());

const right = "def ripe(apples, least):\n    return []\n";
const wrong = "def ripe(apples, least):\n    return [1]\n";
const endless = "def ripe(apples, least):\n    while True:\n        pass\n";
const fenced = (code: string): string => `Here it is:\n\`\`\`python\n${code}\`\`\`\n`;

describe("judging many completions", () => {
  it("runs equal answers of a task once, however they are written and whether or not the first has ended", async () => {
    const judging = createJudging(2);
    const completions = [right, endless, fenced(right), endless, wrong, endless, right, "", ""];
    const judged = await Promise.all(completions.map((one) => judging.judge(subject, one)));
    expect(judged.map(({ reason }) => reason)).toEqual([
      undefined,
      "timed_out",
      undefined,
      "timed_out",
      "wrong_observation",
      "timed_out",
      undefined,
      "no_code",
      "no_code",
    ]);
    expect(judged.filter(({ isDuplicate }) => isDuplicate)).toHaveLength(5);
    const later = await judging.judge(subject, endless);
    expect(later).toEqual({ ...judged.find((one) => one.reason === "timed_out"), isDuplicate: true });
    expect(judging.load).toEqual({ waiting: 0, atWork: 0, evaluated: 3, duplicates: 6 });
  });

  it("runs the same text for another task", async () => {
    const judging = createJudging(2);
    const other = await subjectOf(orchard, "ripe", [call("case-001", [[], 4])]);
    await judging.judge(subject, right);
    expect(await judging.judge(other, right)).toMatchObject({ verdict: "resolved", isDuplicate: false });
  });

  it("tells texts apart that only differ in what UTF-8 cannot hold", async () => {
    const judging = createJudging(1);
    const say = (character: string): string =>
      `def ripe(apples, least):\n    "${character}"\n    return []\n`;
    expect(await judging.judge(subject, say("\ud800"))).toMatchObject({ reason: "not_parsable" });
    expect(await judging.judge(subject, say("\ufffd"))).toMatchObject({ verdict: "resolved" });
  });

  it("gives up a call that is cancelled, at work or waiting, and nobody else's equal one", async () => {
    const judging = createJudging(1);
    const [first, second] = [new AbortController(), new AbortController()];
    const calls = [
      judging.judge(subject, endless, first.signal),
      judging.judge(subject, endless),
      judging.judge(subject, wrong, second.signal),
      judging.judge(subject, right),
    ];
    const settled = Promise.allSettled(calls);
    setTimeout(() => first.abort(), 60);
    second.abort();
    const [stopped, equal, waiting, last] = await settled;
    expect([stopped, waiting]).toMatchObject([
      { status: "rejected", reason: { code: "interrupted" } },
      { status: "rejected", reason: { code: "interrupted" } },
    ]);
    expect([equal, last]).toMatchObject([
      { status: "fulfilled", value: { reason: "timed_out", isDuplicate: false } },
      { status: "fulfilled", value: { verdict: "resolved" } },
    ]);
  });
});
