/** How completions are graded: the kinds of grader as data, and what one run of a grader comes to. */
import type {
  ComparisonPolicy,
  LimitsPolicy,
  NotJudgedReason,
  Observation,
  SuiteCase,
  UnresolvedReason,
} from "../../spec/index.ts";
import type { Judgement } from "../judge.ts";
import type { TestExpectation } from "../tests/judge-tests.ts";
import { testId, type TestEvaluator } from "../tests/test-run.ts";

/** Calls whose outcomes must equal what the reference showed. */
export interface ObservedGrader {
  readonly kind: "observed";
  readonly suite: readonly SuiteCase[];
  readonly expected: Readonly<Record<string, Observation>>;
  readonly policy: ComparisonPolicy;
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

/** A judgement before anybody looked at the clock. */
export type Untimed = Omit<Judgement, "durationMs">;

/** A case, what the original shows there, and what the candidate showed: undefined where it did not get to its end. */
export interface FailedCase {
  readonly suiteCase: SuiteCase;
  readonly expected: Observation | undefined;
  readonly observed: Observation | undefined;
}

/** What grading one edited file came to. */
export interface Grading {
  readonly judgement: Untimed;
  /** The case that the reason is about; undefined where no case went wrong, none had begun, or tests were run. */
  readonly failure?: FailedCase | undefined;
}

/** Names of the cases or tests that a grader asks for. */
export function gradedIds(grader: Grader): readonly string[] {
  return grader.kind === "observed" ? grader.suite.map(({ id }) => id) : grader.expectation.tests.map(testId);
}

/** The judgement on a completion of which nothing was run. */
export function nothingRun(
  grader: Grader,
  verdict: Judgement["verdict"],
  reason: UnresolvedReason | NotJudgedReason,
): Untimed {
  return {
    verdict,
    reason,
    isBuilt: false,
    outcomes: Object.fromEntries(gradedIds(grader).map((id) => [id, "not_run" as const])),
    difference: undefined,
    cpuMs: 0,
  };
}
