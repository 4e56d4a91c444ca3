/** Models that are judged beside every other: what nothing and what the original score. */
export const baselines = ["null", "reference"] as const;
export type Baseline = (typeof baselines)[number];

/** Stage of a run folder with the model's result rows. */
export const RESULTS = "results";

/** Stage with every completion, stored before it is judged. */
export const COMPLETIONS = "completions";

/** Stage with the result rows of a baseline. */
export function baselineStage(name: Baseline): string {
  return `baselines/${name}`;
}
