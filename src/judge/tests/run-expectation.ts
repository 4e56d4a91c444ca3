import type { EvaluationLimits, Trust, Workbench } from "../judge.ts";
import { decideTests, type TestDecision, type TestExpectation } from "./judge-tests.ts";
import type { TestEvaluator, TestRun } from "./test-run.ts";

/** A candidate to judge by tests. */
export interface TestedCandidate {
  readonly workbench: Workbench;
  /** The whole edited file. */
  readonly fileText: string;
  readonly limits: EvaluationLimits;
  readonly trust: Trust;
}

/** A decision with what it cost. `lost` where the worker died with the candidate: no word on it is possible. */
export type TestJudgement =
  | (TestDecision & { readonly status: "judged"; readonly cpuSeconds: number })
  | { readonly status: "lost"; readonly message: string };

/**
 * Runs a candidate over the tests, and where it passes once more over the blind ones; see `TestExpectation.blind`. Never throws
 * for anything that a candidate can do.
 */
export async function judgeByTests(
  evaluator: Pick<TestEvaluator, "runTests" | "runTestsCold">,
  expectation: TestExpectation,
  candidate: TestedCandidate,
  options: { readonly isCold?: boolean; readonly signal?: AbortSignal | undefined } = {},
): Promise<TestJudgement> {
  const run = (half: Pick<TestExpectation, "prepared" | "tests">): Promise<TestRun> => {
    const order = half.tests.map(({ name, number }) => ({ name, number }));
    const job = { ...candidate, tests: half.prepared, order };
    return options.isCold === true
      ? evaluator.runTestsCold(job, options.signal)
      : evaluator.runTests(job, options.signal);
  };
  const seeing = await run(expectation);
  if (seeing.status === "lost-worker") return { status: "lost", message: seeing.message };
  const decision = decideTests(expectation, seeing);
  const { blind, policy } = expectation;
  if (decision.verdict !== "resolved" || blind === undefined)
    return { status: "judged", ...decision, cpuSeconds: seeing.cpuSeconds };
  const unseeing = await run(blind);
  if (unseeing.status === "lost-worker") return { status: "lost", message: unseeing.message };
  const again = decideTests({ ...blind, policy }, unseeing);
  const outcomes = { ...decision.outcomes, ...again.outcomes };
  return { status: "judged", ...again, outcomes, cpuSeconds: seeing.cpuSeconds + unseeing.cpuSeconds };
}
