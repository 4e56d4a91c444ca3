import { testId } from "../../spec/index.ts";
import type { ExpectedTest } from "../tests/judge-tests.ts";
import type { Grader } from "./grader.ts";

/** The grader that asks for some of its cases or tests only. */
export function restrictGrader(grader: Grader, isWanted: (id: string) => boolean): Grader {
  if (grader.kind === "observed") {
    const { suite, expected } = grader;
    return {
      ...grader,
      suite: suite.filter(({ id }) => isWanted(id)),
      expected: Object.fromEntries(Object.entries(expected).filter(([id]) => isWanted(id))),
    };
  }
  const { expectation } = grader;
  const wanted = (tests: readonly ExpectedTest[]): ExpectedTest[] =>
    tests.filter((test) => isWanted(testId(test)));
  const blind = expectation.blind
    .map((half) => ({ ...half, tests: wanted(half.tests) }))
    .filter(({ tests }) => tests.length > 0);
  return { ...grader, expectation: { ...expectation, tests: wanted(expectation.tests), blind } };
}
