import { splitTestId, type TestArguments, type TestCall, type TestFramework } from "../../test-framework.ts";
import { NO_TESTS } from "../../test-report.ts";
import { readGoEvents } from "./go-events.ts";

/** Packages may take as many times as long as one test. */
const TESTS_OF_A_PACKAGE = 4;

/** `go test`. Its own events say what becomes of each test; a test that ends its package's process is left out the next time. */
export const goTest: TestFramework = {
  name: "gotest",
  programs: ["go"],
  whole: {
    command: (call) => ({
      words: ["sh", `${call.guests}/run-tests.sh`, ...call.arguments.addopts],
      variables: {
        GO: call.program,
        REPORT: call.report,
        PACKAGES: packagesOf(call.arguments).join(" "),
        PACKAGE_SECONDS: String(call.testSeconds * TESTS_OF_A_PACKAGE),
      },
      input: describeSkipped(call),
    }),
    readReport: readGoEvents,
    noTestsExit: NO_TESTS,
  },
  judgeArguments: ({ addopts }) => addopts,
};

function packagesOf({ files }: Pick<TestArguments, "files">): readonly string[] {
  return files.length === 0 ? ["./..."] : files;
}

/** A line for each package of which tests are left out. A part of a test is left out with all of it. */
function describeSkipped({ skipped }: TestCall): string {
  const tests = Map.groupBy(skipped, (id) => splitTestId(id).path);
  const lines = [...tests].map(([folder, ids]) => {
    const names = new Set(ids.map((id) => (splitTestId(id).names[0] ?? "").split("/")[0] ?? ""));
    return `${folder}\t^(${[...names].join("|")})$\n`;
  });
  return lines.join("");
}
