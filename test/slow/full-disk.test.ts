import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { bytesOfTaskSet, documentOf, PANTRY, runDiorama, writeRepository } from "../curation/given-build.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";

const folder = mkdtempSync(join(tmpdir(), "diorama-full-disk-"));
const disk = join(folder, "disk");
mkdirSync(disk);
const mount = (...words: string[]): boolean => spawnSync("mount", words).status === 0;
const missing = mount("-t", "tmpfs", "-o", "size=1m", "tmpfs", disk)
  ? await whyNothingCanBeInstalled()
  : "this user cannot mount a small file system";

beforeAll(() => writeRepository(join(folder, "pantry"), PANTRY));
afterAll(() => {
  spawnSync("umount", [disk]);
  rmSync(folder, { recursive: true, force: true });
});

const build = (out: string, cache?: string): ReturnType<typeof runDiorama> =>
  runDiorama(
    folder,
    ["build", "pantry", "--tier", "simple", "--out", out, "--json"],
    cache === undefined ? {} : { XDG_CACHE_HOME: cache },
  );

/** Gives the disk each size in turn until the build gets through; all the earlier ends must say that the disk is full. */
async function buildOnDisks(sizes: readonly string[], out: string, cache?: string): Promise<number> {
  let failures = 0;
  for (const size of sizes) {
    mount("-o", `remount,size=${size}`, disk);
    const ended = await build(out, cache);
    if (ended.exitCode === 0) return failures;
    expect({ exitCode: ended.exitCode, ...documentOf(ended) }).toMatchObject({
      exitCode: 2,
      error: { code: "disk-full", hint: expect.stringContaining("Free some space") },
    });
    failures++;
  }
  throw new Error("The build never got through.");
}

describe.skipIf(missing !== undefined)(`a full disk (${missing ?? "mounted"})`, () => {
  test("below --out or below the cache ends with 2, and the same command goes on once there is space", async () => {
    expect((await build("whole")).exitCode).toBe(0);
    const expected = bytesOfTaskSet(join(folder, "whole"));

    expect(await buildOnDisks(["4k", "40k", "120k", "100m"], "disk/out")).toBeGreaterThanOrEqual(2);
    expect(bytesOfTaskSet(join(disk, "out"))).toEqual(expected);

    const fresh = await buildOnDisks(["10m", "62m", "80m", "1g"], "out", disk);
    expect(fresh).toBeGreaterThanOrEqual(2);
    expect(bytesOfTaskSet(join(folder, "out"))).toEqual(expected);
  });
});
