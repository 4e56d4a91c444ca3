import { execFileSync } from "node:child_process";
import {
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

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { programName } from "../../src/cli/program-name.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";
import {
  bytesOfTaskSet,
  documentOf,
  PANTRY,
  PYTHON_MODULES,
  runDiorama,
  startDiorama,
  writeRepository,
} from "../curation/given-build.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "diorama-bad-input-"));
  writeRepository(join(folder, "pantry"), PANTRY);
  mkdirSync(join(folder, "empty"));
  writeFileSync(join(folder, "file"), "");
  execFileSync("git", ["init", "--quiet", join(folder, "unborn")]);
  execFileSync("git", ["init", "--quiet", join(folder, "pantry")]);
  const git = ["-C", join(folder, "pantry"), "-c", "user.name=a", "-c", "user.email=a@b.invalid"];
  execFileSync("git", [...git, "add", "."]);
  execFileSync("git", [...git, "commit", "--quiet", "--message=first"]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a source that cannot be had ends with 2, says why in one document, and leaves no folder", () => {
  test.each([
    { source: "nowhere", code: "unknown-source" },
    { source: "./nowhere", code: "unknown-source" },
    { source: "file", code: "bad-source-list" },
    { source: "empty", code: "empty-repository" },
    { source: "git+unborn", code: "empty-repository" },
    { source: "git+pantry@no-such-ref", code: "missing-ref" },
  ])("$source: $code", async ({ source, code }) => {
    const ended = await runDiorama(folder, ["build", source, "--out", "out-none", "--json"]);
    expect({ exitCode: ended.exitCode, document: documentOf(ended) }).toEqual({
      exitCode: 2,
      document: {
        error: {
          code,
          message: expect.stringContaining(source.replace(/@.*/, "")),
          hint: expect.any(String),
        },
      },
    });
    expect(existsSync(join(folder, "out-none"))).toBe(false);
  });

  test("none of several: all are named", async () => {
    const ended = await runDiorama(folder, ["build", "nowhere", "empty", "--out", "out-none", "--json"]);
    expect(documentOf(ended)).toMatchObject({ error: { code: "no-source" } });
    expect(ended.lines.join("\n")).toMatch(/"nowhere"[^]*empty: it holds no files/);
  });

  test("a filter that does not exist is refused before anything is done", async () => {
    const ended = await runDiorama(folder, [
      "build",
      "pantry",
      "--filter",
      "stubs",
      "--out",
      "out-none",
      "--json",
    ]);
    expect(documentOf(ended)).toMatchObject({ error: { code: "unknown-filter" } });
    expect(existsSync(join(folder, "out-none"))).toBe(false);
  });
});

test("--json leaves one document for a line that cannot be parsed, too", async () => {
  const ended = await runDiorama(folder, ["build", "--limt", "3", "--json"]);
  expect(ended.exitCode).toBe(2);
  expect(documentOf(ended)).toMatchObject({ error: { code: "bad-command-line", hint: expect.any(String) } });
});

describe("a folder that another run made", () => {
  const command = ["build", "pantry", "--tier", "simple", "--out", "begun"];
  beforeAll(async () => {
    const first = startDiorama(folder, [...command, "--json"]);
    first.onLine((line) => line.includes("acquiring") && first.process.kill("SIGINT"));
    const ended = await first.ended;
    const program = programName({ directory: folder, searchPath: process.env["PATH"] ?? "" });
    const goOn = `${program} ${command.join(" ")} --json`;
    expect(ended).toMatchObject({ exitCode: 130, signal: null });
    expect(ended.lines.at(-1)).toBe(`Interrupted. To go on, type: ${goOn}`);
    expect(documentOf(ended)).toMatchObject({
      error: { code: "interrupted", hint: expect.stringContaining(goOn) },
    });
  });

  const refused = async (words: readonly string[]): Promise<unknown> => {
    const ended = await runDiorama(folder, [...words, "--json"]);
    expect(ended.exitCode).toBe(2);
    return documentOf(ended)["error"];
  };

  test("with other options is refused, and the options are named", async () => {
    expect(await refused([...command, "--seed", "7"])).toMatchObject({
      code: "other-options",
      message: expect.stringContaining("seed 0, now 7"),
    });
  });

  test("with another version or format is refused, and the version is named", async () => {
    const path = join(folder, "begun", "run.json");
    const record = readFileSync(path, "utf8");
    const version = /diorama [\d.]+/.exec(record)?.[0] ?? "";
    writeFileSync(path, record.replace(version, "diorama 0.0.1"));
    expect(await refused(command)).toMatchObject({
      code: "other-version",
      message: expect.stringContaining(`diorama 0.0.1, this is ${version}`),
    });
    writeFileSync(path, record.replace("run/1", "run/9"));
    expect(await refused(command)).toMatchObject({
      code: "other-version",
      message: expect.stringContaining("run/9"),
    });
    writeFileSync(path, record);
  });

  test("that works at this moment is refused", async () => {
    const first = startDiorama(folder, command);
    await new Promise<void>((resolve) => first.onLine((line) => line.includes("acquiring") && resolve()));
    expect(await refused(command)).toMatchObject({ code: "folder-locked" });
    first.process.kill("SIGINT");
    await first.ended;
  });

  test("that is no run's is refused", async () => {
    expect(await refused(["build", "pantry", "--out", "pantry"])).toMatchObject({ code: "folder-not-empty" });
  });
});

/** What can be wrong inside a repository, beside two files that are good and have unusual names. */
function writeMessyRepository(path: string): void {
  writeRepository(path, {
    LICENSE: "SPDX-License-Identifier: MIT\n",
    "two words.py": PYTHON_MODULES.shelve,
    "größe/höhe.py": PYTHON_MODULES.stack,
    "untried.py": PYTHON_MODULES.leave,
    "broken.py": "def broken(:\n    pass\n",
    "old.py": 'def old(x):\n    print "x"\n    raise ValueError, "x"\n',
    "latin.py": Buffer.from('# -*- coding: latin-1 -*-\nNAME = "\xe9"\n', "latin1"),
    "noise.py": Buffer.from([0, 255, 1, 254, 10]),
    "huge.py": Buffer.alloc(50 * 2 ** 20, 'X = "aaaaaaaa"\n'),
  });
  symlinkSync("/etc/passwd", join(path, "outside.py"));
  symlinkSync("../..", join(path, "above"));
}

const missing = await whyNothingCanBeInstalled();
describe.skipIf(missing !== undefined)(
  `a repository with much that is wrong (${missing ?? "installed"})`,
  () => {
    const command = [
      "build",
      "messy",
      "nowhere",
      "script",
      "messy",
      "--tier",
      "simple",
      "--limit",
      "2",
      "--json",
    ];

    test("gives tasks from what is good, counts the rest, goes on after an interruption, and proves itself", async () => {
      writeMessyRepository(join(folder, "messy"));
      writeRepository(join(folder, "script"), { "index.js": "console.log(1)\n" });

      const whole = await runDiorama(folder, [...command, "--out", "whole"]);
      expect(whole.exitCode).toBe(0);
      expect(documentOf(whole)).toMatchObject({
        accepted: 2,
        is_finished: false,
        sources: [
          {
            source: "messy",
            accepted: 2,
            found: 3,
            tried: 2,
            filtered: { limit: 1 },
            syntax_errors: 2,
            left_out: { too_large: 1, symlink_outside: 2, not_utf8: 2 },
          },
          { source: "nowhere", environment: { status: "failed", failure: { category: "unknown-source" } } },
          { source: "script", found: 0, environment: { failure: { category: "import_failed" } } },
        ],
      });

      const cut = startDiorama(folder, [...command, "--out", "cut"]);
      cut.onLine((line) => line.includes("proving targets") && cut.process.kill("SIGINT"));
      expect(await cut.ended).toMatchObject({ exitCode: 130 });
      expect(await runDiorama(folder, [...command, "--out", "cut"])).toMatchObject({ exitCode: 0 });
      expect(bytesOfTaskSet(join(folder, "cut"))).toEqual(bytesOfTaskSet(join(folder, "whole")));

      const verified = await runDiorama(folder, ["verify", "whole", "--json"]);
      expect(documentOf(verified)).toMatchObject({ tasks: 2, proven: 2, failed: [] });
      const evaluated = await runDiorama(folder, ["evaluate", "whole", "--model", "reference", "--json"]);
      expect(documentOf(evaluated)).toMatchObject({ tasks: 2, verdicts: { resolved: 2 } });
    });
  },
);
