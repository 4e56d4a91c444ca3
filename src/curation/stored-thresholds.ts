import { DEFAULT_THRESHOLDS, type Thresholds } from "../proof/index.ts";

/** The thresholds that a task set was built with, as its manifest's options have them. */
export function readThresholds(options: Readonly<Record<string, unknown>>): Thresholds {
  const stored = (options["thresholds"] ?? {}) as Partial<Thresholds>;
  // Sets of before know one score for both kinds of grader.
  const { mutationScore: mutationScoreByTests = DEFAULT_THRESHOLDS.mutationScore } = stored;
  return { ...DEFAULT_THRESHOLDS, mutationScoreByTests, ...stored };
}
