import { atBoundary } from "../base/index.ts";
import type { Observation, UnresolvedReason } from "../spec/index.ts";
import { compareObservations } from "./compare.ts";
import type { ComparisonRules } from "./comparison-rules.ts";
import type { Difference } from "./judgement.ts";

/** What is wrong with a case's observation: why its candidate is unresolved, and where the two part, unless they cannot be compared. */
export interface CaseFault {
  readonly reason: Extract<
    UnresolvedReason,
    "wrong_observation" | "refused_observation" | "malformed_output"
  >;
  readonly difference: Difference | undefined;
  readonly detail?: string;
}

/** What a comparison came to. */
export type CaseComparison = CaseFault | "as expected";

/** True of a case that was compared and is not as expected. */
export function hasFault({ comparison = "as expected" }: { readonly comparison?: CaseComparison }): boolean {
  return comparison !== "as expected";
}

/** Compares a case's observation with what is expected of it. Never throws for anything that a candidate can show. */
export function compareCase(
  id: string,
  expected: Observation | undefined,
  actual: Observation,
  rules: ComparisonRules,
): CaseComparison {
  return atBoundary<CaseComparison>(
    () => {
      const difference =
        expected === undefined
          ? { caseId: id, path: "", message: "nothing is expected of this case" }
          : compareObservations(id, expected, actual, rules);
      if (difference === undefined) return "as expected";
      const reason = actual.status === "refused" ? "refused_observation" : "wrong_observation";
      return { reason, difference };
    },
    (message) => ({
      reason: "malformed_output",
      difference: undefined,
      detail: `What it showed cannot be compared: ${message}`,
    }),
  );
}
