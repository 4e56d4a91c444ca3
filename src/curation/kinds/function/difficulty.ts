import type { Neighbour } from "../../../analysis/index.ts";
import type { Definition } from "../../../languages/index.ts";
import type { EvidenceSummary, TaskRecord } from "../../../spec/index.ts";

/** What a proof found, and how many cases or tests are shown and hidden. */
interface Proven {
  readonly summary: EvidenceSummary;
  readonly shown: number;
  readonly hidden: number;
}

/** Raised whenever the formula of the predicted rate or a feature it reads changes. */
const PREDICTION_VERSION = 1;

/** What is known of a task's difficulty without a model: features, and the solve rate that they let expect. */
export function measureDifficulty(
  definition: Definition,
  { summary, shown, hidden }: Proven,
  nearest: Neighbour | undefined,
): TaskRecord["difficulty"] {
  const { statements, branches, codeLines, calls } = definition.facts;
  const { determinacy, constants, mutation, distinct_outcomes: outcomes } = summary;
  const features = {
    statements,
    branches,
    code_lines: codeLines,
    calls: calls.length,
    neighbour_likeness: Math.round(1000 * (nearest?.likeness ?? 0)) / 1000,
    parameters: definition.parameters.length,
    is_method: definition.className === undefined ? 0 : 1,
    has_docstring: definition.docstring === undefined ? 0 : 1,
    determinacy: determinacy.score ?? 0,
    constants_needed: constants.needed,
    mutants: mutation.counted,
    distinct_outcomes: outcomes,
    examples: shown,
    hidden_cases: hidden,
  };
  return { features, predicted: { version: PREDICTION_VERSION, solve_rate: predict(features) } };
}

/**
 * A logistic guess, not fitted to anything yet: longer and more branched bodies are solved less often, determined ones more often. Rounded to
 * thousandths, so that the last bits of `exp` never reach a file.
 */
function predict({ statements, branches, determinacy }: Readonly<Record<string, number>>): number {
  const score = 2.5 - 0.06 * (statements ?? 0) - 0.08 * (branches ?? 0) + 2 * ((determinacy ?? 0) - 0.9);
  return Math.round(1000 / (1 + Math.exp(-score))) / 1000;
}
