import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { slowTest, someOf } from "../slow-suites.ts";

const root = join(import.meta.dirname, "..", "..");

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "diorama-cli-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function diorama(...words: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "bin", "diorama"), ...words], {
    encoding: "utf8",
    cwd: directory,
  });
  return { status, stdout, stderr };
}

describe("a command line that cannot be meant", () => {
  const lines = [
    { words: ["biuld", "pypi:toml"], says: "(Did you mean build?)" },
    { words: ["build", "--limt", "3", "pypi:toml"], says: "(Did you mean --limit?)" },
    { words: ["build", "--limit", "none", "pypi:toml"], says: "A whole number of at least 1 is expected." },
    {
      words: ["build", "--min-mutation-score", "80", "pypi:toml"],
      says: "A number from 0 to 1 is expected.",
    },
    { words: ["build", "--tier", "hard", "pypi:toml"], says: "Allowed choices are core, simple." },
    { words: ["build"], says: "missing required argument 'source'" },
    { words: ["report", "no-run"], says: "there is no run.json" },
    { words: ["show", "no-set"], says: "it holds no task-set.json" },
    { words: [], says: "Usage: diorama" },
  ];
  test.each(someOf(lines, 3))("$words ends with 2 and says $says", ({ words, says }) => {
    const { status, stdout, stderr } = diorama(...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(says);
    expect(stderr).not.toContain("    at ");
  });

  test("with --json, leaves one document that says what is wrong", () => {
    const { status, stdout } = diorama("show", "no-set", "--json");
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "not-a-task-set", hint: expect.any(String) } });
  });
});

test("--help lists every command and ends with 0", () => {
  const { status, stdout } = diorama("--help");
  expect(status).toBe(0);
  for (const command of [
    "build",
    "verify",
    "evaluate",
    "report",
    "show",
    "pack",
    "unpack",
    "environment",
    "doctor",
  ]) {
    expect(stdout).toMatch(new RegExp(`^  ${command} `, "m"));
  }
});

describe("doctor", () => {
  slowTest("tells the same to a person and as a document", () => {
    const asText = diorama("doctor");
    const asDocument = diorama("doctor", "--json");
    const document = JSON.parse(asDocument.stdout) as {
      ready: boolean;
      programs: { name: string; version: string }[];
    };
    expect(asDocument.status).toBe(document.ready ? 0 : 1);
    expect(asText.status).toBe(asDocument.status);
    expect(document.programs.map(({ name }) => name)).toEqual([
      "git",
      "python3",
      "uv",
      "go",
      "cargo",
      "javac",
      "mvn",
      "npm",
      "cc",
      "cmake",
      "bwrap",
    ]);
    for (const { name, version } of document.programs)
      expect(asText.stdout).toContain(`${name.padEnd(9)}${version ?? "missing"}`);
    expect(asText.stdout).toContain(document.ready ? "Ready to build" : "Not ready yet");
  });

  test("names the command for each missing program", () => {
    const { status, stdout } = spawnSync(process.execPath, [join(root, "bin", "diorama"), "doctor"], {
      encoding: "utf8",
      env: { PATH: directory },
    });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^ +(sudo )?apt-get install git$/m);
    expect(stdout).toMatch(/^ +(sudo )?apt-get install python3$/m);
  });
});

describe("show", () => {
  test("lists the tasks of an empty set", () => {
    const manifest = {
      format: "task-set/1",
      name: "empty",
      tool: "diorama 0.1.0",
      options: {},
      inputs_digest: "",
      tasks: [],
      diversity: {},
    };
    writeFileSync(join(directory, "task-set.json"), JSON.stringify(manifest));
    const { status, stdout } = diorama("show", ".");
    expect({ status, end: stdout.trimEnd().split("\n").at(-1) }).toEqual({
      status: 0,
      end: "0 tasks in empty",
    });
  });
});

describe("an interruption", () => {
  const start = async () => {
    const work = spawn(process.execPath, [join(root, "test", "fixtures", "cli", "ignores-interrupts.ts")]);
    const lines: string[] = [];
    const reader = createInterface(work.stdout);
    reader.on("line", (line) => lines.push(line));
    await once(reader, "line");
    return { work, reader, lines };
  };

  slowTest("ends work that does not stop by itself, after one line on how to go on", async () => {
    const { work, lines } = await start();
    work.kill("SIGINT");
    expect(await once(work, "close")).toEqual([130, null]);
    expect(lines).toEqual(["working", "asked to stop", "how to go on"]);
  });

  // A busy machine may deliver the second only when the time to stop is over.
  test("given twice ends work at once", { retry: 5 }, async () => {
    const { work, reader, lines } = await start();
    work.kill("SIGINT");
    await once(reader, "line");
    const again = setInterval(() => work.kill("SIGINT"), 100);
    expect(await once(work, "close")).toEqual([130, null]);
    clearInterval(again);
    expect(lines).toEqual(["working", "asked to stop"]);
  });
});
