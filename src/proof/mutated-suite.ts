import type { LimitsPolicy } from "../spec/index.ts";
import type { ChosenMutants } from "./given-mutants.ts";
import { proveMutants } from "./mutation.ts";
import type { MutationResult } from "./mutation-result.ts";
import type { Rejected } from "./rejection.ts";
import { stabiliseSuite, type TaskCases } from "./stabilise-suite.ts";
import type { ProofTarget } from "./proof-target.ts";

/**
 * Mutates a target and judges the mutants by cases, hidden ones and examples, as a proof does: without a choice by the same mutants. Rejected
 * where the reference no longer shows the same twice in enough of the cases.
 */
export async function mutateSuite(
  target: ProofTarget,
  cases: TaskCases,
  limits: LimitsPolicy,
  chosen?: ChosenMutants,
): Promise<({ readonly status: "mutated" } & MutationResult) | Rejected> {
  const stable = await stabiliseSuite(target, cases, { policy: limits, fewestExamples: 0 });
  if (stable.status === "rejected") return stable;
  const { mutants } = await proveMutants(stable, chosen);
  const { definition, originalText, language } = target;
  return {
    status: "mutated",
    language: language.name,
    definition,
    originalText,
    judgedBy: "cases",
    judges: [...stable.examples, ...stable.cases].map(({ id }) => id),
    leftOut: [],
    mutants,
  };
}
