import { describe, expect, test } from "vitest";

import { readGoEvents } from "../../src/languages/go/tests/go-events.ts";
import { readCargoOutput } from "../../src/languages/rust/tests/cargo-output.ts";
import { readCtestReport, readMakeReport, readMesonReport } from "../../src/languages/c/tests/c-reports.ts";
import { readJunit } from "../../src/languages/junit-report.ts";

// Reports as the programs wrote them, shortened.

function lines(...events: readonly object[]): string {
  return events.map((event) => JSON.stringify(event)).join("\n");
}

describe("events of go test", () => {
  const module = { Action: "module", Module: "example.org/harbour", Directory: "." };
  const about = { Package: "example.org/harbour/log" };

  test("tell of a test that panics, of its package's rest nothing, and that more is left", () => {
    const report = readGoEvents(
      lines(
        module,
        { Action: "run", ...about, Test: "TestWrite" },
        { Action: "pass", ...about, Test: "TestWrite", Elapsed: 0 },
        { Action: "run", ...about, Test: "TestSinks" },
        { Action: "output", ...about, Test: "TestSinks", Output: "=== RUN   TestSinks\n" },
        { Action: "output", ...about, Test: "TestSinks", Output: "panic: down\n" },
        { Action: "fail", ...about, Elapsed: 0.004 },
        { Action: "ended", Exit: 1 },
      ),
    );
    expect(report.finished.get("gotest:log::TestWrite")).toEqual({ outcome: "passed", message: "" });
    expect(report.finished.get("gotest:log::TestSinks")).toMatchObject({
      outcome: "error",
      message: expect.stringContaining("panic: down") as string,
    });
    expect(report).toMatchObject({ isCut: true, late: ["gotest:log::TestSinks"], collectionErrors: [] });
  });

  test("tell of a package that does not build", () => {
    const report = readGoEvents(
      lines(
        module,
        {
          ImportPath: "example.org/harbour/log [example.org/harbour/log.test]",
          Action: "build-output",
          Output: "log/log.go:3:1: undefined: tide\n",
        },
        { ImportPath: "example.org/harbour/log [example.org/harbour/log.test]", Action: "build-fail" },
        { Action: "output", ...about, Output: "FAIL\texample.org/harbour/log [build failed]\n" },
        {
          Action: "fail",
          ...about,
          Elapsed: 0,
          FailedBuild: "example.org/harbour/log [example.org/harbour/log.test]",
        },
        { Action: "ended", Exit: 1 },
      ),
    );
    expect(report.finished.size).toBe(0);
    expect(report.collectionErrors).toEqual([
      { path: "log", message: expect.stringContaining("undefined: tide") as string },
    ]);
  });

  test("that are cut off, or no events, are passed over", () => {
    const report = readGoEvents(
      `${lines(module, { Action: "run", ...about, Test: "TestA" })}\n{"Action":"pa`,
    );
    expect(report).toMatchObject({ exit: undefined, isCut: false, collectionErrors: [] });
    expect(report.finished.size).toBe(0);
    expect(readGoEvents(lines(module, { Action: "ended", Exit: 0 })).exit).toBe(5);
  });
});

describe("what cargo test prints", () => {
  const artefacts = lines(
    { reason: "root", path: "/tree" },
    {
      reason: "compiler-artifact",
      target: { src_path: "/tree/src/lib.rs" },
      executable: "/tree/target/debug/deps/tide-00f1",
    },
    {
      reason: "compiler-artifact",
      target: { src_path: "/tree/sea/tests/wave.rs" },
      executable: "/tree/target/debug/deps/wave-00f2",
    },
  );

  test("names tests by the source of their program, with what failed ones say", () => {
    const report = readCargoOutput(`${artefacts}
     Running unittests src/lib.rs (target/debug/deps/tide-00f1)

running 4 tests
test tests::rises ... ok
test tests::falls - should panic ... ok
test tests::stays ... FAILED
test tests::later ... ignored, not yet

failures:

---- tests::stays stdout ----
thread 'tests::stays' panicked at src/lib.rs:9:5:
it moved

failures:
    tests::stays

test result: FAILED. 2 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: test failed, to rerun pass \`--lib\`
     Running tests/wave.rs (target/debug/deps/wave-00f2)

running 2 tests
test breaks ... spray
ok
error: test failed, to rerun pass \`-p sea --test wave\`

Caused by:
  process didn't exit successfully: \`/tree/target/debug/deps/wave-00f2\` (signal: 11, SIGSEGV: invalid memory reference)
   Doc-tests tide

running 1 test
test src/lib.rs - Tide::at (line 12) ... ok

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.30s

{"reason":"ended","exit":101}
`);
    const outcomes = [...report.finished].map(([id, { outcome }]) => [id, outcome]);
    expect(Object.fromEntries(outcomes)).toEqual({
      "cargotest:src/lib.rs::tests::rises": "passed",
      "cargotest:src/lib.rs::tests::falls": "passed",
      "cargotest:src/lib.rs::tests::stays": "failed",
      "cargotest:src/lib.rs::tests::later": "skipped",
      "cargotest:sea/tests/wave.rs::breaks": "passed",
      "cargotest:src/lib.rs::doc Tide::at (line 12)": "passed",
    });
    expect(report.finished.get("cargotest:src/lib.rs::tests::stays")?.message).toContain("it moved");
    expect(report.collectionErrors).toEqual([
      { path: "sea/tests/wave.rs", message: expect.stringContaining("1 of 2 tests") as string },
    ]);
    expect(report.exit).toBe(101);
  });

  test("tells of a program without libtest by how it ended", () => {
    const report = readCargoOutput(`${artefacts}
     Running tests/wave.rs (target/debug/deps/wave-00f2)
one wave
error: test failed, to rerun pass \`-p sea --test wave\`
{"reason":"ended","exit":101}
`);
    expect([...report.finished]).toEqual([
      ["cargotest:sea/tests/wave.rs::main", { outcome: "failed", message: "" }],
    ]);
  });

  test("tells of what does not compile", () => {
    const report = readCargoOutput(`{"reason":"root","path":"/tree"}
   Compiling tide v0.1.0 (/tree)
error[E0425]: cannot find value \`depth\` in this scope
 --> src/lib.rs:3:5
error: could not compile \`tide\` (lib test) due to 1 previous error
{"reason":"ended","exit":101}
`);
    expect(report.collectionErrors).toEqual([
      { path: "tide (lib test)", message: expect.stringContaining("cannot find value") as string },
    ]);
  });
});

describe("reports of C", () => {
  test("hold ctest's cases, with what failed ones printed", () => {
    const report = readCtestReport(`#diorama junit
<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="Linux-c++" tests="3" failures="1" disabled="1" skipped="0">
\t<testcase name="rises &amp; falls" classname="rises" time="0.01" status="run"/>
\t<testcase name="stays" classname="stays" time="0.01" status="fail">
\t\t<failure message=""/>
\t\t<system-out>it moved &lt;far&gt;</system-out>
\t</testcase>
\t<testcase name="later" classname="later" time="0" status="disabled">
\t\t<skipped message="Disabled"/>
\t</testcase>
</testsuite>

#diorama ended 8
`);
    expect(Object.fromEntries([...report.finished].map(([id, { outcome }]) => [id, outcome]))).toEqual({
      "ctest:CMakeLists.txt::rises & falls": "passed",
      "ctest:CMakeLists.txt::stays": "failed",
      "ctest:CMakeLists.txt::later": "skipped",
    });
    expect(report.finished.get("ctest:CMakeLists.txt::stays")?.message).toContain("it moved <far>");
    expect(report.exit).toBe(8);
  });

  test("hold what a program of ctest tells of its own tests, unless it failed and none of them did", () => {
    const caseOf = (name: string, status: string, output: string): string =>
      `<testcase name="${name}" status="${status}">${status === "fail" ? "<failure/>" : ""}<system-out>${output}</system-out></testcase>`;
    const report = readCtestReport(`#diorama junit
<testsuite>
${caseOf("tides", "fail", "1..3\nok 1 - rises\nnot ok 2 - falls\nok 3 - stays # SKIP no moon\n")}
${caseOf("boats", "run", "1..1\nok 1 - floats\n")}
${caseOf("crabs", "fail", "1..2\nok 1 - walks\nSegmentation fault\n")}
${caseOf("gulls", "run", "ok 1 - without a plan\n")}
</testsuite>

#diorama ended 8
`);
    expect(Object.fromEntries([...report.finished].map(([id, { outcome }]) => [id, outcome]))).toEqual({
      "ctest:CMakeLists.txt::tides::rises": "passed",
      "ctest:CMakeLists.txt::tides::falls": "failed",
      "ctest:CMakeLists.txt::tides::stays": "skipped",
      "ctest:CMakeLists.txt::boats::floats": "passed",
      "ctest:CMakeLists.txt::crabs": "failed",
      "ctest:CMakeLists.txt::gulls": "passed",
    });
  });

  test("hold Meson's cases", () => {
    const report = readMesonReport(`#diorama junit
<testsuites tests="2"><testsuite name="tide">
<testcase name="it floats" classname="tide" time="0.1"/>
<testcase name="it sinks" classname="tide"><failure/><system-out>too deep</system-out></testcase>
</testsuite></testsuites>

#diorama ended 1
`);
    expect([...report.finished].map(([id, { outcome }]) => [id, outcome])).toEqual([
      ["meson:meson.build::it floats", "passed"],
      ["meson:meson.build::it sinks", "failed"],
    ]);
  });

  test("hold automake's results, else the whole by its exit code", () => {
    const report = readMakeReport(`#diorama output
PASS: tests/rises
FAIL: tests/all.sh 2 - falls

#diorama results tests/rises.trs
:test-result: PASS
:global-test-result: PASS

#diorama printed
#diorama results tests/all.trs
:test-result: PASS 1 - rises
:test-result: FAIL 2 - falls
:test-result: XFAIL 3 - stays

#diorama printed
it did not fall

#diorama ended 2
`);
    expect(Object.fromEntries([...report.finished].map(([id, { outcome }]) => [id, outcome]))).toEqual({
      "make:tests/rises": "passed",
      "make:tests/all::1 - rises": "passed",
      "make:tests/all::2 - falls": "failed",
      "make:tests/all::3 - stays": "passed",
    });
    const whole = readMakeReport("#diorama output\nall is well\n\n#diorama ended 0\n");
    expect([...whole.finished]).toEqual([["make:Makefile::tests", { outcome: "passed", message: "" }]]);
    const broken = readMakeReport(
      "#diorama failed build\ntide.c:1:1: error: expected ';'\n\n#diorama ended 1\n",
    );
    expect(broken.finished.size).toBe(0);
    expect(broken.collectionErrors).toMatchObject([{ path: "build" }]);
  });

  test("are XML that may hold anything", () => {
    expect(
      readJunit(
        `<testcase name='a' classname="x.Y"><error><![CDATA[<testcase name="no"/> &amp;]]></error></testcase>`,
      ),
    ).toEqual([
      { name: "a", className: "x.Y", outcome: "error", message: '<testcase name="no"/> &amp;', output: "" },
    ]);
    expect(readJunit("<testcase name=")).toEqual([]);
    expect(readJunit("<testcase name='&#x110000;&#65;&unknown;'/>")[0]?.name).toBe("A&unknown;");
  });
});
