import { z } from "zod";

import { targetPlace } from "./target-place.ts";

/** Records of what became of inputs that a model suggested, in a build's folder. */
export const EDGE_CASES = "edge-cases";

/** One line of `edge-cases.jsonl`: what became of the inputs that a model suggested for one target. */
export const edgeCasesRecord = z.object({
  format: z.literal("edge-cases/1"),
  ...targetPlace.shape,
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
