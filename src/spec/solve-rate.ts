import { z } from "zod";

/** In what form a solver was told of a task: rates of different forms say different things. */
export const promptForm = z.object({
  /** How much of the instruction. */
  specification: z.string().default("full"),
  /** What of the target's file. */
  context: z.string().default("file"),
  /** How the solver came to its answer: `direct`, `steps` of thought, `debug:ROUNDS:FEEDBACK`, or both. */
  method: z.string().default("direct"),
});
export type PromptForm = z.infer<typeof promptForm>;

/** What lines that say nothing of it stand for: the whole instruction, with the file around the target. */
export const DEFAULT_PROMPT_FORM: PromptForm = promptForm.parse({});

/** True where rates may be added up and set against each other. */
export function isSameForm(left: PromptForm, right: PromptForm): boolean {
  return (
    left.specification === right.specification &&
    left.context === right.context &&
    left.method === right.method
  );
}

/** In brackets after a blank, how a solver was told of a task; nothing for the default form. */
export function formatPromptForm(form: PromptForm): string {
  if (isSameForm(form, DEFAULT_PROMPT_FORM)) return "";
  const method = form.method === DEFAULT_PROMPT_FORM.method ? "" : `, ${form.method}`;
  return ` (specification ${form.specification}, context ${form.context}${method})`;
}

/**
 * One line of `rates.jsonl`: how often a solver passed a task in one run. Of several lines of the same task, solver and run the last holds;
 * runs of the same form add up.
 */
export const solveRate = z.object({
  format: z.literal("solve-rate/1"),
  task_id: z.string(),
  task_digest: z.string(),
  /** The model's name, or what the user called it. */
  solver: z.string(),
  ...promptForm.shape,
  /** Samples that were judged, and how many of them were resolved. */
  n: z.int().positive(),
  passed: z.int().nonnegative(),
  /** Cases of the task that were retired when this was measured. */
  retired_cases: z.array(z.string()).default([]),
  /** ISO 8601, the day. */
  date: z.string(),
  /** Digest of what was evaluated, so that a run that is gone on with is not counted twice. */
  run: z.string(),
});
export type SolveRate = z.infer<typeof solveRate>;
