/** Models that are judged beside every other: what nothing and what the original score. */
export const baselines = ["null", "reference"] as const;
export type Baseline = (typeof baselines)[number];

/** Stage of a run folder with the model's result rows. */
export const RESULTS = "results";

/** Stage with every completion, stored before it is judged. */
export const COMPLETIONS = "completions";

/** Stage with what a model was asked, once for each task. */
export const PROMPTS = "prompts";

/** Stage with what reports need to know of each task. */
export const TASKS = "tasks";

/** Stage with the result rows of a baseline. */
export function baselineStage(name: Baseline): string {
  return `baselines/${name}`;
}
