import { existsSync, rmSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

import { afterAll, beforeAll, expect, test } from "vitest";

import { joinPath, type HostPath } from "../../src/base/index.ts";
import { documentOf, runDiorama, startDiorama } from "../curation/given-build.ts";
import { contentsOf, makeTestFolder, writeTasks } from "../datasets/given-tasks.ts";
import { slowTest } from "../slow-suites.ts";

const TASKS = 150;

let folder: HostPath;
beforeAll(() => {
  folder = makeTestFolder();
  const tasks = Array.from({ length: TASKS }, (_, index) => [
    `task-${index}`,
    { "a/text": { content: `${index}` }, "b/text": { content: "the same" } },
  ]);
  writeTasks(joinPath(folder, "set"), Object.fromEntries(tasks) as Parameters<typeof writeTasks>[1]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

slowTest("pack that was killed in the middle leaves nothing, and the same command goes on", async () => {
  const words = ["pack", "set", "--tasks-per-shard", "1", "--json", "--out"];
  const whole = await runDiorama(folder, [...words, "whole"]);
  expect(documentOf(whole)).toMatchObject({ tasks: TASKS, shards: TASKS, task_files: 2 * TASKS });

  const cut = startDiorama(folder, [...words, "cut"]);
  while (!existsSync(joinPath(folder, "cut.partial/set/shards/shard-00002.tar"))) await setTimeout(2);
  cut.process.kill("SIGKILL");
  await cut.ended;
  expect(existsSync(joinPath(folder, "cut"))).toBe(false);

  const resumed = await runDiorama(folder, [...words, "cut"]);
  expect(resumed.lines.join("\n")).toContain("Going on with");
  expect(documentOf(resumed)).toMatchObject({ was_finished: false, tasks: TASKS });
  expect(contentsOf(joinPath(folder, "cut"))).toEqual(contentsOf(joinPath(folder, "whole")));
  expect(existsSync(joinPath(folder, "cut.partial"))).toBe(false);
});

slowTest("pack and unpack say what they did, and that nothing was left to do", async () => {
  const pack = ["pack", "set", "--out", "packed"];
  const first = await runDiorama(folder, pack);
  expect(first.stdout).toMatch(/^150 tasks in 1 shards in .*packed\n300 files of /);
  expect((await runDiorama(folder, pack)).stdout).toContain("was packed before");
  const unpack = ["unpack", "packed", "--out", "unpacked"];
  expect((await runDiorama(folder, unpack)).stdout).toMatch(/^150 tasks in .*unpacked\n$/);
  expect((await runDiorama(folder, unpack)).stdout).toContain("was unpacked before");
  expect(contentsOf(joinPath(folder, "unpacked"))).toEqual(contentsOf(joinPath(folder, "set")));
});

test("a table has no shards to size", async () => {
  const words = ["pack", "set", "--out", "table", "--format", "parquet", "--tasks-per-shard", "2", "--json"];
  const ended = await runDiorama(folder, words);
  expect(ended.exitCode).toBe(2);
  expect(documentOf(ended)).toMatchObject({ error: { code: "bad-command-line" } });
});
