import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { asHostPath, silentLogger, UsageError } from "../../src/base/index.ts";
import {
  inlineRequirementFiles,
  mergeRequests,
  parseRequest,
  parseRequestFile,
  readFolderRequest,
  readRequestFile,
  refuseMissingFiles,
  withFilesOf,
} from "../../src/environments/index.ts";
import { openRepositoryFiles } from "../../src/environments/repository-files.ts";
import { readTestCommand, splitTestCommand } from "../../src/environments/python/request/test-command.ts";

function givenFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "diorama-request-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

function errorOf(work: () => unknown): { code: string; message: string; hint: string | undefined } {
  try {
    work();
  } catch (error) {
    if (error instanceof UsageError) return { code: error.code, message: error.message, hint: error.hint };
    throw error;
  }
  throw new Error("Nothing was thrown.");
}

describe("what is asked of an environment", () => {
  test("is read from a file with all of its keys", () => {
    const text = `with = ["requests>=2", ".[socks]", "-r tests/needs.txt"]
python = ">=3.8,<3.12"
test-command = "pytest tests -k 'not slow'"
submodules = true
[env]
PILOT_CHANNEL = "12"
`;
    const request = {
      with: ["requests>=2", ".[socks]", "-r tests/needs.txt"],
      python: ">=3.8,<3.12",
      test_command: "pytest tests -k 'not slow'",
      submodules: true,
      env: { PILOT_CHANNEL: "12" },
    };
    expect(parseRequestFile(text, "diorama.toml")).toEqual(request);
    expect(readFolderRequest(givenFolder({ "diorama.toml": text }))).toEqual(request);
    expect(readFolderRequest(givenFolder({}))).toEqual({});
    expect(readFolderRequest("pypi:six@1.16.0")).toEqual({});
  });

  test("adds up, and of two values for one thing the later holds", () => {
    const file = parseRequest({ with: ["a"], python: "3.9", env: { A: "1", B: "1" } }, "diorama.toml");
    const flags = parseRequest({ with: ["b"], python: "3.10", env: { B: "2" } }, undefined);
    expect(mergeRequests(file, flags)).toEqual({ with: ["a", "b"], python: "3.10", env: { A: "1", B: "2" } });
    expect(mergeRequests({}, parseRequest({ with: [], env: {}, submodules: false }, undefined))).toEqual({});
  });

  test.each([
    ['pyhton = "3.9"', "unknown-setting", /no key "pyhton"/, /Did you mean "python"\?/],
    ['test_command = "pytest"', "unknown-setting", /no key "test_command"/, /Did you mean "test-command"\?/],
    ["python = 3.9", "bad-setting", /"python" in f\.toml: a text is expected, in quotes/, undefined],
    ['python = "py39"', "bad-setting", /"py39" is no release/, undefined],
    ['with = "requests"', "bad-setting", /"with" in f\.toml: a list/, undefined],
    ['with = ["--index-url https://example.com"]', "bad-setting", /no requirement/, undefined],
    ['with = ["requests @ git+https://example.com/x"]', "bad-setting", /not from a registry/, undefined],
    ["[env]\nPORT = 80", "bad-setting", /"env.PORT" in f\.toml: a text is expected/, undefined],
    ['[env]\nPYTHONPATH = "lib"', "bad-setting", /PYTHONPATH is set by diorama itself/, undefined],
    ['[env]\nPYTEST_ADDOPTS = "-x"', "bad-setting", /test-command/, undefined],
    ['[env]\n"A B" = "1"', "bad-setting", /no name of a variable/, undefined],
    ['[env]\nA = "1\\n2"', "bad-setting", /has a line break/, undefined],
    ['test-command = "tox -e py39"', "bad-setting", /no command line of pytest's: write pytest/, undefined],
    ['test-command = "python -m unittest"', "bad-setting", /run under pytest too/, undefined],
    ['test-command = "cd tests && pytest"', "bad-setting", /no command line of pytest's/, undefined],
    ['test-command = "pytest && true"', "bad-setting", /without a shell's/, undefined],
    ['test-command = "A=1 pytest"', "bad-setting", /variables are given by env/, undefined],
    ["with = [", "unreadable-settings", /Cannot read f\.toml: line \d+ is no TOML/, undefined],
  ])("refuses %s", (text, code, message, hint) => {
    const error = errorOf(() => parseRequestFile(text, "f.toml"));
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) as string });
    if (hint !== undefined) expect(error.hint).toMatch(hint);
  });

  test.each(["go test ./...", "npm test", "yarn run unit", "gulp test"])(
    "takes %s, for what it runs",
    (command) =>
      expect(parseRequestFile(`test-command = "${command}"`, "f.toml")).toEqual({ test_command: command }),
  );

  test("names the option where it was typed, and a file that is not there", () => {
    expect(errorOf(() => parseRequest({ python: "new" }, undefined)).message).toMatch(
      /^Cannot use --python: /,
    );
    expect(errorOf(() => readRequestFile("nowhere.toml", silentLogger)).code).toBe("unreadable-settings");
  });

  test("holds the lines of files of requirements, those of the user before those of the source", () => {
    const folder = givenFolder({
      "needs.txt": "# by hand\nrequests>=2 \\\n,<3\n-r more.txt\n--index-url https://example.com\n",
      "more.txt": "six\n-e .[socks]\n",
    });
    const asked = { with: ["attrs", "-r needs.txt", "-r tests/needs.txt"] };
    const passedOver: unknown[] = [];
    const mine = withFilesOf(asHostPath(folder), asked, (_level, event, fields) =>
      passedOver.push([event, fields?.["line"]]),
    );
    expect(mine.with).toEqual(["attrs", "requests>=2  ,<3", "six", ".[socks]", "-r tests/needs.txt"]);
    expect(passedOver).toEqual([["requirement-passed-over", "--index-url https://example.com"]]);
    const source = { "tests/needs.txt": "pytz\n" };
    const whole = inlineRequirementFiles(
      mine,
      (path) => Object.entries(source).find(([known]) => known === path)?.[1],
      silentLogger,
    );
    expect(whole.with?.at(-1)).toBe("pytz");
    refuseMissingFiles(whole);
    expect(errorOf(() => refuseMissingFiles(mine))).toMatchObject({
      code: "missing-requirements-file",
      message: expect.stringContaining("tests/needs.txt") as string,
    });
  });
});

test("a test command is parted into options and what is to be run", () => {
  const files = openRepositoryFiles(asHostPath("/"), [
    { path: "tests/unit/test_a.py", bytes: 1 },
    { path: "src/a.py", bytes: 1 },
  ]);
  const read = readTestCommand(
    "python3 -m pytest -v -n 4 --maxfail 2 --ds tests.settings -k 'unit and not slow' --ignore tests/unit ./tests/unit/test_a.py::test_b --slow src tests/gone",
  );
  expect(read).toEqual({ status: "read", words: expect.not.arrayContaining(["-n", "-v", "4"]) as string[] });
  if (read.status !== "read") throw new Error("unreachable");
  expect(splitTestCommand(read.words, files)).toEqual({
    options: ["--ds", "tests.settings", "-k", "unit and not slow", "--ignore", "tests/unit", "--slow"],
    selection: ["./tests/unit/test_a.py::test_b", "src", "tests/gone"],
  });
});
