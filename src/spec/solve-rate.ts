import { z } from "zod";

/**
 * One line of `rates.jsonl`: how often a solver passed a task in one run. Of several lines of the same task, solver and run the last holds;
 * runs add up.
 */
export const solveRate = z.object({
  format: z.literal("solve-rate/1"),
  task_id: z.string(),
  task_digest: z.string(),
  /** The model's name, or what the user called it. */
  solver: z.string(),
  /** Samples that were judged, and how many of them were resolved. */
  n: z.int().positive(),
  passed: z.int().nonnegative(),
  /** ISO 8601, the day. */
  date: z.string(),
  /** Digest of what was evaluated, so that a run that is gone on with is not counted twice. */
  run: z.string(),
});
export type SolveRate = z.infer<typeof solveRate>;
