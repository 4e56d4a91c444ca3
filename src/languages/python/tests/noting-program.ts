import { NO_TESTS, readTestEvents } from "../../test-report.ts";
import type { TestFramework } from "../../test-framework.ts";
import { atAddresses } from "../at-addresses.ts";

type Whole = NonNullable<TestFramework["whole"]>;
type Call = Parameters<Whole["command"]>[0];

/** Whole runs by a program of ours that runs a repository's own runner and notes what each test gave (`diorama_noting`). `variables` are those beside the ones that all have. */
export function runByProgram(
  name: string,
  variables: (given: Call["arguments"]) => Readonly<Record<string, string>> = () => ({}),
): Whole {
  return {
    command: ({ program, guests, seed, searchPaths, arguments: given, ...call }) => ({
      words: [...atAddresses(program, guests, seed), `${guests}/${name}`, ...given.addopts, ...given.files],
      variables: {
        PYTHONPATH: searchPaths.join(":"),
        PYTHONHASHSEED: String(seed),
        ...variables(given),
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
  };
}
