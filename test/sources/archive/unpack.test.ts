import { readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";

import { describe, expect, test } from "vitest";

import { unpackArchive } from "../../../src/sources/archive/unpack.ts";
import { givenFolder } from "../given.ts";
import { makeTar, makeTarGz, makeZip, type MadeEntry } from "./made-archive.ts";

const LIMITS = { files: 100, bytes: 30 * 1024 * 1024 };
const zeros = (bytes: number): Buffer => Buffer.alloc(bytes);

describe("unpacking a bomb", () => {
  const bombs: Readonly<Record<string, readonly [string, Buffer]>> = {
    "one huge file": ["b.tar.gz", makeTarGz([{ name: "b/x", content: zeros(40 * 1024 * 1024) }])],
    "many files": [
      "b.tar.gz",
      makeTarGz(Array.from({ length: 101 }, (_, at): MadeEntry => ({ name: `b/${at}` }))),
    ],
    "blocks after the end": [
      "b.tar.gz",
      gzipSync(Buffer.concat([makeTar([{ name: "b/x" }]), zeros(40 * 1024 * 1024)])),
    ],
    "an entry of an unknown type": [
      "b.tar.gz",
      makeTarGz([{ name: "b/x", type: "S", content: zeros(40 * 1024 * 1024) }]),
    ],
    "one huge file in a zip": [
      "b.zip",
      makeZip([{ name: "b/x", isDeflated: true, content: zeros(40 * 1024 * 1024) }]),
    ],
  };

  test.each(Object.entries(bombs))("of %s ends with an error", async (_name, [filename, archive]) => {
    const folder = givenFolder();
    await expect(unpackArchive(filename, archive, folder, LIMITS)).rejects.toMatchObject({
      code: "source-too-large",
    });
    expect(readdirSync(folder).length).toBeLessThanOrEqual(LIMITS.files);
  });
});

test("a file over 20 MiB is left out and what follows it is kept", async () => {
  const archive = makeTarGz([
    { name: "b/huge.py", content: zeros(21 * 1024 * 1024) },
    { name: "b/bread.py", content: "X = 1\n" },
  ]);
  const { entries } = await unpackArchive("b.tar.gz", archive, givenFolder(), LIMITS);
  expect(entries).toEqual([
    { kind: "left-out", path: "b/huge.py", reason: "too_large" },
    { kind: "file", path: "b/bread.py", bytes: 6, isExecutable: false, content: "0" },
  ]);
});
