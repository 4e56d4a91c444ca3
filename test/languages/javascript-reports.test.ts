import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, onTestFinished, test } from "vitest";

import { testFrameworks } from "../../src/languages/index.ts";
import { withoutClock } from "../../src/languages/javascript/tests/clock-names.ts";
import { readNodeTestEvents } from "../../src/languages/javascript/tests/event-reports.ts";
import { readTap } from "../../src/languages/javascript/tests/tap-report.ts";

// Reports as the programs themselves write them, or, of those that are not here, as they wrote them, shortened.

const VITEST = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const GUESTS = fileURLToPath(new URL("../../src/languages/javascript/guest", import.meta.url));
const REPORTER = join(GUESTS, "node-test-reporter.mjs");

function givenFolder(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "javascript-reports-")));
  onTestFinished(() => {
    rmSync(root, { recursive: true });
  });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

/** As `guest/run-tests.sh` puts a report together. */
function reportOf(root: string, kind: string, text: string, exit?: number): string {
  const ended = exit === undefined ? "" : `\n#diorama ended ${exit}\n`;
  return `#diorama root ${root}\n\n#diorama ${kind} .\n${text}${ended}`;
}

function read(framework: "jest" | "vitest" | "mocha" | "tap" | "script", report: string) {
  const { whole } = testFrameworks[framework];
  if (whole === undefined) throw new Error(`${framework} runs no tests.`);
  return whole.readReport(report);
}

test("a report of vitest gives outcomes by id, and the file that could not be loaded", () => {
  const root = givenFolder({
    "sums.test.js": [
      "describe('sums', () => { it('adds', () => { expect(1 + 1).toBe(2); });",
      "it('fails', () => { expect(1).toBe(2); }); it.skip('waits', () => {}); });",
    ].join("\n"),
    "broken.test.js": "throw new Error('not loaded');\n",
  });
  const words = [VITEST, "run", "--globals", "--root", root, "--reporter=json", "--outputFile=out.json"];
  spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });
  const found = read("vitest", reportOf(root, "json", readFileSync(join(root, "out.json"), "utf8"), 1));
  expect([...found.finished].map(([id, { outcome }]) => [id, outcome])).toEqual([
    ["vitest:sums.test.js::sums::adds", "passed"],
    ["vitest:sums.test.js::sums::fails", "failed"],
    ["vitest:sums.test.js::sums::waits", "skipped"],
  ]);
  expect(found.finished.get("vitest:sums.test.js::sums::fails")?.message).toContain("expected 1 to be 2");
  expect(found.collectionErrors).toMatchObject([
    { path: "broken.test.js", message: expect.stringContaining("not loaded") as string },
  ]);
  expect(found.exit).toBe(1);
});

test("a report that is none, or that its script did not end, has no exit; one without tests says so", () => {
  expect(read("jest", reportOf("/tree", "json", "{", 1)).exit).toBeUndefined();
  expect(read("jest", reportOf("/tree", "json", '{"testResults":[]}')).exit).toBeUndefined();
  expect(read("jest", reportOf("/tree", "json", '{"testResults":[]}', 0)).exit).toBe(5);
});

test("events of node:test name tests by what they stand in; a file that cannot be loaded was not collected", () => {
  const root = givenFolder({
    "a.test.mjs": [
      "import { describe, it, test } from 'node:test'; import assert from 'node:assert';",
      "describe('sums', () => { it('adds', () => {}); it('fails', () => assert.equal(1, 2)); it.skip('waits', () => {}); });",
      "test('outer', async (t) => { await t.test('inner', () => {}); });",
      "test('later', { todo: true }, () => assert.fail());",
    ].join("\n"),
    "b.test.mjs": "import './missing.mjs';\n",
  });
  const words = [`--test-reporter=${REPORTER}`, "--test-reporter-destination=out.jsonl", "--test"];
  const variables = Object.entries(process.env).filter(([name]) => name !== "NODE_OPTIONS");
  spawnSync(process.execPath, words, { cwd: root, env: Object.fromEntries(variables) });
  const found = readNodeTestEvents(readFileSync(join(root, "out.jsonl"), "utf8"));
  expect(found?.tests.map(({ path, names, outcome }) => [path, ...names, outcome].join(" > "))).toEqual([
    "a.test.mjs > sums > adds > passed",
    "a.test.mjs > sums > fails > failed",
    "a.test.mjs > sums > waits > skipped",
    "a.test.mjs > outer > inner > passed",
    "a.test.mjs > outer > passed",
    "a.test.mjs > later > passed",
  ]);
  expect(found?.collectionErrors).toMatchObject([{ path: "b.test.mjs" }]);
});

test("lines of TAP: parts of tap, names of ava, comments of tape", () => {
  const parts = [
    "TAP version 14",
    "# Subtest: test/log.js",
    "    # Subtest: reads",
    "        ok 1 - a line",
    "        not ok 2 - two lines",
    "          ---",
    "          found: 1",
    "          ...",
    "        1..2",
    "    not ok 1 - reads # time=3ms",
    "    ok 2 - writes # SKIP no disk",
    "    1..2",
    "not ok 1 - test/log.js # time=40ms",
    "ok 2 - test/tide.js # time=12ms {",
    "    ok 1 - is deep",
    "    1..1",
    "}",
    "1..2",
  ].join("\n");
  expect(readTap(parts)?.tests).toEqual([
    { path: "test/log.js", names: ["reads", "a line"], outcome: "passed", message: "" },
    { path: "test/log.js", names: ["reads", "two lines"], outcome: "failed", message: "found: 1\n" },
    { path: "test/log.js", names: ["writes"], outcome: "skipped", message: "" },
    { path: "test/tide.js", names: ["is deep"], outcome: "passed", message: "" },
  ]);
  const named =
    "TAP version 13\n# adds\nok 1 - adds\n# takes\nnot ok 2 - should be equal\n\n1..2\n# tests 2\n# pass 1\n";
  expect(readTap(named)?.tests.map(({ names, outcome }) => [...names, outcome])).toEqual([
    ["adds", "passed"],
    ["takes", "should be equal", "failed"],
  ]);
  expect(readTap("ok 1 - cut off\n")).toBeUndefined();
});

test("files that print TAP are parts of one report, each run in its own folder; one that ends badly has failed where no test of it says so", () => {
  const print = (...lines: readonly string[]): string =>
    `console.log(${JSON.stringify(lines.join("\n"))});\n`;
  const root = givenFolder({
    "tests/deep/tide.js": "console.log(`ok 1 ${require('fs').existsSync('tide.js')}\\n1..1`);\n",
    "tests/deep/tide.json": "{}",
    "tests/ends.js": `${print("TAP version 13", "# begins", "ok 1 is there")}process.exitCode = 3;\n`,
    "tests/fails.js": `${print("# adds", "not ok 1 is 3", "  ---", "  found: 2", "  ...", "ok 2 is 3", "# takes", "ok 3 is 1", "1..3")}process.exitCode = 1;\n`,
    "tests/gone.js": "throw new Error('not loaded');\n",
    "tests/says.js": print("# TAP is set", `ok 1 \${process.env.TAP}`, "1..1").replaceAll('"', "`"),
  });
  const words = [join(GUESTS, "run-tap-files.mjs"), "--timeout", "30", "tests/deep", "tests/ends.js"];
  const { status, stdout } = spawnSync(
    process.execPath,
    [...words, "tests/fails.js", "tests/gone.js", "tests/says.js"],
    { cwd: root, encoding: "utf8" },
  );
  expect(status).toBe(1);
  const found = readTap(stdout)?.tests ?? [];
  expect(found.map(({ path, names, outcome }) => [path, ...names, outcome].join(" > "))).toEqual([
    "tests/deep/tide.js > true > passed",
    "tests/ends.js > begins > is there > passed",
    "package.json > tests/ends.js > failed",
    "tests/fails.js > adds > is 3 > failed",
    "tests/fails.js > adds > is 3 > passed",
    "tests/fails.js > takes > is 1 > passed",
    "package.json > tests/gone.js > failed",
    "tests/says.js > TAP is set > 1 > passed",
  ]);
  expect(found[3]?.message).toBe("found: 2\n");
  expect(found[6]?.message).toContain("Error: not loaded\n");
});

test("lines of TAP that a loop told, alike but for numbers, are one test where they are very many", () => {
  const lines = (count: number, failing = -1): string =>
    Array.from({ length: count }, (_, at) => `${at === failing ? "not ok" : "ok"} ${at + 1} - get ${at * 7}`)
      .concat("ok 1 - ends", "ok 2 - ends", `1..${count + 2}`)
      .join("\n");
  const told = (text: string): readonly string[] | undefined =>
    readTap(text)?.tests.map(({ names, outcome }) => [...names, outcome].join(" > "));
  expect(told(lines(1001))).toEqual(["get N > passed", "ends > passed", "ends > passed"]);
  expect(told(lines(1001, 600))?.[0]).toBe("get N > failed");
  expect(told(lines(1001).replace("ok 1 - get 0", "ok 1 - get 0 # SKIP"))?.[0]).toBe("get N > passed");
  expect(told(lines(1000))).toHaveLength(1002);
  const same = `${"ok 1 - get 7\n".repeat(1001)}1..1001`;
  expect(told(same)).toHaveLength(1001);
});

test("a command that tells of no test is one test by its exit code", () => {
  const found = read("script", reportOf("/tree", "output", "3 of 4 fine\n", 2));
  expect([...found.finished]).toEqual([
    ["script:package.json::test", { outcome: "failed", message: "3 of 4 fine" }],
  ]);
});

test("lines that each name a test and end with a verdict are tests, with failures that name none", () => {
  const names = ["adds", "takes", "sinks", "floats", "turns"];
  const outcomes = (lines: readonly string[], exit: number): readonly string[] =>
    [...read("script", reportOf("/tree", "output", lines.join("\n"), exit)).finished].map(
      ([id, { outcome }]) => `${id} ${outcome}`,
    );
  const idsOf = (...told: readonly string[]): readonly string[] =>
    told.map((each) => `script:package.json::${each}`);
  const fine = names.map((name) => `- /tree/sums/${name}: \u001B[32mOK\u001B[39m`);
  const passed = idsOf(...names.map((name) => `sums/${name} passed`));
  expect(outcomes([...fine, "Building: OK", "All Passed 5 run"], 0)).toEqual(passed);
  const lost = "\u001B[31mERROR: no answer\u001B[39m";
  expect(outcomes([...fine, "- waits: FAIL", "1 is not 2", lost, "2\u001B[31m Failed\u001B[39m"], 1)).toEqual(
    [...passed, ...idsOf("waits failed", "no answer failed")],
  );
  expect(
    outcomes(
      names.map((name) => `${name} ... ${name === "turns" ? "skipped" : "ok"}`),
      0,
    ),
  ).toEqual(idsOf("adds passed", "takes passed", "sinks passed", "floats passed", "turns skipped"));
  expect(outcomes([...fine, "Aborted."], 2)).toEqual([...passed, ...idsOf("test failed")]);
  // Few, or others than the command itself and its summary tell of.
  const byExit = (lines: readonly string[], exit: number): void => {
    expect(outcomes(lines, exit)).toEqual(idsOf(`test ${exit === 0 ? "passed" : "failed"}`));
  };
  byExit(fine.slice(1), 0);
  byExit([...fine, "- waits: FAIL"], 0);
  byExit([...fine, "- waits: FAIL", "3 tests failed"], 1);
});

test("mocha: a test that began and did not end has ended the process, and what is left is known", () => {
  const events = [
    { event: "collected", tests: ["a", "a", "b"].map((name) => ({ path: "t.js", names: [name] })) },
    { event: "started", index: 0, path: "t.js", names: ["a"] },
    { event: "finished", index: 0, path: "t.js", names: ["a"], outcome: "passed", message: "" },
    { event: "started", index: 1, path: "t.js", names: ["a"] },
  ];
  const found = read(
    "mocha",
    reportOf("/tree", "events", events.map((each) => JSON.stringify(each)).join("\n"), 3),
  );
  expect(found).toMatchObject({
    collected: ["mocha:t.js::a", "mocha:t.js::a#2", "mocha:t.js::b"],
    interrupted: "mocha:t.js::a#2",
    exit: undefined,
  });
  expect(found.finished.get("mocha:t.js::a")).toEqual({ outcome: "passed", message: "" });
});

test("the moment of a run is no part of a test's name, other moments are", () => {
  const now = Date.UTC(2026, 10, 27, 3, 51, 19, 534);
  const date = new Date(now);
  for (const moment of [String(now), date.toISOString(), String(date)])
    expect(withoutClock(`casts ${moment} to a number`, now + 5000)).toBe("casts … to a number");
  const others = "casts 1577836800000, 2020-01-01T00:00:00.000Z and 12345678901234";
  expect(withoutClock(others, now)).toBe(others);
});
