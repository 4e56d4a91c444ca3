import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";

import { afterAll, beforeEach, describe, expect, test } from "vitest";

import { canonicalJson, joinPath, type HostPath } from "../../../src/base/index.ts";
import { packTaskSet, unpackTaskSet } from "../../../src/datasets/index.ts";
import { PackedTasks } from "../../../src/datasets/shards/packed-tasks.ts";
import { makeTestFolder, quietly, writeTasks } from "../given-tasks.ts";

const folder = makeTestFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let packed: HostPath;
let made = 0;
beforeEach(async () => {
  const taskSet = joinPath(folder, `set-${++made}`);
  packed = joinPath(folder, `packed-${made}`);
  const text = (content: string): Record<string, { content: string }> => ({ "a/text": { content } });
  writeTasks(taskSet, { first: text("one"), second: text("two"), third: text("three") });
  await packTaskSet({ taskSet, out: packed, tool: "diorama 0.1.0", tasksPerShard: 1 }, quietly);
});

function shard(number: number): HostPath {
  return joinPath(packed, `shards/shard-0000${number}.tar`);
}

const damages: Readonly<Record<string, () => void>> = {
  "one other byte": () => {
    const bytes = readFileSync(shard(1));
    bytes[bytes.indexOf("two\0")] = 0x54;
    writeFileSync(shard(1), bytes);
  },
  "no end": () => truncateSync(shard(1), 700),
  "no shard": () => rmSync(shard(1)),
};

describe.each(Object.keys(damages))("of a shard with %s", (name) => {
  test("the name is said, and the tasks of other shards are read", () => {
    damages[name]?.();
    using tasks = new PackedTasks(packed);
    expect(() => tasks.files("second").readText("a/text")).toThrow(/shards\/shard-00001\.tar/);
    expect(tasks.files("first").readText("a/text")).toBe("one");
    expect(tasks.files("third").readText("a/text")).toBe("three");
  });

  test("no folders are made", async () => {
    damages[name]?.();
    const out = joinPath(folder, `unpacked-${made}`);
    const unpacking = unpackTaskSet({ taskSet: packed, out, tool: "diorama 0.1.0" }, quietly);
    await expect(unpacking).rejects.toMatchObject({
      code: "damaged-shard",
      fields: { shard: "shard-00001.tar" },
    });
    expect(existsSync(out)).toBe(false);
  });
});

describe("a malicious shard", () => {
  /** Puts a listing into the second shard that says of itself what it must. */
  function plant(entries: (file: object) => readonly object[]): void {
    const bytes = readFileSync(shard(1));
    const digest = (content: string): string => createHash("sha256").update(content).digest("hex");
    const file = { kind: "file", offset: 512, bytes: 3, sha256: digest("two"), executable: false };
    const listing = canonicalJson(entries(file));
    const offset = bytes.length;
    writeFileSync(shard(1), Buffer.concat([bytes, Buffer.from(listing)]));
    const index = joinPath(packed, "shards/index.jsonl");
    const lines = readFileSync(index, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: string })
      .map((line) =>
        line.id === "second" ? { ...line, offset, bytes: listing.length, sha256: digest(listing) } : line,
      );
    writeFileSync(index, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }

  test.each([[".."], ["."], [""], ["a/b"], ["../../escaped"], ["/etc/escaped"], ["a\0b"]])(
    "names no entry %j",
    (name) => {
      plant((file) => [{ ...file, name }]);
      using tasks = new PackedTasks(packed);
      expect(() => tasks.files("second").folder("")).toThrow(/has an entry named/);
    },
  );

  test("has no name twice", () => {
    plant((file) => [
      { ...file, name: "a" },
      { ...file, name: "a" },
    ]);
    using tasks = new PackedTasks(packed);
    expect(() => tasks.files("second").folder("")).toThrow(/has an entry named "a"/);
  });

  test("has no id that leads elsewhere", async () => {
    for (const path of ["task-set.json", "shards/index.jsonl"]) {
      const text = readFileSync(joinPath(packed, path), "utf8");
      writeFileSync(joinPath(packed, path), text.replaceAll('"second"', '"../../escaped"'));
    }
    const out = joinPath(folder, `unpacked-${made}`);
    await expect(unpackTaskSet({ taskSet: packed, out, tool: "diorama 0.1.0" }, quietly)).rejects.toThrow(
      /is no task id/,
    );
    expect(readdirSync(folder)).not.toContain("escaped");
  });
});

test("a task that the index lacks is told from one that is damaged", () => {
  writeFileSync(joinPath(packed, "shards/index.jsonl"), "");
  using tasks = new PackedTasks(packed);
  expect(() => tasks.files("first")).toThrow(/the manifest names it, the index does not/);
});

test("what was unpacked of a task goes with it, and all with the set", () => {
  const tasks = new PackedTasks(packed);
  const files = tasks.files("first");
  const tree = files.folder("a");
  expect(files.folder("a")).toBe(tree);
  expect(readFileSync(joinPath(tree, "text"), "utf8")).toBe("one");
  files[Symbol.dispose]();
  expect(existsSync(tree)).toBe(false);
  const again = files.folder("a");
  expect(readFileSync(joinPath(again, "text"), "utf8")).toBe("one");
  tasks[Symbol.dispose]();
  expect(existsSync(again)).toBe(false);
});
