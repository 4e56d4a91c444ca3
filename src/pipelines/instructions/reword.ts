import { fence } from "../../base/index.ts";
import { isFinal, type ChatMessage, type Model, type ModelFailure } from "../../models/index.ts";
import type { SamplingSettings } from "../../spec/index.ts";
import type { Prompts } from "../prompts.ts";

/** A task whose documentation is to be written better. */
export interface WordedTask {
  readonly id: string;
  /** Qualified name of its target. */
  readonly name: string;
  readonly language: string;
  /** The whole instruction. */
  readonly instruction: string;
  /** The hidden definition. */
  readonly reference: string;
  /** What speaks against a text, each a sentence for the model; none: it may be used. */
  check(text: string): readonly WordingComplaint[];
}

/** Why a text cannot be used. */
export interface WordingComplaint {
  readonly reason: "form" | "unseen_fact" | "lost_fact" | "leaks_body" | "leaks_case";
  readonly text: string;
}

/** What asking for better documentation gave. `unanswered`: another time there may be an answer. */
export type RewordedText =
  | { readonly status: "reworded"; readonly text: string; readonly answers: number }
  | { readonly status: "refused"; readonly reason: string; readonly detail: string }
  | { readonly status: "unanswered"; readonly failure: ModelFailure };

/** Answers at most: the second one to what was wrong with the first. */
const MOST_ANSWERS = 2;

/** R2E's refinement of specifications: a model that knows the original writes its documentation again, and nothing is taken that the checks refuse. Throws `InterruptedError` alone. */
export async function reword(
  model: Model,
  task: WordedTask,
  { settings, prompts }: { readonly settings: SamplingSettings; readonly prompts: Prompts },
  signal?: AbortSignal,
): Promise<RewordedText> {
  const { id, name, instruction, language, reference } = task;
  const messages: ChatMessage[] = [
    ...prompts.read("instructions/reword", {
      name,
      instruction: fence("markdown", instruction.trimEnd()),
      code: fence(language, reference),
    }),
  ];
  let refused: readonly WordingComplaint[] = [];
  for (let asked = 1; asked <= MOST_ANSWERS; asked++) {
    const label = `documentation of task ${id}, answer ${asked}`;
    const request = { messages: [...messages], settings, sample: 0, label, stage: "instructions" };
    const outcome = await model.ask(request, signal);
    if (outcome.status === "failed") {
      const { failure } = outcome;
      if (!isFinal(failure)) return { status: "unanswered", failure };
      return { status: "refused", reason: failure.code, detail: failure.message };
    }
    const text = readText(outcome.reply.text);
    refused = text === undefined ? [NO_TEXT] : task.check(text);
    if (text !== undefined && refused.length === 0) return { status: "reworded", text, answers: asked };
    const complaints = refused.map((one) => `- ${one.text}`).join("\n");
    messages.push(
      { role: "assistant", content: outcome.reply.text },
      ...prompts.read("instructions/reword-again", { complaints: fence("text", complaints) }),
    );
  }
  const [first = NO_TEXT] = refused;
  return { status: "refused", reason: first.reason, detail: refused.map(({ text }) => text).join(" ") };
}

const NO_TEXT: WordingComplaint = {
  reason: "form",
  text: "There is no code block with a text in your answer.",
};

/** The last fenced block; its fence may be longer than those inside. */
function readText(answer: string): string | undefined {
  const blocks = [...answer.replaceAll("\r\n", "\n").matchAll(/^(`{3,}|~{3,})[^\n]*\n([^]*?)^\1[ \t]*$/gm)];
  const text = blocks.at(-1)?.[2]?.trim();
  return text === "" ? undefined : text;
}
