import { NO_TESTS, readTestEvents } from "../../test-report.ts";
import type { TestFramework } from "../../test-framework.ts";
import { atAddresses } from "../at-addresses.ts";

/** nose, or what is called so and goes with later releases of Python: tests that generators yield are run by it alone. */
export const nose: TestFramework = {
  name: "nose",
  programs: ["nosetests"],
  whole: {
    command: ({ program, guests, seed, searchPaths, arguments: given, ...call }) => ({
      words: [
        ...atAddresses(program, guests, seed),
        `${guests}/diorama_nose.py`,
        ...given.addopts,
        ...given.files,
      ],
      variables: {
        PYTHONPATH: searchPaths.join(":"),
        PYTHONHASHSEED: String(seed),
        ...(given.configuration === "declared" ? {} : { NOSE_IGNORE_CONFIG_FILES: "1" }),
        DIORAMA_OUTCOMES: JSON.stringify({
          report: call.report,
          test_seconds: call.testSeconds,
          skip: call.skip,
          plugins: call.plugins,
        }),
      },
    }),
    readReport: readTestEvents,
    noTestsExit: NO_TESTS,
  },
  judgeArguments: () => [],
};
