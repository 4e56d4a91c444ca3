import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { documentOf, PANTRY, runDiorama, writeRepository } from "../curation/given-build.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "diorama-r2e-slow-"));
  writeRepository(join(folder, "pantry"), PANTRY);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a built set with a method goes out as R2E's rows, comes in again proven, and goes out as the same bytes", async () => {
  const diorama = async (...words: string[]): Promise<Record<string, unknown>> =>
    documentOf(await runDiorama(folder, [...words, "--json"]));
  await diorama("build", "pantry", "--tier", "simple", "--out", "built");
  expect(await diorama("export", "built", "--format", "r2e", "--out", "one.json")).toMatchObject({ rows: 2 });
  const rows = JSON.parse(readFileSync(join(folder, "one.json"), "utf8")) as Record<string, unknown>[];
  expect(rows[1]).toMatchObject({
    method_id: { identifier: "pantry.Jar.add" },
    method_code: expect.stringMatching(/^def add\(self/) as unknown,
    parent_class_id: { identifier: "pantry.Jar" },
  });
  const again = ["import", "r2e", "one.json", "--repository", "pantry", "--out", "again"];
  expect(await diorama(...again)).toMatchObject({ rows: 2, accepted: 2, was_finished: false });
  expect(await diorama(...again)).toMatchObject({ rows: 2, accepted: 2, was_finished: true });
  expect(await diorama("verify", "again")).toMatchObject({ tasks: 2, proven: 2 });
  await diorama("export", "again", "--format", "r2e", "--out", "two.json");
  expect(readFileSync(join(folder, "two.json"), "utf8")).toBe(readFileSync(join(folder, "one.json"), "utf8"));
});
