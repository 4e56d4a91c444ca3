import { fence } from "../../base/index.ts";
import { isFinal, type ChatMessage, type Model, type ModelFailure } from "../../models/index.ts";
import type { SamplingSettings } from "../../spec/index.ts";
import type { ObservedCall } from "../../testgen/index.ts";
import type { Prompts } from "../prompts.ts";
import { readTestFile } from "../r2e/test-file.ts";
import type { WritingTarget } from "../r2e/writing-target.ts";

/** Inputs that a model suggested, distinct. `unanswered`: another time there may be an answer. */
export type SuggestedInputs =
  | {
      readonly status: "suggested";
      readonly calls: readonly ObservedCall[];
      /** Why there are none: why the last answer was not used, or the model's failure. */
      readonly unusable?: string;
    }
  | { readonly status: "unanswered"; readonly failure: ModelFailure };

/** Answers at most: the second one to a complaint. */
const MOST_ANSWERS = 2;

/** Asks for inputs that a careless engineer misses, as a file that calls the target; what it calls it with is recorded, whatever comes of it. Throws `InterruptedError` alone. */
export async function suggestInputs(
  model: Model,
  target: WritingTarget,
  { settings, prompts }: { readonly settings: SamplingSettings; readonly prompts: Prompts },
  signal?: AbortSignal,
): Promise<SuggestedInputs> {
  const { path, name, module, framework, slice, language, testPath } = target;
  const code = slice.map((file) => `\`${file.path}\`:\n\n${fence(language.name, file.text)}`).join("\n\n");
  const messages: ChatMessage[] = [
    ...prompts.read("adversaries/edge-cases", { name, module, framework, code }),
  ];
  let unusable = "";
  for (let asked = 1; asked <= MOST_ANSWERS; asked++) {
    const label = `edge cases of ${path}:${name}, answer ${asked}`;
    const request = { messages: [...messages], settings, sample: 0, label, stage: "edge-cases" };
    const outcome = await model.ask(request, signal);
    if (outcome.status === "failed") {
      const { failure } = outcome;
      if (!isFinal(failure)) return { status: "unanswered", failure };
      return { status: "suggested", calls: [], unusable: failure.code };
    }
    const read = readTestFile(outcome.reply.text, testPath, language);
    const complaint = read.status === "unreadable" ? read.complaint : await record(target, read.text);
    if (typeof complaint !== "string") return { status: "suggested", calls: complaint };
    unusable = read.status === "unreadable" ? read.reason : "no_calls";
    messages.push(
      { role: "assistant", content: outcome.reply.text },
      ...prompts.read("adversaries/edge-cases-again", { complaint }),
    );
  }
  return { status: "suggested", calls: [], unusable };
}

/** What a file calls the target with, or what to say where it does not. */
async function record(target: WritingTarget, text: string): Promise<readonly ObservedCall[] | string> {
  const { calls, failed, errored, output } = await target.record(text);
  const distinct = [...new Map(calls.map((call) => [JSON.stringify(call.recipe), call])).values()];
  if (distinct.length > 0) return distinct;
  const said = [...errored, ...failed].map(({ message }) => message).filter((one) => one !== "");
  const [first = output] = said;
  return `Your tests never call \`${target.name}\`.${first === "" ? "" : `\n\n${fence("text", first)}\n\n`}`;
}
