import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { judgeCandidate, type JudgedTarget } from "../../src/judge/index.ts";
import { chooseBackend } from "../../src/sandbox/index.ts";
import { subjectOf } from "./orchard-subject.ts";
import { call, harvest, plantOrchard, type Orchard } from "./orchard.ts";
import { slowTest } from "../slow-suites.ts";

/** What takes a while by the real clock, and no processor: long enough to be caught at work on a machine where all processes take long to look at. */
const slowly = ["import ctypes", "ctypes.CDLL(None).usleep(2500000)"].map((line) => `    ${line}\n`).join("");
const header = "def ripe(apples, least):\n";
/** So long that a parent keeps the code of the file for the jobs after the first. */
const slowText = `${harvest.replace(header, header + slowly)}\n${"#".repeat(33_000)}\n`;
const slow = slowText.slice(slowText.indexOf(header), slowText.indexOf("@counted"));

let orchard: Orchard;
let subject: JudgedTarget;
beforeAll(async () => {
  orchard = await plantOrchard({ workers: 2 });
  subject = await subjectOf(orchard, "ripe", [call("case-001", [[], 3])], slowText);
  const warm = await Promise.all([judgeCandidate(subject, slow), judgeCandidate(subject, slow)]);
  expect(warm.map(({ verdict }) => verdict)).toEqual(["resolved", "resolved"]);
});
afterAll(() => orchard[Symbol.asyncDispose]());

const { backend, availability } = await chooseBackend("auto");
const nests = availability.nestsSandboxes;
/** A container engine's processes are not below this one. */
const isFound = backend.name !== "docker";

interface Parent {
  readonly pid: number;
  /** Its fork that serves one task. */
  readonly stem: number | undefined;
  readonly isBusy: boolean;
}

interface Guest {
  readonly pid: number;
  readonly parent: number;
  /** How many process namespaces deep it is. */
  readonly depth: number;
  readonly words: string;
}

/** The parents that this test's own evaluators have started; busy is one with a candidate. */
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
    .map(({ pid, depth }) => {
      const below = guests.filter(({ parent }) => parent === pid);
      const stem = nests ? below.find((one) => one.depth === depth)?.pid : undefined;
      const isBusy = guests.some(
        ({ pid: own, parent }) => own !== stem && (parent === pid || parent === stem),
      );
      return { pid, stem, isBusy };
    });
}

function readProcess(pid: number): Guest[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const parent = Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]);
    const depth = /^NSpid:(.*)$/m.exec(status)?.[1]?.trim().split("\t").length ?? 0;
    return [{ pid, parent, depth, words: readFileSync(`/proc/${pid}/cmdline`, "utf8") }];
  } catch {
    return [];
  }
}

/** Whom of a parent to signal, and how; the parent itself, to end it, where nothing is said. */
interface Blow {
  readonly whom?: (parent: Parent) => number | undefined;
  readonly signal?: "SIGKILL" | "SIGSTOP";
}

/** Looks at our parents every few milliseconds and strikes those that `isDoomed` says, until `work` is done. Gives the pids struck. */
async function killWhile(
  isDoomed: (parent: Parent, killed: readonly number[]) => boolean,
  work: () => Promise<unknown>,
  { whom = ({ pid }) => pid, signal = "SIGKILL" }: Blow = {},
): Promise<number[]> {
  const killed: number[] = [];
  const state = { isDone: false };
  const done = work().finally(() => (state.isDone = true));
  while (!state.isDone) {
    for (const parent of findParents()) {
      const doomed = whom(parent);
      if (doomed === undefined || killed.includes(doomed) || !isDoomed(parent, killed)) continue;
      killed.push(doomed);
      process.kill(doomed, signal);
    }
    await wait(10);
  }
  await done;
  return killed;
}

describe.skipIf(!isFound)("a candidate whose worker is lost (needs parents below this process)", () => {
  it("is repeated on a parent that has served nobody, though others are idle, and judged by that", async () => {
    const before = findParents().map(({ pid }) => pid);
    // Without namespaces a parent ends with the candidate that it served: none of theirs is idle.
    if (nests) expect(before.length).toBeGreaterThan(2);
    const servedBy = new Set<number>();
    await killWhile(
      (parent, killed) => {
        if (parent.isBusy) servedBy.add(parent.pid);
        return parent.isBusy && killed.length === 0;
      },
      async () => expect(await judgeCandidate(subject, slow)).toMatchObject({ verdict: "resolved" }),
    );
    const [first, second, ...more] = servedBy;
    expect(before.includes(Number(first))).toBe(nests);
    expect(before).not.toContain(second);
    expect(more).toEqual([]);
    expect(findParents().map(({ pid }) => pid)).not.toContain(second);
  });

  it.skipIf(!nests)(
    "by the death of the process that serves its task is repeated as well (needs namespaces)",
    async () => {
      expect(await judgeCandidate(subject, slow)).toMatchObject({ verdict: "resolved" });
      const lost = orchard.evaluator.parents.lost;
      const killed = await killWhile(
        ({ isBusy }, already) => isBusy && already.length === 0,
        async () => expect(await judgeCandidate(subject, slow)).toMatchObject({ verdict: "resolved" }),
        { whom: ({ stem }) => stem },
      );
      expect(killed).toHaveLength(1);
      expect(orchard.evaluator.parents.lost).toBe(lost + 1);
    },
  );

  slowTest("is noticed where it is only stopped, and repeated", async () => {
    const stopped = await killWhile(
      ({ isBusy }, killed) => isBusy && killed.length === 0,
      async () => expect(await judgeCandidate(subject, slow)).toMatchObject({ verdict: "resolved" }),
      { signal: "SIGSTOP" },
    );
    expect(findParents().map(({ pid }) => pid)).not.toContain(stopped[0]);
  });

  it("twice, while the reference's is not, is destroyed_worker", async () => {
    const killed = await killWhile(
      ({ isBusy }, already) => isBusy && already.length < 2,
      async () =>
        expect(await judgeCandidate(subject, slow)).toMatchObject({
          verdict: "unresolved",
          reason: "destroyed_worker",
        }),
    );
    expect(killed).toHaveLength(2);
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
