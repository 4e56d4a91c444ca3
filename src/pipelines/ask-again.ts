import { isFinal, type ChatMessage, type Model, type ModelFailure } from "../models/index.ts";
import type { SamplingSettings } from "../spec/index.ts";

/** Answers at most: the second one to what was wrong with the first. */
const MOST_ANSWERS = 2;

/** What came of asking. `unanswered`: another time there may be an answer; `failed`: there is none; `refused`: no answer was taken. */
export type AskedAgain<T> =
  | { readonly status: "taken"; readonly taken: T; readonly answers: number }
  | { readonly status: "refused" }
  | { readonly status: "failed" | "unanswered"; readonly failure: ModelFailure };

/** What an answer gave, or what is said about it. */
export type Taken<T> = { readonly taken: T } | { readonly complaint: readonly ChatMessage[] };

/** What is asked. */
export interface Question {
  readonly messages: readonly ChatMessage[];
  readonly settings: SamplingSettings;
  /** What the answer is, for people. */
  readonly label: string;
  readonly stage: string;
}

/** Asks until an answer is taken, and once more with what `take` says is wrong with it. Throws `InterruptedError`, and what `take` throws. */
export async function askAgain<T>(
  model: Model,
  { messages: first, settings, label, stage }: Question,
  take: (answer: string) => Promise<Taken<T>>,
  signal: AbortSignal | undefined,
): Promise<AskedAgain<T>> {
  const messages = [...first];
  for (let asked = 1; asked <= MOST_ANSWERS; asked++) {
    const request = {
      messages: [...messages],
      settings,
      sample: 0,
      label: `${label}, answer ${asked}`,
      stage,
    };
    const outcome = await model.ask(request, signal);
    if (outcome.status === "failed") {
      const { failure } = outcome;
      return { status: isFinal(failure) ? "failed" : "unanswered", failure };
    }
    const { text } = outcome.reply;
    const result = await take(text);
    if ("taken" in result) return { status: "taken", taken: result.taken, answers: asked };
    messages.push({ role: "assistant", content: text }, ...result.complaint);
  }
  return { status: "refused" };
}
