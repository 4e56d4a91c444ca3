import { digestOf, UsageError, type HostPath } from "../base/index.ts";
import { appendRates, type TaskSet } from "../datasets/index.ts";
import {
  DEFAULT_PROMPT_FORM,
  isSameForm,
  promptForm,
  type PromptForm,
  type ResultRow,
  type SolveRate,
} from "../spec/index.ts";
import type { CompletionOrigin } from "./completions.ts";
import { tallyByTask } from "./metrics/summary.ts";
import type { Debugging } from "./prompts/feedback.ts";

/** Whose rates they are, and of which run. */
export interface RateIdentity {
  readonly solver: string;
  readonly form: PromptForm;
  /** Everything that decides the rows. */
  readonly run: unknown;
  /** ISO 8601, the day. */
  readonly date: string;
}

/**
 * Appends to the task set's `rates.jsonl` how often each task was passed; how many lines were new. Tasks without a judged sample, or without a
 * prediction, measure nothing.
 */
export function recordRates(
  taskSet: TaskSet,
  rows: readonly ResultRow[],
  { solver, form, run, date }: RateIdentity,
): number {
  const last = new Map(rows.map((row) => [row.task_id, row]));
  const rates = tallyByTask(rows)
    .filter(({ judged, isMissing }) => judged > 0 && !isMissing)
    .map(
      ({ taskId, judged, resolved }): SolveRate => ({
        format: "solve-rate/1",
        task_id: taskId,
        task_digest: last.get(taskId)?.task_digest ?? "",
        solver,
        ...form,
        n: judged,
        passed: resolved,
        retired_cases: [...(taskSet.retired.cases.get(taskId)?.keys() ?? [])],
        date,
        run: digestOf(run),
      }),
    );
  return appendRates(taskSet.directory, rates);
}

/** In what form the solver of an origin's completions was told of the tasks, as its identity says. */
export function promptFormOf({ identity }: Pick<CompletionOrigin, "identity">): PromptForm {
  const prompt = (identity["prompt"] ?? {}) as { readonly answer?: string };
  const debugging = identity["debugging"] as Debugging | undefined;
  const steps = prompt.answer === undefined ? [] : [prompt.answer];
  const debug = debugging === undefined ? [] : [`debug:${debugging.rounds}:${debugging.feedback}`];
  const method = [...steps, ...debug].join("+");
  return promptForm.parse({ ...prompt, ...(method === "" ? {} : { method }) });
}

/** An origin of completions that were made elsewhere, told in some form. The default form leaves it as it is. */
export function toldInForm(
  origin: CompletionOrigin,
  { specification, context, method }: PromptForm,
): CompletionOrigin {
  if (isSameForm({ specification, context, method }, DEFAULT_PROMPT_FORM)) return origin;
  const prompt = { specification, context, ...(method === DEFAULT_PROMPT_FORM.method ? {} : { method }) };
  return { ...origin, identity: { ...origin.identity, prompt } };
}

/** The error for rates of completions from a file, which does not say who made them. */
export function solverNeeded(file: HostPath): UsageError {
  return new UsageError(
    "solver-needed",
    `Cannot record the solve rates of ${file}: a file does not say who solved the tasks.`,
    { hint: "Name the solver: --record-rates NAME" },
  );
}
