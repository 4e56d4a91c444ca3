import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { judgeCandidate, type JudgingSubject } from "../../src/judge/index.ts";
import { chooseBackend } from "../../src/sandbox/index.ts";
import { subjectOf } from "./orchard-subject.ts";
import { call, harvest, plantOrchard, type Orchard } from "./orchard.ts";

/** What takes a while by the real clock, and no processor: long enough to be caught at work. */
const slowly = ["import ctypes", "ctypes.CDLL(None).usleep(1000000)"].map((line) => `    ${line}\n`).join("");
const header = "def ripe(apples, least):\n";
const slowText = harvest.replace(header, header + slowly);
const slow = slowText.slice(slowText.indexOf(header), slowText.indexOf("@counted"));

let orchard: Orchard;
let subject: JudgingSubject;
beforeAll(async () => {
  orchard = await plantOrchard({ workers: 2 });
  subject = await subjectOf(orchard, "ripe", [call("case-001", [[], 3])], slowText);
  const warm = await Promise.all([judgeCandidate(subject, slow), judgeCandidate(subject, slow)]);
  expect(warm.map(({ verdict }) => verdict)).toEqual(["resolved", "resolved"]);
});
afterAll(() => orchard[Symbol.asyncDispose]());

/** A container engine's processes are not below this one. */
const isFound = (await chooseBackend("auto")).backend.name !== "docker";

interface Parent {
  readonly pid: number;
  readonly isBusy: boolean;
}

/** The parents that this test's own evaluators have started; busy is one with a child. */
function findParents(): Parent[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const byPid = new Map(all.map((one) => [one.pid, one]));
  const isOurs = (pid: number): boolean =>
    pid === process.pid || (byPid.has(pid) && isOurs(byPid.get(pid)?.parent ?? 0));
  const guests = all.filter(
    ({ pid, words }) => words.includes("diorama_parent") && !words.includes("bwrap") && isOurs(pid),
  );
  const pids = new Set(guests.map(({ pid }) => pid));
  return guests
    .filter(({ parent }) => !pids.has(parent))
    .map(({ pid }) => ({ pid, isBusy: guests.some(({ parent }) => parent === pid) }));
}

function readProcess(
  pid: number,
): { readonly pid: number; readonly parent: number; readonly words: string }[] {
  try {
    const parent = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return [{ pid, parent: Number(parent), words: readFileSync(`/proc/${pid}/cmdline`, "utf8") }];
  } catch {
    return [];
  }
}

/** Looks at our parents every few milliseconds and kills those that `isDoomed` says, until stopped. Gives the pids killed. */
async function killWhile(
  isDoomed: (parent: Parent, killed: readonly number[]) => boolean,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const killed: number[] = [];
  const state = { isDone: false };
  const done = work().finally(() => (state.isDone = true));
  while (!state.isDone) {
    for (const parent of findParents().filter(({ pid }) => !killed.includes(pid))) {
      if (!isDoomed(parent, killed)) continue;
      killed.push(parent.pid);
      process.kill(parent.pid, "SIGKILL");
    }
    await wait(10);
  }
  await done;
  return killed;
}

describe.skipIf(!isFound)("a candidate whose worker is lost (needs parents below this process)", () => {
  it("is repeated on a parent that has served nobody, though others are idle, and judged by that", async () => {
    const before = findParents().map(({ pid }) => pid);
    expect(before.length).toBeGreaterThan(2);
    const servedBy = new Set<number>();
    await killWhile(
      (parent, killed) => {
        if (parent.isBusy) servedBy.add(parent.pid);
        return parent.isBusy && killed.length === 0;
      },
      async () => expect(await judgeCandidate(subject, slow)).toMatchObject({ verdict: "resolved" }),
    );
    const [first, second, ...more] = servedBy;
    expect(before).toContain(first);
    expect(before).not.toContain(second);
    expect(more).toEqual([]);
    expect(findParents().map(({ pid }) => pid)).not.toContain(second);
  });

  it("and the reference's as well, is infrastructure, and no score", async () => {
    const killed = await killWhile(
      ({ isBusy }) => isBusy,
      async () =>
        expect(await judgeCandidate(subject, slow)).toMatchObject({
          verdict: "infrastructure",
          reason: "reference_failed_too",
          outcomes: { "case-001": "not_run" },
        }),
    );
    expect(killed).toHaveLength(3);
  });

  it("while no other can be started, is infrastructure", async () => {
    await judgeCandidate(subject, slow);
    const before = findParents().map(({ pid }) => pid);
    await killWhile(
      ({ pid, isBusy }) => isBusy || !before.includes(pid),
      async () =>
        expect(await judgeCandidate(subject, slow)).toMatchObject({
          verdict: "infrastructure",
          reason: "worker_not_started",
          detail: expect.stringContaining("Cannot start a judge's parent process") as unknown,
        }),
    );
  });
});
