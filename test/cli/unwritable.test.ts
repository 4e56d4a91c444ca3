import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { taskIds, taskSetBelow, writeOrchardTaskSet } from "../evaluation/orchard-task-set.ts";
import { PATIENCE_MS } from "../patience.ts";
import { someOf } from "../slow-suites.ts";

const program = join(import.meta.dirname, "..", "..", "bin", "diorama");

let directory: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "diorama-unwritable-"));
  await writeOrchardTaskSet(taskSetBelow(directory));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real program. One that does not end by itself is killed: it must not outlive the test. */
async function diorama(
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const env = { ...process.env, VISUAL: "", EDITOR: "", ...variables };
  const child = spawn(process.execPath, [program, ...words], {
    cwd: directory,
    env,
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [exitCode] = (await once(child, "close")) as [number | null];
  return { exitCode, stdout, stderr };
}

const commands = [
  (path: string) => ["build", "nowhere", "--out", path],
  (path: string) => ["evaluate", "orchard", "--model", "null", "--run", path],
  (path: string) => ["pack", "orchard", "--out", path],
  (path: string) => ["pack", "orchard", "--out", path, "--format", "parquet"],
  (path: string) => ["mutate", "orchard", taskIds[0], "--limit", "1", "--out", path],
  (path: string) => ["environment", "build", "nowhere", "--out", `${path}/environment.json`],
  (path: string) => ["report", "nowhere", "--html", `${path}/report.html`],
  (path: string) => ["stats", "orchard", "--html", `${path}/stats.html`],
  (path: string) => ["export", "orchard", "--format", "repost", "--out", `${path}/rows.json`],
];

describe("a path that cannot be written", () => {
  test.each(
    someOf(
      commands.map((command) => ({ words: command("/proc/diorama/below") })),
      3,
    ),
  )("ends $words with 2 and one sentence, before any work", async ({ words }) => {
    const { exitCode, stdout, stderr } = await diorama(words);
    const lines = stderr.split("\n").filter((line) => line !== "" && line !== "working");
    expect({ exitCode, stdout, lines }).toEqual({
      exitCode: 2,
      stdout: "",
      lines: [
        expect.stringMatching(/^Cannot write \/proc\/diorama.*: nothing can be made in \/proc\.$/) as unknown,
        "Choose another path, or make this one writable.",
      ],
    });
  });

  const variables = [
    { name: "XDG_CACHE_HOME", value: "/proc/diorama" },
    { name: "TMPDIR", value: "/proc/diorama" },
  ];
  test.each(someOf(variables, 2))("may be what $name names", async (variable) => {
    const words = ["environment", "build", "nowhere"];
    const { exitCode, stderr } = await diorama(words, { [variable.name]: variable.value });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^Cannot write \/proc\/diorama.*: nothing can be made in \/proc\.$/m);
    expect(stderr).not.toContain("bug");
  });
});
