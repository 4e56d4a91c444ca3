import type { SuggestedInputs } from "../pipelines/index.ts";
import type { EdgeCasesRecord } from "./edge-cases-record.ts";
import type { TaskOutcome } from "./kinds/kind.ts";
import { placeOfTarget } from "./target-place.ts";
import type { PreparedTarget } from "./prepared-source.ts";

/** A target whose suite is grown from suggested inputs too, and the record of it once it has been tried. */
export interface SuggestedTarget {
  readonly target: PreparedTarget;
  record(source: string, outcome: TaskOutcome): EdgeCasesRecord;
}

/** Gives a target the inputs that were suggested for it, but for those that were seen. */
export function withSuggestions(
  target: PreparedTarget,
  { calls, unusable }: Extract<SuggestedInputs, { status: "suggested" }>,
): SuggestedTarget {
  const { context } = target;
  const known = new Set(target.calls.map(({ recipe }) => JSON.stringify(recipe)));
  const fresh = calls.filter(({ recipe }) => !known.has(JSON.stringify(recipe)));
  let inside: number | null = null;
  const suggestions = { calls: fresh, tell: (count: number) => void (inside = count) };
  return {
    target: { ...target, context: { ...context, suggestions } },
    record: (source, outcome) => ({
      format: "edge-cases/1",
      ...placeOfTarget(source, target.definition),
      ...(unusable === undefined ? {} : { unusable }),
      suggested: fresh.length,
      inside,
      used: outcome.status === "accepted" ? countUsed(outcome) : 0,
    }),
  };
}

function countUsed({ draft }: Extract<TaskOutcome, { status: "accepted" }>): number {
  const cases = [...draft.suite.cases, ...draft.record.visible_examples];
  return cases.filter(({ origin }) => origin === "suggested").length;
}
