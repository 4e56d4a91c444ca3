import { isFinal, type Model, type ModelFailure, type Prompts } from "../../models/index.ts";
import type { SamplingSettings } from "../../spec/index.ts";
import { showFiles } from "../shown-files.ts";

/** A target of which wrong implementations are asked for. */
export interface AttackedTarget {
  readonly path: string;
  readonly name: string;
  readonly language: string;
  /** What it needs to run, by files, in an order in which it can be loaded. */
  readonly slice: readonly { readonly path: string; readonly text: string }[];
}

/** What asking for wrong implementations gave. `unanswered`: another time there may be an answer. */
export type WrongImplementations =
  | {
      readonly status: "written";
      readonly wrong: readonly { readonly sample: number; readonly answer: string }[];
    }
  | { readonly status: "unanswered"; readonly failure: ModelFailure };

/** Plausible wrong implementations by a model, as it answered, one for each sample; those that it never answers are absent. Throws `InterruptedError` alone. */
export async function writeWrong(
  model: Model,
  { path, name, language, slice }: AttackedTarget,
  {
    settings,
    count,
    prompts,
  }: { readonly settings: SamplingSettings; readonly count: number; readonly prompts: Prompts },
  signal?: AbortSignal,
): Promise<WrongImplementations> {
  const messages = prompts.read("adversaries/write-wrong", {
    name,
    code: showFiles(slice, language),
  });
  const samples = Array.from({ length: count }, (_, sample) => sample);
  const outcomes = await Promise.all(
    samples.map((sample) => {
      const label = `wrong implementation of ${path}:${name}, sample ${sample}`;
      return model.ask({ messages, settings, sample, label, stage: "adversaries" }, signal);
    }),
  );
  const failures = outcomes.flatMap((outcome) => (outcome.status === "failed" ? outcome.failure : []));
  const failure = failures.find((each) => !isFinal(each));
  if (failure !== undefined) return { status: "unanswered", failure };
  const wrong = outcomes.flatMap((outcome, sample) =>
    outcome.status === "replied" ? [{ sample, answer: outcome.reply.text }] : [],
  );
  return { status: "written", wrong };
}
