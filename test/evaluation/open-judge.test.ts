import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { openJudge, type Judge } from "../../src/evaluation/index.ts";
import { completions, taskIds, taskSetBelow, writeOrchardTaskSet } from "./orchard-task-set.ts";
import { PATIENCE_MS } from "../patience.ts";
import { slowTest } from "../slow-suites.ts";

const [first, second] = taskIds;
const endless = "def grade(days, limit=3):\n    while True: pass\n";
/** Waits by the real clock for longer than any of these tests lasts, and uses no processor. */
const idle = "def grade(days, limit=3):\n    import ctypes\n    ctypes.CDLL(None).usleep(2500000)\n";

let directory: string;
let taskSet: string;
let judge: Judge;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "diorama-library-"));
  taskSet = taskSetBelow(directory);
  await writeOrchardTaskSet(taskSetBelow(directory));
  judge = await openJudge({ taskSet, workers: 1 });
});
afterAll(async () => {
  await judge[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, force: true });
});

slowTest("a judgement says everything that a trainer needs", async () => {
  expect(judge.tasks).toEqual([first, second]);
  expect(judge.instruction(second)).toContain(second);
  expect(await judge.judge(first, completions.forgetful)).toEqual({
    taskId: first,
    verdict: "unresolved",
    reason: "wrong_observation",
    reward: 0,
    blame: "candidate",
    retryable: false,
    isBuilt: true,
    isDuplicate: false,
    outcomes: expect.objectContaining({ "case-001": "passed", "example-1": "failed" }) as unknown,
    difference: {
      caseId: "example-1",
      path: "value",
      message: "returned 'old', expected 'fresh'",
      sides: { expected: "'fresh'", actual: "'old'" },
    },
    cpuMs: expect.any(Number) as unknown,
    durationMs: expect.any(Number) as unknown,
    queueMs: expect.any(Number) as unknown,
  });
  expect(await judge.judge(first, completions.right)).toMatchObject({
    verdict: "resolved",
    reason: undefined,
    reward: 1,
    blame: undefined,
  });
});

test("calls that cannot be answered as made are usage errors", async () => {
  await expect(judge.judge("pick-000000000009", "")).rejects.toMatchObject({ code: "unknown-task" });
  for (const deadlineMs of [0, -1, Number.NaN, 2 ** 40])
    await expect(judge.judge(first, "", { deadlineMs })).rejects.toMatchObject({ code: "bad-deadline" });
  await expect(openJudge({ taskSet: directory })).rejects.toMatchObject({ code: "not-a-task-set" });
  await expect(openJudge({ taskSet, workers: 0 })).rejects.toMatchObject({ code: "bad-workers" });
  const given = judge.judge(first, endless, { signal: AbortSignal.abort() });
  await expect(given).rejects.toMatchObject({ code: "interrupted" });
});

slowTest(
  "a wrong answer runs up to its first difference, unless all of its cases are asked for",
  async () => {
    const few = await judge.judge(first, completions.wrong);
    await using patient = await openJudge({ taskSet, workers: 1, stopAtFirst: false });
    const all = await patient.judge(first, completions.wrong);
    const counts = ({ outcomes }: typeof few) =>
      Object.groupBy(Object.values(outcomes), (outcome) => outcome);
    expect([all.verdict, all.reason, all.difference]).toEqual([few.verdict, few.reason, few.difference]);
    expect(counts(few).failed).toHaveLength(1);
    expect(counts(all)).not.toHaveProperty("not_run");
    expect(counts(all).failed?.length).toBeGreaterThan(1);
  },
);

slowTest("a deadline that passes, at work or waiting, is no score, and the next call is judged", async () => {
  const deadline = { verdict: "infrastructure", reason: "deadline", reward: null, retryable: true };
  const calls = [
    judge.judge(second, idle, { deadlineMs: 300 }),
    judge.judge(second, completions.none, { deadlineMs: PATIENCE_MS }),
  ];
  expect(await Promise.all(calls)).toMatchObject([deadline, { reason: "not_parsable" }]);
  const other = idle.replace("2500000", "2400000");
  const [busy, waiting] = [other, `${other}# again`].map((one) =>
    judge.judge(second, one, { deadlineMs: 300 }),
  );
  const queued = judge.judge(second, `${completions.wrong}# later`, { deadlineMs: 250 });
  expect(await Promise.all([busy, waiting, queued])).toMatchObject([deadline, deadline, deadline]);
  expect(await judge.judge(second, completions.right)).toMatchObject({ reward: 1 });
});

slowTest("disposing ends calls at work and waiting", async () => {
  const closing = await openJudge({ taskSet, workers: 1 });
  await closing.judge(first, completions.right);
  const calls = [idle, `${idle}# 1`, `${idle}# 2`].map((one) => closing.judge(first, one));
  const settled = Promise.allSettled(calls);
  await closing[Symbol.asyncDispose]();
  for (const one of await settled)
    expect(one).toMatchObject({ status: "rejected", reason: { code: "interrupted" } });
  await expect(closing.judge(first, completions.right)).rejects.toMatchObject({ code: "judge-closed" });
});
