import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { c } from "../../src/environments/c/build-system.ts";
import { slowTest } from "../slow-suites.ts";

const root = join(import.meta.dirname, "..", "..");
const fixtures = join(root, "test", "fixtures", "environments");
const machine = { path: process.env["PATH"] ?? "", home: homedir() };
const lacksC = (await c.findToolchains(machine)).length === 0;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "diorama-environment-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** `environment build` with a cache of its own. */
function build(...words: string[]): {
  status: number | null;
  document: Record<string, unknown>;
  stderr: string;
} {
  const program = join(root, "bin", "diorama");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, "environment", "build", ...words, "--json"],
    { encoding: "utf8", cwd: directory, env: { ...process.env, XDG_CACHE_HOME: join(directory, "cache") } },
  );
  return { status, document: JSON.parse(stdout) as Record<string, unknown>, stderr };
}

describe.skipIf(lacksC)(
  `environment build (${lacksC ? "no compiler of C" : "a compiler of C is here"})`,
  () => {
    slowTest("takes a folder of a source, and makes the same again of what it wrote", () => {
      cpSync(join(fixtures, "c-tap"), join(directory, "source", "lib", "tide"), { recursive: true });
      const first = build("source", "--directory", "lib/tide", "--out", "lock.json");
      expect(first).toMatchObject({
        status: 0,
        document: { status: "verified", tests: { passed: 2, failed: 0, skipped: 1, flaky: 0 } },
      });
      const { document: written } = build("source", "--from-lock", "lock.json");
      expect(written).toMatchObject({ status: "verified", recipe: first.document["recipe"] });
      expect(written["tests"]).toEqual(first.document["tests"]);

      const kept = JSON.parse(readFileSync(join(directory, "lock.json"), "utf8")) as {
        recipe: Record<string, unknown>;
      };
      const other = { recipe: { ...kept.recipe, interpreter: "gcc 2.95.0" } };
      writeFileSync(join(directory, "other.json"), JSON.stringify(other));
      expect(build("source", "--from-lock", "other.json")).toMatchObject({
        status: 1,
        document: { failure: { category: "no_interpreter" }, advice: { kind: "wrong_toolchain" } },
      });
    });

    test("says what of its words does not go together, or is not there", () => {
      cpSync(join(fixtures, "c-tap"), join(directory, "source"), { recursive: true });
      writeFileSync(join(directory, "empty.json"), "{}");
      expect(build("source", "--from-lock", "empty.json")).toMatchObject({
        status: 2,
        document: { error: { code: "unreadable-lock" } },
      });
      expect(build("source", "--directory", "lib")).toMatchObject({
        status: 2,
        document: { error: { code: "unknown-directory" } },
      });
    });
  },
);
