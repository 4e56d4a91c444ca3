import type { EvaluationLimits } from "../judge/index.ts";

/** Limits before anything is known of a target: generous, for the reference sets the real ones. */
export const FIRST_LIMITS: EvaluationLimits = {
  caseCpuSeconds: 2,
  importSeconds: 20,
  memoryBytes: 1024 * 1024 * 1024,
  outputBytes: 8 * 1024 * 1024,
};
