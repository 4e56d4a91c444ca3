import { NO_TESTS, readTestEvents } from "../../test-report.ts";
import type { TestFramework } from "../../test-framework.ts";
import { atAddresses } from "../at-addresses.ts";

/**
 * The standard library's framework. Tests of it are run by pytest where that finds them; else by the repository's own program that runs them (`manage.py test`, `runtests.py`,
 * `-m unittest`), whose words stand in `addopts`.
 */
export const unittest: TestFramework = {
  name: "unittest",
  programs: [],
  whole: {
    command: ({ program, guests, seed, searchPaths, arguments: { addopts, files }, ...call }) => ({
      words: [...atAddresses(program, guests, seed), `${guests}/diorama_scripts.py`, ...addopts, ...files],
      variables: {
        PYTHONPATH: searchPaths.join(":"),
        PYTHONHASHSEED: String(seed),
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
