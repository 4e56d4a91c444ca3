import { expect, test } from "vitest";

import { readSurefireReport } from "../../src/languages/java/tests/surefire-report.ts";

// Reports as surefire and Maven wrote them, shortened.

test("cases are named by module, class and method; a class that ends its process is an error, and more is left", () => {
  const report = readSurefireReport(`
#diorama junit log
<testsuite name="org.example.LogTest" tests="4">
  <testcase name="writes(String)[1]" classname="org.example.LogTest" time="0.01"/>
  <testcase name="of org.example.Log@1b2c3d4" classname="org.example.LogTest"/>
  <testcase name="falls" classname="org.example.LogTest">
    <failure message="expected: &lt;1&gt;" type="AssertionError"><![CDATA[at LogTest.java:3]]></failure>
  </testcase>
  <testcase name="" classname="org.example.OtherTest"><error type="Error">no class</error></testcase>
</testsuite>

#diorama crashed log org.example.LeavingTest

#diorama output
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test (default-test) on project log: x

#diorama ended 1
`);
  expect(Object.fromEntries([...report.finished].map(([id, { outcome }]) => [id, outcome]))).toEqual({
    "surefire:log/org.example.LogTest::writes(String)[1]": "passed",
    "surefire:log/org.example.LogTest::of org.example.Log@…": "passed",
    "surefire:log/org.example.LogTest::falls": "failed",
    "surefire:log/org.example.OtherTest::OtherTest": "error",
    "surefire:log/org.example.LeavingTest::LeavingTest": "error",
  });
  expect(report.finished.get("surefire:log/org.example.LogTest::falls")?.message).toContain("LogTest.java:3");
  expect(report).toMatchObject({ isCut: true, collectionErrors: [], exit: 1 });
});

test("a module that does not compile was not collected", () => {
  const report = readSurefireReport(`
#diorama output
[ERROR] COMPILATION ERROR :
[ERROR] /tree/src/A.java:[3,4] cannot find symbol
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.11.0:compile (default-compile) on project a: Compilation failure

#diorama ended 1
`);
  expect(report.collectionErrors).toEqual([
    { path: "a", message: expect.stringContaining("cannot find symbol") as string },
  ]);
});

test("a tree that Maven cannot read was not collected, one without tests has none, a report without its end tells nothing of it", () => {
  const unread = readSurefireReport("#diorama output\n[ERROR] Non-parseable POM\n\n#diorama ended 1\n");
  expect(unread.collectionErrors).toMatchObject([{ path: "pom.xml" }]);
  expect(readSurefireReport("#diorama output\n\n#diorama ended 0\n").exit).toBe(5);
  expect(readSurefireReport('#diorama junit .\n<testcase name="a" classname="A"/>')).toMatchObject({
    exit: undefined,
    isCut: false,
  });
});
