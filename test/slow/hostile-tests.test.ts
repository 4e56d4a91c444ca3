import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { documentOf, PANTRY, runDiorama, writeRepository } from "../curation/given-build.ts";
import { whyNothingCanBeInstalled } from "../environments/given.ts";

/** Tests that hang, fork, print 100 MB, delete what they stand in, and kill whom they can; good ones stand between them. */
const HOSTILE = `import os, shutil, signal, sys, time
from pantry import fill


def test_leaves_children():
    for _ in range(5):
        if os.fork() == 0:
            time.sleep(600)
            os._exit(0)


def test_forks_without_end():
    try:
        while True:
            if os.fork() == 0:
                time.sleep(600)
                os._exit(0)
    except OSError:
        pass


def test_prints():
    for _ in range(100):
        print("x" * 2**20)
    os.write(1, b"z" * 2**24)


def test_deletes_the_working_directory():
    shutil.rmtree(os.getcwd(), ignore_errors=True)


def test_works_in_between():
    assert fill(2) == "room"


def test_kills_its_parent():
    os.kill(os.getppid(), signal.SIGKILL)


def test_kills_all():
    os.kill(-1, signal.SIGKILL)


def test_hangs():
    while True:
        time.sleep(1)


def test_exits():
    os._exit(0)


def test_works_at_last():
    assert fill(20) == "over"
`;

const missing = await whyNothingCanBeInstalled();
const folder = mkdtempSync(join(tmpdir(), "diorama-hostile-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(missing !== undefined)(`a repository whose tests fight (${missing ?? "installed"})`, () => {
  test("costs itself some tests and nobody else anything", async () => {
    writeRepository(join(folder, "pantry"), { ...PANTRY, "tests/test_storm.py": HOSTILE });
    const ended = await runDiorama(folder, ["build", "pantry", "--tier", "simple", "--out", "out", "--json"]);
    expect(ended.exitCode).toBe(0);
    const document = documentOf(ended) as { sources: { environment: { tests: { passed: number } } }[] };
    expect(document).toMatchObject({
      accepted: 2,
      sources: [{ environment: { status: "collected", failure: { category: "tests_failed" } }, reached: 2 }],
    });
    // The two tests of the pantry and those that work in between are among them.
    expect(document.sources[0]?.environment.tests.passed).toBeGreaterThanOrEqual(4);
  });
});
