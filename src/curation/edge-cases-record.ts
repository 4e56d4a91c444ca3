import { z } from "zod";

import type { SuggestedInputs } from "../pipelines/index.ts";
import type { TaskOutcome } from "./kinds/kind.ts";
import type { PreparedTarget } from "./prepared-source.ts";

/** Records of what became of inputs that a model suggested, in a build's folder. */
export const EDGE_CASES = "edge-cases";

/** One line of `edge-cases.jsonl`: what became of the inputs that a model suggested for one target. */
export const edgeCasesRecord = z.object({
  format: z.literal("edge-cases/1"),
  source: z.string(),
  path: z.string(),
  name: z.string(),
  line: z.int(),
  /** Why there are none; absent where there are some. */
  unusable: z.string().optional(),
  /** Distinct inputs that were not seen before, those of them inside the contract (null where no suite was begun), and those that the task grades or shows. */
  suggested: z.int(),
  inside: z.int().nullable(),
  used: z.int(),
});
export type EdgeCasesRecord = z.infer<typeof edgeCasesRecord>;

/** What edge cases came to over all targets. */
export interface EdgeCaseSummary {
  readonly targets: number;
  readonly unusable: number;
  readonly suggested: number;
  readonly inside: number;
  /** Graded or shown by accepted tasks. */
  readonly used: number;
}

/** Sums up the records of a build. */
export function summariseEdgeCases(records: readonly EdgeCasesRecord[]): EdgeCaseSummary {
  const sum = (of: (record: EdgeCasesRecord) => number | null): number =>
    records.reduce((total, record) => total + (of(record) ?? 0), 0);
  return {
    targets: records.length,
    unusable: records.filter(({ unusable }) => unusable !== undefined).length,
    suggested: sum(({ suggested }) => suggested),
    inside: sum(({ inside }) => inside),
    used: sum(({ used }) => used),
  };
}

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
  const { definition, context } = target;
  const known = new Set(target.calls.map(({ recipe }) => JSON.stringify(recipe)));
  const fresh = calls.filter(({ recipe }) => !known.has(JSON.stringify(recipe)));
  let inside: number | null = null;
  const suggestions = { calls: fresh, tell: (count: number) => void (inside = count) };
  return {
    target: { ...target, context: { ...context, suggestions } },
    record: (source, outcome) => ({
      format: "edge-cases/1",
      source,
      path: definition.path,
      name: definition.name,
      line: definition.lines.start,
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
