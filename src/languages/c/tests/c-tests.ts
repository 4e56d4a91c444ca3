import { splitTestId, type TestArguments, type TestCall, type TestFramework } from "../../test-framework.ts";
import { NO_TESTS } from "../../test-report.ts";
import { readCtestReport, readMakeReport, readMesonReport } from "./c-reports.ts";

/** A test of ctest is a program, with as many tests in it: it may take as many times as long as one. */
const TESTS_OF_A_PROGRAM = 4;

/** Tests that CMake knows of, run by ctest. The first of its options is the kind of build, as of `makeTests`. */
export const ctest: TestFramework = {
  name: "ctest",
  programs: ["ctest"],
  whole: {
    command: (call) => ({
      words: ["sh", `${call.guests}/run-tests.sh`, "cmake", "test", ...call.arguments.addopts],
      variables: {
        REPORT: call.report,
        SKIP: patternOf(call),
        TEST_SECONDS: String(call.testSeconds * TESTS_OF_A_PROGRAM),
      },
    }),
    readReport: readCtestReport,
    noTestsExit: NO_TESTS,
  },
  judgeArguments: ({ addopts }) => addopts,
};

/** Tests that Meson knows of. */
export const mesonTest: TestFramework = {
  name: "meson",
  programs: ["meson"],
  whole: {
    command: ({ guests, report, arguments: { addopts } }) => ({
      words: ["sh", `${guests}/run-tests.sh`, "meson", "test", ...addopts],
      variables: { REPORT: report },
    }),
    readReport: readMesonReport,
    noTestsExit: NO_TESTS,
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
    command: ({ guests, report, arguments: { addopts } }) => ({
      words: ["sh", `${guests}/run-tests.sh`, ...addopts],
      variables: { REPORT: report },
    }),
    readReport: readMakeReport,
    noTestsExit: NO_TESTS,
  },
  judgeArguments: ({ addopts }: Pick<TestArguments, "addopts">) => addopts,
};

function patternOf({ skipped }: TestCall): string {
  const names = skipped.map((id) => (splitTestId(id).names[0] ?? "").replaceAll(/[\\^$.*+?()[\]]/g, "\\$&"));
  return names.length === 0 ? "" : `^(${names.join("|")})$`;
}
