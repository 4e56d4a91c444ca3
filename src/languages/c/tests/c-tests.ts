import { splitTestId, type TestArguments, type TestCall, type TestFramework } from "../../test-framework.ts";
import { readCtestReport, readMakeReport } from "./c-reports.ts";

/** Tests that CMake knows of, run by ctest. The first of its options is the kind of build, as of `makeTests`. */
export const ctest: TestFramework = {
  name: "ctest",
  programs: ["ctest"],
  whole: {
    command: (call) => ({
      words: ["sh", `${call.guests}/run-tests.sh`, "cmake", "test", ...call.arguments.addopts],
      variables: { REPORT: call.report, SKIP: patternOf(call), TEST_SECONDS: String(call.testSeconds) },
    }),
    readReport: readCtestReport,
    noTestsExit: 5,
  },
  judgeArguments: ({ addopts }) => addopts,
};

/**
 * Tests behind a target of a makefile. What automake writes down of each, or lines of TAP, are its tests; where it tells of none, the target is one test by
 * its exit code. The first option is the kind of build, the second the target.
 */
export const makeTests: TestFramework = {
  name: "make",
  programs: ["make"],
  whole: {
    command: ({ guests, report, testSeconds, arguments: { addopts } }) => ({
      words: ["sh", `${guests}/run-tests.sh`, ...addopts],
      variables: { REPORT: report, TEST_SECONDS: String(testSeconds) },
    }),
    readReport: readMakeReport,
    noTestsExit: 5,
  },
  judgeArguments: ({ addopts }: Pick<TestArguments, "addopts">) => addopts,
};

function patternOf({ skipped }: TestCall): string {
  const names = skipped.map((id) => (splitTestId(id).names[0] ?? "").replaceAll(/[\\^$.*+?()[\]]/g, "\\$&"));
  return names.length === 0 ? "" : `^(${names.join("|")})$`;
}
