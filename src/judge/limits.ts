import type { LimitsPolicy } from "../spec/index.ts";
import type { EvaluationLimits, EvaluationOutcome } from "./judge.ts";

const mebibyte = 1024 * 1024;

/** Limits for code whose needs are not known yet: our own, before it was measured. */
export const measuringLimits: EvaluationLimits = {
  caseCpuSeconds: 10,
  importSeconds: 60,
  memoryBytes: 2048 * mebibyte,
  outputBytes: 64 * mebibyte,
};

/** What a run of the reference cost: an evaluation or a run of tests. */
type MeasuredRun = Pick<EvaluationOutcome, "cpuSeconds" | "peakBytes"> & {
  readonly results: readonly { readonly cpuSeconds: number }[];
};

/** Importing is bounded by its own floor: it also compiles, and reads files that may not be in memory yet. */
const importFloorSeconds = 1;
const outputFactor = 8;
const outputFloorBytes = mebibyte;

/** The policy in seconds and bytes of this machine, from an evaluation of the reference that was observed on it. */
export function limitsFor(policy: LimitsPolicy, reference: MeasuredRun): EvaluationLimits {
  const costs = reference.results.map(({ cpuSeconds }) => cpuSeconds);
  const slowest = Math.max(0, ...costs);
  const importing = reference.cpuSeconds - costs.reduce((total, cost) => total + cost, 0);
  const shown = JSON.stringify(reference.results).length;
  return {
    caseCpuSeconds: Math.max(policy.cpu_floor_seconds, policy.cpu_factor * slowest),
    importSeconds: Math.max(importFloorSeconds, policy.cpu_factor * importing),
    memoryBytes: Math.max(policy.memory_floor_bytes, policy.memory_factor * reference.peakBytes),
    outputBytes: Math.max(outputFloorBytes, outputFactor * shown),
  };
}
