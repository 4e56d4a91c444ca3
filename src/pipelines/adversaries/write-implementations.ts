import { isFinal, type Model, type ModelFailure, type Prompts } from "../../models/index.ts";
import type { SamplingSettings } from "../../spec/index.ts";
import { showFiles } from "../shown-files.ts";

/** A target of which implementations are asked for. */
export interface ImplementedTarget {
  readonly path: string;
  readonly name: string;
  readonly language: string;
  /** What it needs to run, by files, in an order in which it can be loaded. */
  readonly slice: readonly { readonly path: string; readonly text: string }[];
}

/** What asking for implementations gave. `unanswered`: another time there may be an answer. */
export type WrittenImplementations =
  | { readonly status: "written"; readonly answers: readonly string[] }
  | { readonly status: "unanswered"; readonly failure: ModelFailure };

/** What is asked for: `wrong` ones that look right, or right ones that are written `anew`. */
export type AskedImplementations = "wrong" | "anew";

/** Implementations by a model, as it answered, one for each sample; those that it never answers are absent. Throws `InterruptedError` alone. */
export async function writeImplementations(
  model: Model,
  { path, name, language, slice }: ImplementedTarget,
  {
    asked,
    settings,
    count,
    prompts,
  }: {
    readonly asked: AskedImplementations;
    readonly settings: SamplingSettings;
    readonly count: number;
    readonly prompts: Prompts;
  },
  signal?: AbortSignal,
): Promise<WrittenImplementations> {
  const { prompt, label, stage } = ASKED[asked];
  const messages = prompts.read(prompt, { name, code: showFiles(slice, language) });
  const samples = Array.from({ length: count }, (_, sample) => sample);
  const outcomes = await Promise.all(
    samples.map((sample) => {
      const labelled = `${label} of ${path}:${name}, sample ${sample}`;
      return model.ask({ messages, settings, sample, label: labelled, stage }, signal);
    }),
  );
  const failures = outcomes.flatMap((outcome) => (outcome.status === "failed" ? outcome.failure : []));
  const failure = failures.find((each) => !isFinal(each));
  if (failure !== undefined) return { status: "unanswered", failure };
  const answers = outcomes.flatMap((outcome) => (outcome.status === "replied" ? [outcome.reply.text] : []));
  return { status: "written", answers };
}

const ASKED = {
  wrong: { prompt: "adversaries/write-wrong", label: "wrong implementation", stage: "adversaries" },
  anew: { prompt: "adversaries/write-anew", label: "implementation", stage: "reimplementations" },
} as const;
