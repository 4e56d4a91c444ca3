import { z } from "zod";

import { targetPlace } from "./target-place.ts";

/** Records of what became of implementations that were written anew, in a build's folder. */
export const REIMPLEMENTATIONS = "reimplementations";

/** One line of `reimplementations.jsonl`: what became of the implementations that a model wrote anew of one target. */
export const reimplementationsRecord = z.object({
  format: z.literal("reimplementations/1"),
  ...targetPlace.shape,
  tried: z.array(
    z.object({
      id: z.string(),
      /** As `ReimplementationFate`; `unusable`: no definition that could be put in its place; null: no suite was grown far enough. */
      fate: z.enum(["sound", "unsound", "unusable"]).nullable(),
    }),
  ),
  /** Cases that two of the sound ones answer otherwise: they are neither graded nor shown. Null where no suite was grown far enough. */
  left_out: z.int().nullable(),
});
export type ReimplementationsRecord = z.infer<typeof reimplementationsRecord>;

/** What they came to over all targets. */
export interface ReimplementationSummary {
  readonly given: number;
  readonly unusable: number;
  readonly sound: number;
  readonly unsound: number;
  /** Cases, of all that were tried on the original. */
  readonly left_out: number;
}

/** Sums up the records of a build. */
export function summariseReimplementations(
  records: readonly ReimplementationsRecord[],
): ReimplementationSummary {
  const all = records.flatMap(({ tried }) => tried);
  const countOf = (wanted: string): number => all.filter(({ fate }) => fate === wanted).length;
  return {
    given: all.length,
    unusable: countOf("unusable"),
    sound: countOf("sound"),
    unsound: countOf("unsound"),
    left_out: records.reduce((sum, record) => sum + (record.left_out ?? 0), 0),
  };
}
