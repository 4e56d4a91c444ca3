/** How completions are graded: the kinds of grader as data. */
import type { ComparisonPolicy, LimitsPolicy, Observation, SuiteCase } from "../../spec/index.ts";
import type { TestExpectation } from "../tests/judge-tests.ts";
import { testId, type TestEvaluator } from "../tests/test-run.ts";

/** Calls whose outcomes must equal what the reference showed. */
export interface ObservedGrader {
  readonly kind: "observed";
  readonly suite: readonly SuiteCase[];
  readonly expected: Readonly<Record<string, Observation>>;
  readonly policy: ComparisonPolicy;
  /** Whether the first case with a fault ends an evaluation. It changes neither verdict nor reason, only how many cases run. Absent: all run. */
  readonly stopsAtFirst?: boolean;
  readonly limits: LimitsPolicy;
}

/** Tests of the repository whose outcomes and assertions must be those of the reference. */
export interface TestsGrader {
  readonly kind: "tests";
  readonly expectation: TestExpectation;
  /** Where the tests are run. */
  readonly runner: Pick<TestEvaluator, "runTests" | "runTestsCold">;
  readonly limits: LimitsPolicy;
}

/** What completions of a task are graded by. */
export type Grader = ObservedGrader | TestsGrader;

/** Names of the cases or tests that a grader asks for. */
export function gradedIds(grader: Grader): readonly string[] {
  return grader.kind === "observed" ? grader.suite.map(({ id }) => id) : grader.expectation.tests.map(testId);
}
