import { readFileSync, rmSync, writeFileSync } from "node:fs";

import { afterAll, expect, test } from "vitest";

import { joinPath, readableJson, type HostPath } from "../../src/base/index.ts";
import { digestFolder, packTaskSet, readTaskSet, upgradeTaskSet } from "../../src/datasets/index.ts";
import { parseManifest, parseObservations, parseResultRow, parseTaskRecord } from "../../src/spec/index.ts";
import { givenRecord } from "./given-task.ts";
import { makeTestFolder, quietly, writeTasks } from "./given-tasks.ts";

const folder = makeTestFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A record as `task/1` had it. */
function earlierRecord(id: string): string {
  const { graders, ...rest } = givenRecord({ id });
  return readableJson({ ...rest, format: "task/1", grader: graders[0] });
}

/** Observations as `observations/1` had them. */
const earlierObservations = readableJson({
  format: "observations/1",
  observations: { "case-001": { status: "returned", value: 5, positional: [3], keywords: {}, files: {} } },
});

function writeEarlierSet(name: string): HostPath {
  const path = joinPath(folder, name);
  const files = (id: string): Record<string, { content: string }> => ({
    "diorama.json": { content: earlierRecord(id) },
    "instruction.md": { content: `Write ${id}.` },
    "tests/judge/observations.json": { content: earlierObservations },
  });
  writeTasks(path, { first: files("first"), second: files("second"), third: files("third") });
  return path;
}

function digestsOf(path: HostPath): [stored: string, found: string][] {
  using taskSet = readTaskSet(path);
  return taskSet.manifest.tasks.map(({ id, digest }) => [digest, digestFolder(joinPath(path, "tasks", id))]);
}

test("a set of an earlier format is read as it is, and written in today's with the digests that follow", () => {
  const path = writeEarlierSet("earlier");
  using before = readTaskSet(path);
  const record = before.get("first").record;
  expect(record).toMatchObject({ format: "task/2", graders: [{ kind: "observed" }] });
  const expected = before.get("first").expected();
  expect(expected).toMatchObject({ format: "observations/2", observations: { "case-001": { value: 5 } } });
  expect(upgradeTaskSet(path)).toEqual(["first", "second", "third"]);
  for (const [stored, found] of digestsOf(path)) expect(stored).toBe(found);
  expect(JSON.parse(readFileSync(joinPath(path, "tasks/first/diorama.json"), "utf8"))).toEqual(record);
  const judged = readFileSync(joinPath(path, "tasks/first/tests/judge/observations.json"), "utf8");
  expect(JSON.parse(judged)).toEqual(expected);
  using after = readTaskSet(path);
  expect(after.get("first").instruction).toBe("Write first.");
  expect(upgradeTaskSet(path)).toEqual([]);
});

test("an interrupted upgrade is gone on with, and a task that somebody changed stays as it is", () => {
  const path = writeEarlierSet("interrupted");
  writeFileSync(joinPath(path, "tasks/second/instruction.md"), "Write another.");
  const last = joinPath(path, "tasks/third/tests/judge/observations.json");
  const old = readFileSync(last, "utf8");
  expect(upgradeTaskSet(path)).toEqual(["first", "third"]);
  // As if it had ended before the last file.
  writeFileSync(last, old);
  expect(upgradeTaskSet(path)).toEqual(["third"]);
  const [first, second, third] = digestsOf(path);
  expect(first?.[0]).toBe(first?.[1]);
  expect(second?.[0]).not.toBe(second?.[1]);
  expect(third?.[0]).toBe(third?.[1]);
});

test("a packed set is to be unpacked first", async () => {
  const path = writeEarlierSet("loose");
  const packed = joinPath(folder, "packed");
  await packTaskSet({ taskSet: path, out: packed, tool: "diorama 0.1.0" }, quietly);
  expect(() => upgradeTaskSet(packed)).toThrow("it is a packed task set");
});

test("what a newer version wrote says so", () => {
  const newer = (name: string): object => ({ format: `${name}/9` });
  expect(() => parseTaskRecord(newer("task"))).toThrow(
    "Cannot read a document of the format task/9: this version reads task/1 to task/2.",
  );
  expect(() => parseObservations(newer("observations"))).toThrow(
    "this version reads observations/1 to observations/2.",
  );
  expect(() => parseManifest(newer("task-set"))).toThrow("this version reads task-set/1.");
  expect(() => parseResultRow(newer("row"))).toThrow("this version reads row/1.");
  const path = writeEarlierSet("newer");
  writeFileSync(joinPath(path, "tasks/first/diorama.json"), JSON.stringify(newer("task")));
  using taskSet = readTaskSet(path);
  expect(() => taskSet.get("first")).toThrow("task/9");
});
