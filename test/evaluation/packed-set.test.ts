import { existsSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";

import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { asHostPath, joinPath, silentLogger, type HostPath } from "../../src/base/index.ts";
import { packTaskSet, readTaskSet, writeParquet } from "../../src/datasets/index.ts";
import { evaluateTaskSet } from "../../src/evaluation/index.ts";
import { interruptingAfter, makeTestFolder, quietly } from "../datasets/given-tasks.ts";
import { taskIds, taskSetBelow, writeOrchardTaskSet } from "./orchard-task-set.ts";
import { slowTest } from "../slow-suites.ts";

const tool = "diorama 0.1.0";

let folder: HostPath;
let taskSet: HostPath;
let packed: HostPath;
beforeAll(async () => {
  folder = makeTestFolder();
  taskSet = taskSetBelow(folder);
  packed = joinPath(folder, "packed");
  await writeOrchardTaskSet(taskSet);
  await packTaskSet({ taskSet, out: packed, tool, tasksPerShard: 1 }, quietly);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a packed set reads as its folders do", () => {
  using one = readTaskSet(taskSet);
  using other = readTaskSet(packed);
  expect(other.manifest).toEqual(one.manifest);
  for (const [index, id] of taskIds.entries()) {
    const [folderTask, packedTask] = [one.get(id), other.get(id)];
    expect(packedTask.record).toEqual(folderTask.record);
    expect(packedTask.digest).toBe(folderTask.digest);
    expect(packedTask.instruction).toBe(folderTask.instruction);
    expect(packedTask.suite()).toEqual(folderTask.suite());
    expect(packedTask.expected()).toEqual(folderTask.expected());
    expect(packedTask.evidence()).toEqual(folderTask.evidence());
    expect(packedTask.referenceText()).toBe(folderTask.referenceText());
    expect(packedTask.originalFileText()).toBe(folderTask.originalFileText());
    expect(readdirSync(packedTask.maskedTree)).toEqual(readdirSync(folderTask.maskedTree));
    expect(readdirSync(packedTask.directory)).toEqual(readdirSync(folderTask.directory));
    expect(packedTask.location).toBe(joinPath(packed, `shards/shard-0000${index}.tar`));
  }
  expect(() => other.get("grade")).toThrow(/Cannot find task "grade"/);
});

slowTest("evaluating it gives the same rows, and leaves nothing unpacked", async () => {
  const rowsOf = async (set: HostPath): Promise<unknown[]> => {
    const { results } = await evaluateTaskSet(
      {
        taskSet: set,
        completions: { kind: "model", spec: "mutant" },
        runsDirectory: joinPath(folder, "runs"),
        workers: 2,
        sandbox: "auto",
        tool,
      },
      { ...quietly, logger: silentLogger },
    );
    const lines = readFileSync(results, "utf8").trimEnd().split("\n");
    return lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .map((row) => ({ ...row, queue_ms: 0, cpu_ms: 0, duration_ms: 0 }));
  };
  const rows = await rowsOf(packed);
  expect(rows.length).toBeGreaterThan(2);
  expect(rows).toEqual(await rowsOf(taskSet));
  const mine = `diorama-unpacked-${process.pid}-`;
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith(mine))).toEqual([]);
});

test("of two tasks the one whose shard is whole can be read", async () => {
  const damaged = joinPath(folder, "damaged");
  await packTaskSet({ taskSet, out: damaged, tool, tasksPerShard: 1 }, quietly);
  truncateSync(joinPath(damaged, "shards/shard-00000.tar"), 5_000);
  using set = readTaskSet(damaged);
  expect(() => set.get(taskIds[0])).toThrow(/shard-00000\.tar.*ends too early/);
  expect(set.get(taskIds[1]).referenceText()).toContain("def grade");
});

describe("the table of a set", () => {
  test("holds what anybody may know, and nothing of the answer or the hidden cases", async () => {
    const { file } = await writeParquet({ taskSet: packed, out: joinPath(folder, "table"), tool }, quietly);
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file) });
    using set = readTaskSet(taskSet);
    expect(rows.map((row) => JSON.parse(String(row["record"])) as unknown)).toEqual(
      [...set.tasks()].map(({ record }) => JSON.parse(JSON.stringify(record)) as unknown),
    );
    expect(rows[0]).toMatchObject({
      id: taskIds[0],
      kind: "function",
      language: "python",
      tier: "core",
      repository: "folder:orchard",
      commit: null,
      licence: "MIT",
      path: "orchard.py",
      name: "grade",
      signature: set.get(taskIds[0]).record.targets[0]?.signature,
      instruction: set.get(taskIds[0]).instruction,
      visible_examples: expect.stringContaining("example-1") as unknown,
      predicted_solve_rate: 0.5,
      split: "test",
      cluster: "",
      digest: set.get(taskIds[0]).digest,
    });
    const text = JSON.stringify(rows, (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(text).not.toContain("label");
    expect(text).not.toContain("case-001");
  });

  test("is the same of either form, and replaces an older one", async () => {
    const out = asHostPath(joinPath(folder, "tables"));
    const { file } = await writeParquet({ taskSet, out, tool }, quietly);
    const first = readFileSync(file);
    await writeParquet({ taskSet: packed, out, tool }, quietly);
    expect(readFileSync(file).equals(first)).toBe(true);
    expect(existsSync(`${file}.partial`)).toBe(false);
  });

  test("is not there where writing it was interrupted", async () => {
    const out = asHostPath(joinPath(folder, "interrupted"));
    const writing = writeParquet({ taskSet: packed, out, tool }, interruptingAfter(1));
    await expect(writing).rejects.toMatchObject({ code: "interrupted" });
    expect(readdirSync(out)).toEqual([]);
  });
});
