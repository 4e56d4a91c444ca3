import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";

import * as fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";

import { asHostPath, joinPath, sha256, type HostPath } from "../../../src/base/index.ts";
import { packTaskSet, readTaskSet, unpackTaskSet, writeManifest } from "../../../src/datasets/index.ts";
import {
  contentsOf,
  interruptingAfter,
  makeTestFolder,
  quietly,
  writeTasks,
  type GivenFile,
  type GivenTasks,
} from "../given-tasks.ts";
import { slowTest } from "../../slow-suites.ts";

const folder = makeTestFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
function nextPath(): HostPath {
  return joinPath(folder, String(++made));
}

function given(tasks: GivenTasks): HostPath {
  const path = nextPath();
  writeTasks(path, tasks);
  return path;
}

const tool = "diorama 0.1.0";

async function pack(
  taskSet: HostPath,
  sizes: { tasksPerShard?: number; maxShardBytes?: number } = {},
): Promise<HostPath> {
  const out = nextPath();
  await packTaskSet({ taskSet, out, tool, ...sizes }, quietly);
  return out;
}

async function unpack(taskSet: HostPath): Promise<HostPath> {
  const out = nextPath();
  await unpackTaskSet({ taskSet, out, tool }, quietly);
  return out;
}

function shardsOf(packed: HostPath): string[] {
  return readdirSync(joinPath(packed, "shards")).filter((name) => name.endsWith(".tar"));
}

describe("packing and unpacking", () => {
  const name = fc.oneof(
    fc.constantFrom(
      "a",
      "b",
      "read me.md",
      "größe",
      "日本語.py",
      "-rf",
      "x".repeat(120),
      "é".repeat(127),
      "'\"$\n",
    ),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
  );
  const part = name.filter(
    (text) =>
      !["/", "\0"].some((mark) => text.includes(mark)) &&
      !/^\.{1,2}$/.test(text) &&
      Buffer.byteLength(text) <= 255,
  );
  const content = fc.oneof(
    fc.constantFrom("", "shared\n", "also shared\n"),
    fc.uint8Array({ maxLength: 1_100 }),
  );
  const file: fc.Arbitrary<GivenFile> = fc.option(
    fc.record({ content: content.map((bytes) => Buffer.from(bytes)), executable: fc.boolean() }),
    { freq: 8 },
  );
  const files = fc
    .uniqueArray(fc.tuple(fc.array(part, { minLength: 1, maxLength: 5 }), file), {
      maxLength: 8,
      selector: ([parts]) => parts[0]?.normalize("NFC").toLowerCase(),
    })
    .map((all) => Object.fromEntries(all.map(([parts, each]) => [parts.join("/"), each])));
  const tasks = fc
    .array(files, { maxLength: 6 })
    .map((all) => Object.fromEntries(all.map((each, index) => [`task-${index}`, each])));

  slowTest("give the same folders again, whatever they hold", async () => {
    await fc.assert(
      fc.asyncProperty(
        tasks,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 20_000 }),
        async (all, tasksPerShard, maxShardBytes) => {
          const original = given(all);
          const packed = await pack(original, { tasksPerShard, maxShardBytes });
          expect(contentsOf(await unpack(packed))).toEqual(contentsOf(original));
          expect(existsSync(joinPath(packed, "tasks"))).toBe(false);
        },
      ),
      { numRuns: 40 },
    );
  });

  test("hold a path that is longer than any header of a tar file", async () => {
    const path = Array.from({ length: 12 }, (_, index) => `${"long name ".repeat(10)}${index}`).join("/");
    const original = given({ deep: { [path]: { content: "deep\n", executable: true } } });
    expect(contentsOf(await unpack(await pack(original)))).toEqual(contentsOf(original));
  });

  test("keep what was learned of a packed set", async () => {
    const packed = await pack(given({ one: { a: { content: "a" } } }));
    writeFileSync(joinPath(packed, "rates.jsonl"), '{"solver": "later"}\n');
    const again = await unpack(packed);
    expect(readFileSync(joinPath(again, "rates.jsonl"), "utf8")).toBe('{"solver": "later"}\n');
  });

  test("of a set without tasks leave one", async () => {
    const original = given({});
    const packed = await pack(original);
    expect(shardsOf(packed)).toEqual([]);
    expect(contentsOf(await unpack(packed))).toEqual(contentsOf(original));
  });
});

describe("shards", () => {
  const tree = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `environment/repository/part-${index % 4}/file-${index}.py`,
      { content: `number = ${index}\n`.repeat(50) },
    ]),
  );
  const alike: GivenTasks = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [
      `task-${index}`,
      { ...tree, "environment/repository/masked.py": { content: `masked ${index}\n` } },
    ]),
  );

  test("hold a content once, however many tasks have it, and are tar files", async () => {
    const packed = await pack(given(alike), { tasksPerShard: 5 });
    expect(shardsOf(packed)).toEqual(["shard-00000.tar", "shard-00001.tar"]);
    for (const shard of shardsOf(packed)) {
      const path = joinPath(packed, "shards", shard);
      const members = execFileSync("tar", ["tf", path], { encoding: "utf8" }).trimEnd().split("\n");
      expect(new Set(members).size).toBe(members.length);
      expect(members.filter((member) => member.startsWith("files/"))).toHaveLength(40 + 5);
      const [, first = ""] = members;
      const content = execFileSync("tar", ["xOf", path, first]);
      expect(first).toMatch(new RegExp(`^(files|folders)/${sha256(content)}`));
    }
  });

  test("are the same bytes for the same set", async () => {
    const original = given(alike);
    const [one, other] = [await pack(original), await pack(original)];
    expect(contentsOf(one)).toEqual(contentsOf(other));
  });

  test("end before they pass the size they may have, unless one task alone is larger", async () => {
    const content = (size: number, letter: string): GivenFile => ({ content: letter.repeat(size) });
    const sizes = { a: 20_000, b: 20_000, c: 90_000, d: 1_000, e: 1_000 };
    const tasks = Object.entries(sizes).map(([id, size]) => [id, { file: content(size, id) }]);
    const packed = await pack(given(Object.fromEntries(tasks) as GivenTasks), { maxShardBytes: 50_000 });
    const record = JSON.parse(readFileSync(joinPath(packed, "shards/shards.json"), "utf8")) as {
      shards: { tasks: number; bytes: number; sha256: string }[];
    };
    expect(record.shards.map((shard) => shard.tasks)).toEqual([2, 1, 2]);
    for (const [index, { bytes, sha256: digest }] of record.shards.entries()) {
      const file = readFileSync(joinPath(packed, "shards", `shard-0000${index}.tar`));
      expect([file.length, sha256(file)]).toEqual([bytes, digest]);
      expect(file.length % 512).toBe(0);
    }
  });
});

describe("an interrupted call", () => {
  const tasks = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`task-${index}`, { file: { content: `${index}\n` } }]),
  );

  test.each([1, 2, 4, 8])("of pack after %i tasks leaves nothing, and the next goes on", async (after) => {
    const taskSet = given(tasks);
    const whole = await pack(taskSet, { tasksPerShard: 2 });
    const options = { taskSet, out: nextPath(), tool, tasksPerShard: 2 };
    await expect(packTaskSet(options, interruptingAfter(after))).rejects.toMatchObject({
      code: "interrupted",
    });
    expect(existsSync(options.out)).toBe(false);
    const notes: string[] = [];
    const progress = { ...quietly.progress, note: (text: string) => notes.push(text) };
    expect(await packTaskSet(options, { ...quietly, progress })).toMatchObject({
      was_finished: false,
      tasks: 9,
    });
    expect(notes).toEqual([`Going on with ${options.out}.partial.`]);
    expect(contentsOf(options.out)).toEqual(contentsOf(whole));
    expect(existsSync(`${options.out}.partial`)).toBe(false);
    expect(await packTaskSet(options, quietly)).toMatchObject({ was_finished: true, tasks: 9, shards: 5 });
  });

  test("of pack that lost a shard writes it again", async () => {
    const taskSet = given(tasks);
    const whole = await pack(taskSet, { tasksPerShard: 2 });
    const options = { taskSet, out: nextPath(), tool, tasksPerShard: 2 };
    await expect(packTaskSet(options, interruptingAfter(7))).rejects.toMatchObject({ code: "interrupted" });
    writeFileSync(`${options.out}.partial/set/shards/shard-00001.tar`, "torn");
    await packTaskSet(options, quietly);
    expect(contentsOf(options.out)).toEqual(contentsOf(whole));
  });

  test("of unpack leaves nothing, and the next goes on", async () => {
    const taskSet = given(tasks);
    const options = { taskSet: await pack(taskSet), out: nextPath(), tool };
    await expect(unpackTaskSet(options, interruptingAfter(4))).rejects.toMatchObject({ code: "interrupted" });
    expect(existsSync(options.out)).toBe(false);
    rmSync(`${options.out}.partial/set/tasks/task-2/file`);
    expect(await unpackTaskSet(options, quietly)).toMatchObject({ was_finished: false });
    expect(contentsOf(options.out)).toEqual(contentsOf(taskSet));
    expect(await unpackTaskSet(options, quietly)).toMatchObject({ was_finished: true, tasks: 9 });
  });
});

describe("refused are", () => {
  const oneTask: GivenTasks = { one: { a: { content: "a" } } };

  test("a folder that holds something else", async () => {
    const [taskSet, other] = [given(oneTask), given({ two: {} })];
    const expected = { code: "folder-not-empty" };
    await expect(packTaskSet({ taskSet, out: other, tool }, quietly)).rejects.toMatchObject(expected);
    const packed = await pack(taskSet);
    await expect(unpackTaskSet({ taskSet: packed, out: other, tool }, quietly)).rejects.toMatchObject(
      expected,
    );
    await expect(
      packTaskSet({ taskSet, out: packed, tool, tasksPerShard: 7 }, quietly),
    ).rejects.toMatchObject(expected);
  });

  test("the other form", async () => {
    const taskSet = given(oneTask);
    const packed = await pack(taskSet);
    const out = nextPath();
    await expect(packTaskSet({ taskSet: packed, out, tool }, quietly)).rejects.toMatchObject({
      code: "already-packed",
    });
    await expect(unpackTaskSet({ taskSet, out, tool }, quietly)).rejects.toMatchObject({
      code: "not-packed",
    });
    expect(() => writeManifest(packed, readTaskSet(packed).manifest)).toThrow(/is a packed task set/);
  });

  test("links, which no task has", async () => {
    const taskSet = given(oneTask);
    symlinkSync("/etc/passwd", joinPath(taskSet, "tasks/one/link"));
    const out = asHostPath(nextPath());
    await expect(packTaskSet({ taskSet, out, tool }, quietly)).rejects.toMatchObject({
      code: "unpackable-file",
    });
  });

  test("a task that is not what the manifest names", async () => {
    const taskSet = given(oneTask);
    writeFileSync(joinPath(taskSet, "tasks/one/a"), "b");
    const packing = packTaskSet({ taskSet, out: nextPath(), tool }, quietly);
    await expect(packing).rejects.toMatchObject({ code: "task-changed" });
  });
});
