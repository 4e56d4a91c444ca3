import { mkdirSync, rmSync, writeFileSync } from "node:fs";

import { expect, onTestFinished, test } from "vitest";

import { joinPath, makeTemporaryFolder, silentLogger } from "../../src/base/index.ts";
import { acquireSource, narrowSource } from "../../src/sources/index.ts";

test("a folder of a source is all of it", async () => {
  const folder = makeTemporaryFolder("narrow");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(joinPath(folder, "tools/oven"), { recursive: true });
  writeFileSync(joinPath(folder, "go.mod"), "module harbour\n");
  writeFileSync(joinPath(folder, "tools/oven/go.mod"), "module oven\n");
  const cacheDirectory = joinPath(folder, "cache");
  const all = await acquireSource(folder, { cacheDirectory, logger: silentLogger });
  const narrowed = narrowSource(all, "./tools/oven/");
  expect(narrowed.files.map(({ path }) => path)).toEqual(["go.mod"]);
  expect(narrowed.treeDigest).not.toBe(all.treeDigest);
  expect(narrowSource(all, ".")).toBe(all);
  expect(() => narrowSource(all, "tools/ovn")).toThrow(/no file below it/);
});
