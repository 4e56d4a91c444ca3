import { measureTests, testId, type TestExpectation } from "../../judge/index.ts";
import type { LimitsPolicy } from "../../spec/index.ts";
import type { ChosenMutants } from "../given-mutants.ts";
import type { JudgedMutant } from "../mutation-result.ts";
import { describeMutant } from "../mutation.ts";
import type { TestedTarget } from "../tested-mutants.ts";
import { findTold } from "./tests-told.ts";

/** Mutants of a target, judged by the tests that grade it as a proof judges them; undefined where the reference does not pass them. */
export async function mutateByTests(
  target: TestedTarget,
  expectation: TestExpectation,
  policy: LimitsPolicy,
  chosen?: ChosenMutants,
): Promise<readonly JudgedMutant[] | undefined> {
  const { evaluator, signal } = target;
  const limits = await measureTests(evaluator, expectation, target, { policy, signal });
  if (limits === undefined) return undefined;
  const grading = { target, expectation, limits };
  const found = await findTold(grading, chosen);
  const ids = expectation.tests.map(testId);
  return found.map(({ mutant, told, isLost }) => ({
    ...describeMutant(target, mutant),
    ...(isLost === true ? { status: "not_judged" as const } : {}),
    coveredBy: ids,
    ...(told.size === 0 ? {} : { killedBy: [...told] }),
  }));
}
