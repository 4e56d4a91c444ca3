import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  asHostPath,
  bytesOfFolder,
  canonicalJson,
  createRandom,
  describeKnownNames,
  digestOf,
  filesBelow,
  JsonLinesWriter,
  makeTemporaryFolder,
  mapInOrder,
  readJsonLines,
} from "../../src/base/index.ts";

describe("canonical JSON", () => {
  test("is the same for equal values whatever the order of their keys", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).toReversed());
        expect(canonicalJson(reversed)).toBe(canonicalJson(value));
        expect(digestOf(reversed)).toBe(digestOf(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

test("a temporary folder goes once its process is gone, and no other does", () => {
  const { pid: ended } = spawnSync("true");
  const abandoned = join(tmpdir(), `diorama-work-${ended}-abcdef`);
  const own = makeTemporaryFolder("work");
  mkdirSync(join(abandoned, "tree"), { recursive: true });
  const next = makeTemporaryFolder("proxy");
  expect([abandoned, own, next].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  for (const folder of [own, next]) rmSync(folder, { recursive: true });
});

describe("JSON Lines", () => {
  test("a line that a crash cut short is left out and cut off before the next append", () => {
    const path = asHostPath(join(mkdtempSync(join(tmpdir(), "json-lines-")), "records.jsonl"));
    {
      using writer = new JsonLinesWriter(path);
      writer.append({ step: 1 });
    }
    appendFileSync(path, '{"step": 2, "half');
    expect(readJsonLines(path)).toEqual([{ step: 1 }]);
    {
      using writer = new JsonLinesWriter(path);
      writer.append({ step: 2 });
    }
    expect(readFileSync(path, "utf8")).toBe('{"step":1}\n{"step":2}\n');
  });

  test("a damaged line in the middle is an error that names it", () => {
    const path = asHostPath(join(mkdtempSync(join(tmpdir(), "json-lines-")), "records.jsonl"));
    appendFileSync(path, '{"step":1}\nnot json\n{"step":3}\n');
    expect(() => readJsonLines(path)).toThrow(
      expect.objectContaining({ code: "corrupt-record", message: expect.stringContaining("line 2") }),
    );
  });
});

describe("seeded randomness", () => {
  test("gives the same numbers for the same seed, in range", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 1000 }), (seed, bound) => {
        const draw = (): number[] => {
          const random = createRandom(seed);
          return Array.from({ length: 20 }, () => random.integer(bound));
        };
        expect(draw()).toEqual(draw());
        for (const number of draw()) expect(number >= 0 && number < bound).toBe(true);
      }),
    );
  });

  test("shuffles to a permutation", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.string(), (items, seed) => {
        expect(
          createRandom(seed)
            .shuffle(items)
            .toSorted((a, b) => a - b),
        ).toEqual(items.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe("mapping in order", () => {
  test("yields in the order of the items, never runs more than the width, and stops when its consumer does", async () => {
    let active = 0;
    let most = 0;
    const begun: number[] = [];
    const work = async (item: number): Promise<number> => {
      begun.push(item);
      most = Math.max(most, ++active);
      await new Promise((resolve) => setTimeout(resolve, (7 * item) % 5));
      active--;
      return item * 10;
    };
    const seen: number[] = [];
    for await (const result of mapInOrder(
      Array.from({ length: 50 }, (_, index) => index),
      3,
      work,
      4,
    )) {
      seen.push(result);
      if (seen.length === 10) break;
    }
    expect(seen).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
    expect(most).toBeLessThanOrEqual(3);
    expect(begun.length).toBeLessThanOrEqual(14);
    expect(active).toBe(0);
  });

  test("rejects with the first error in order", async () => {
    const work = async (item: number): Promise<number> => {
      if (item === 2) throw new Error("third item");
      return item;
    };
    const seen: number[] = [];
    await expect(async () => {
      for await (const result of mapInOrder([0, 1, 2, 3], 2, work)) seen.push(result);
    }).rejects.toThrow("third item");
    expect(seen).toEqual([0, 1]);
  });

  test.each([
    ["an error", (item: number) => (item > 0 ? Promise.resolve(item) : Promise.reject(new Error("first")))],
    ["an early end", (item: number) => Promise.resolve(item)],
  ])("begins nothing that waits for its turn after %s", async (_, work) => {
    const begun: number[] = [];
    const run = async (): Promise<void> => {
      for await (const result of mapInOrder(
        Array.from({ length: 20 }, (_, item) => item),
        1,
        (item) => {
          begun.push(item);
          return work(item);
        },
        20,
      ))
        if (result === 0) break;
    };
    await run().catch(() => undefined);
    expect(begun.length).toBeLessThan(4);
  });
});

test("an unknown name is answered with the known ones and the nearest", () => {
  expect(describeKnownNames("bubblwrap", ["bubblewrap", "restricted"])).toBe(
    'Known: bubblewrap, restricted. Did you mean "bubblewrap"?',
  );
  expect(describeKnownNames("xyz", ["bubblewrap"])).toBe("Known: bubblewrap.");
});

test("files below a folder are those in it, and not what links in it lead to", () => {
  const folder = makeTemporaryFolder("below");
  mkdirSync(join(folder, "packages", "a"), { recursive: true });
  writeFileSync(join(folder, "packages", "a", "one.txt"), "rye");
  for (const name of ["root", "again"]) symlinkSync(folder, join(folder, "packages", "a", name));
  expect(Array.from(filesBelow(folder), ({ name }) => name)).toEqual(["one.txt"]);
  expect(bytesOfFolder(folder)).toBe(bytesOfFolder(asHostPath(join(folder, "packages"))));
  rmSync(folder, { recursive: true });
});
