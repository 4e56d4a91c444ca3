import { splitTestId, type TestCall, type TestFramework } from "../../test-framework.ts";
import { NO_TESTS } from "../../test-report.ts";
import { readSurefireReport } from "./surefire-report.ts";

/** All tests of a module run in one process: together they may take as many times as long as one test. */
const TESTS_OF_A_MODULE = 10;

/** JUnit 3 to 5 and TestNG as Maven runs them, by the reports of surefire. */
export const surefire: TestFramework = {
  name: "surefire",
  programs: ["mvn", "mvnw", "./mvnw"],
  whole: {
    command: (call) => ({
      words: ["sh", `${call.guests}/run-tests.sh`, ...call.arguments.addopts],
      variables: {
        JAVA: call.program,
        REPORT: call.report,
        MODULE_SECONDS: String(call.testSeconds * TESTS_OF_A_MODULE),
      },
      input: excludedFiles(call),
    }),
    readReport: readSurefireReport,
    noTestsExit: NO_TESTS,
  },
  judgeArguments: ({ addopts }) => addopts,
};

/** Classes are left out whole, as surefire can. */
function excludedFiles({ skipped }: Pick<TestCall, "skipped">): string {
  const classes = new Set(
    skipped.map((id) => (splitTestId(id).path.split("/").at(-1) ?? "").replace(/\$.*$/, "")),
  );
  return [...classes].map((name) => `**/${name.replaceAll(".", "/")}.java\n`).join("");
}
