import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { whyNothingCanBeInstalled } from "../environments/given.ts";

const root = join(import.meta.dirname, "..", "..");
const obstacle = await whyNothingCanBeInstalled();

describe.skipIf(obstacle !== undefined)(`recorded replies (${obstacle ?? "installed"})`, () => {
  test("build a set from its first prompt to its proven tasks, the same each time", () => {
    const words = [join(root, "scripts", "replay.mjs"), "inflection"];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    expect(status, stderr).toBe(0);
    expect(stdout).toContain("5 targets, 5 with valid tests");
    expect(stdout).toContain("0 without a reply; the same bytes");
  });
});
