/** Bodies judged by a repository's tests as candidates are. */
import { throwIfInterrupted } from "../../base/index.ts";
import {
  editTarget,
  judgeLosingWorkers,
  referenceFile,
  type EditedFile,
  type EvaluationLimits,
  type TestExpectation,
} from "../../judge/index.ts";
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
  return Promise.all(
    variants.map(async ({ id, kind, completion }) => {
      const edited = editTarget(grading.target, completion);
      const { verdict, reason } =
        edited.status === "refused"
          ? { verdict: "unresolved", reason: edited.reason }
          : await judgeEdited(grading, edited);
      return { name: id, kind, verdict, reason };
    }),
  );
}

/** Judges an edited file as a candidate's: `infrastructure` where no word on it is possible. */
export async function judgeEdited(
  { target, expectation, limits }: TestGrading,
  { fileText, otherFiles }: EditedFile,
  isCold = false,
): Promise<Pick<BodyVerdict, "verdict" | "reason">> {
  const { evaluator, editableTree, signal } = target;
  const candidate = { editableTree, fileText, otherFiles, limits, trust: "candidate" as const };
  const options = { isCold, signal };
  const judged = await judgeLosingWorkers(evaluator, expectation, candidate, referenceFile(target), options);
  throwIfInterrupted(signal);
  return { verdict: judged.verdict, reason: judged.reason ?? null };
}
