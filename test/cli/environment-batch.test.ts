import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { c } from "../../src/environments/c/build-system.ts";
import { slowTest } from "../slow-suites.ts";

const root = join(import.meta.dirname, "..", "..");
const fixtures = join(root, "test", "fixtures", "environments");
const lacksC = (await c.findToolchains({ path: process.env["PATH"] ?? "", home: homedir() })).length === 0;

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "diorama-batch-"));
  cpSync(join(fixtures, "c-tap"), join(directory, "repositories", "tide"), { recursive: true });
  cpSync(join(fixtures, "c-tap"), join(directory, "repositories", "broken"), { recursive: true });
  writeFileSync(join(directory, "repositories", "broken", "Makefile"), "all test check:\n\tfalse\n");
  writeFileSync(join(directory, "list.txt"), "repositories/tide # with tests\nrepositories/missing\n");
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const program = join(root, "bin", "diorama");

function wordsOf(sources: string, out: string): readonly string[] {
  return [program, "environment", "batch", sources, "--out", out, "--json"];
}

function options(): { encoding: "utf8"; cwd: string; env: NodeJS.ProcessEnv } {
  const env = { ...process.env, XDG_CACHE_HOME: join(directory, "cache") };
  return { encoding: "utf8", cwd: directory, env };
}

function batch(sources: string, out: string, ...more: string[]) {
  const words = [...wordsOf(sources, out), ...more];
  const { status, stdout } = spawnSync(process.execPath, words, options());
  return { status, document: JSON.parse(stdout) as Record<string, unknown> };
}

describe.skipIf(lacksC)(
  `environment batch (${lacksC ? "no compiler of C" : "a compiler of C is here"})`,
  () => {
    slowTest("makes all folders of a folder, says what came of each, and does nothing twice", () => {
      const first = batch("repositories", "out");
      expect(first).toMatchObject({
        status: 0,
        document: {
          all: { repositories: 2, verified: 1 },
          by_language: [{ name: "c", repositories: 2, verified: 1 }],
          causes: [{ category: "tests_failed", repositories: 1 }],
        },
      });
      const document = JSON.parse(
        readFileSync(join(directory, "out", "repositories-tide.json"), "utf8"),
      ) as object;
      expect(document).toMatchObject({ status: "verified", tests: { passed: 2 }, recipe: { language: "c" } });
      expect(readFileSync(join(directory, "out", "repositories-broken.log"), "utf8")).toContain("Error 1");
      const records = readFileSync(join(directory, "out", "repositories.jsonl"), "utf8");
      expect(batch("repositories", "out")).toEqual(first);
      expect(readFileSync(join(directory, "out", "repositories.jsonl"), "utf8")).toBe(records);
    });

    slowTest("goes on after a source of a list that is not there", () => {
      expect(batch("list.txt", "listed")).toMatchObject({
        status: 0,
        document: { all: { repositories: 2, verified: 1 }, causes: [{ category: "unknown-source" }] },
      });
    });

    slowTest("begins all others while a slow one is at work", () => {
      cpSync(join(fixtures, "c-tap"), join(directory, "slow-tide"), { recursive: true });
      appendFileSync(join(directory, "slow-tide", "Makefile"), "# nothing is known of this one\n");
      const names = ["slow-tide", "missing/a", "missing/b", "missing/c", "missing/d"];
      writeFileSync(join(directory, "slow.txt"), `${names.join("\n")}\n`);
      expect(batch("slow.txt", "slow", "--jobs", "2").document).toMatchObject({ all: { repositories: 5 } });
      const lines = readFileSync(join(directory, "slow", "repositories.jsonl"), "utf8")
        .trim()
        .split("\n");
      const last = JSON.parse(lines.at(-1) ?? "") as { source: string };
      expect(lines).toHaveLength(5);
      expect(last.source).toContain("tide");
    });

    test("begins nothing where the disk has less room than is asked for", () => {
      const low = batch("repositories", "low", "--least-free", "1000000");
      expect(low).toMatchObject({ status: 2, document: { error: { code: "low-disk" } } });
      expect(existsSync(join(directory, "low", "repositories.jsonl"))).toBe(false);
    });

    slowTest("goes on where it was interrupted", async () => {
      const child = spawn(process.execPath, wordsOf("repositories", "interrupted"), options());
      child.stderr.on("data", (text: Buffer) => {
        if (text.includes("1/2")) child.kill("SIGINT");
      });
      const [code] = (await once(child, "close")) as [number];
      const ended = batch("repositories", "interrupted");
      expect([0, 130]).toContain(code);
      expect(ended).toMatchObject({ status: 0, document: { all: { repositories: 2, verified: 1 } } });
    });
  },
);
