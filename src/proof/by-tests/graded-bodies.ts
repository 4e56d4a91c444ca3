/** Bodies judged by a repository's tests as candidates are. */
import { throwIfInterrupted } from "../../base/index.ts";
import { judgeLosingWorkers, type EvaluationLimits, type TestExpectation } from "../../judge/index.ts";
import type { Variant } from "../../languages/index.ts";
import type { BodyVerdict } from "../bodies.ts";
import type { TestedTarget } from "../tested-mutants.ts";

/** A target with the tests that grade it. */
export interface TestGrading {
  readonly target: TestedTarget;
  readonly expectation: TestExpectation;
  /** Of a candidate. */
  readonly limits: EvaluationLimits;
}

/** Judges each body; order of the results is that of `variants`. Throws when interrupted. */
export async function judgeBodies(
  grading: TestGrading,
  variants: readonly Variant[],
): Promise<BodyVerdict[]> {
  const { language, originalText, definition } = grading.target;
  return Promise.all(
    variants.map(async ({ id, kind, completion }) => {
      const spliced = language.editing.splice(originalText, definition, completion);
      const { verdict, reason } =
        spliced.status === "refused"
          ? { verdict: "unresolved", reason: spliced.reason }
          : await judgeText(grading, spliced.text);
      return { name: id, kind, verdict, reason };
    }),
  );
}

/** Judges an edited file as a candidate's: `infrastructure` where no word on it is possible. */
export async function judgeText(
  { target, expectation, limits }: TestGrading,
  fileText: string,
  isCold = false,
): Promise<Pick<BodyVerdict, "verdict" | "reason">> {
  const { evaluator, editableTree, originalText, signal } = target;
  const candidate = { editableTree, fileText, originalText, limits, trust: "candidate" as const };
  const judged = await judgeLosingWorkers(evaluator, expectation, candidate, { isCold, signal });
  throwIfInterrupted(signal);
  return { verdict: judged.verdict, reason: judged.reason ?? null };
}
