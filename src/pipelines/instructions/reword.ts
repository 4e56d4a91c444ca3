import { fence } from "../../base/index.ts";
import type { Model, ModelFailure, Prompts } from "../../models/index.ts";
import type { SamplingSettings } from "../../spec/index.ts";
import { askAgain, type Taken } from "../ask-again.ts";

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

/** What asking for better documentation gave, with what spoke against texts that were not taken, one for each of them and kind. `unanswered`: another time there may be an answer. */
export type RewordedText =
  | {
      readonly status: "reworded";
      readonly text: string;
      readonly answers: number;
      readonly complaints: readonly WordingComplaint["reason"][];
    }
  | {
      readonly status: "refused";
      readonly reason: string;
      readonly detail: string;
      readonly complaints: readonly WordingComplaint["reason"][];
    }
  | { readonly status: "unanswered"; readonly failure: ModelFailure };

/** R2E's refinement of specifications: a model that knows the original writes its documentation again, and nothing is taken that the checks refuse. Throws `InterruptedError` alone. */
export async function reword(
  model: Model,
  task: WordedTask,
  { settings, prompts }: { readonly settings: SamplingSettings; readonly prompts: Prompts },
  signal?: AbortSignal,
): Promise<RewordedText> {
  const { id, name, instruction, language, reference } = task;
  const messages = prompts.read("instructions/reword", {
    name,
    instruction: fence("markdown", instruction.trimEnd()),
    code: fence(language, reference),
  });
  let refused: readonly WordingComplaint[] = [];
  const complaints: WordingComplaint["reason"][] = [];
  const take = (answer: string): Promise<Taken<string>> => {
    const text = readText(answer);
    refused = text === undefined ? [NO_TEXT] : task.check(text);
    if (text !== undefined && refused.length === 0) return Promise.resolve({ taken: text });
    complaints.push(...refused.map(({ reason }) => reason));
    const said = refused.map((one) => `- ${one.text}`).join("\n");
    const complaint = prompts.read("instructions/reword-again", { complaints: fence("text", said) });
    return Promise.resolve({ complaint });
  };
  const label = `documentation of task ${id}`;
  const asked = await askAgain(model, { messages, settings, label, stage: "instructions" }, take, signal);
  if (asked.status === "taken")
    return { status: "reworded", text: asked.taken, answers: asked.answers, complaints };
  if (asked.status === "unanswered") return { status: "unanswered", failure: asked.failure };
  if (asked.status === "failed")
    return { status: "refused", reason: asked.failure.code, detail: asked.failure.message, complaints };
  const [first = NO_TEXT] = refused;
  const detail = refused.map(({ text }) => text).join(" ");
  return { status: "refused", reason: first.reason, detail, complaints };
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
