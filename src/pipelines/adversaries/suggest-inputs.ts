import { fence } from "../../base/index.ts";
import type { Model, ModelFailure, Prompts } from "../../models/index.ts";
import type { SamplingSettings } from "../../spec/index.ts";
import type { ObservedCall } from "../../testgen/index.ts";
import { askAgain, type Taken } from "../ask-again.ts";
import { distinctCalls } from "../r2e/distinct-calls.ts";
import { readTestFile } from "../r2e/test-file.ts";
import type { WritingTarget } from "../r2e/writing-target.ts";
import { showFiles } from "../shown-files.ts";

/** Inputs that a model suggested, distinct. `unanswered`: another time there may be an answer. */
export type SuggestedInputs =
  | {
      readonly status: "suggested";
      readonly calls: readonly ObservedCall[];
      /** Why there are none: why the last answer was not used, or the model's failure. */
      readonly unusable?: string;
    }
  | { readonly status: "unanswered"; readonly failure: ModelFailure };

/** Asks for inputs that a careless engineer misses, as a file that calls the target; what it calls it with is recorded, whatever comes of it. Throws `InterruptedError` alone. */
export async function suggestInputs(
  model: Model,
  target: WritingTarget,
  { settings, prompts }: { readonly settings: SamplingSettings; readonly prompts: Prompts },
  signal?: AbortSignal,
): Promise<SuggestedInputs> {
  const { path, name, module, framework, slice, language, testPath } = target;
  const code = showFiles(slice, language.name);
  const messages = prompts.read("adversaries/edge-cases", { name, module, framework, code });
  let unusable = "";
  const take = async (answer: string): Promise<Taken<readonly ObservedCall[]>> => {
    const read = readTestFile(answer, testPath, language);
    const found = read.status === "unreadable" ? read.complaint : await record(target, read.text);
    if (typeof found !== "string") return { taken: found };
    unusable = read.status === "unreadable" ? read.reason : "no_calls";
    return { complaint: prompts.read("adversaries/edge-cases-again", { complaint: found }) };
  };
  const label = `edge cases of ${path}:${name}`;
  const asked = await askAgain(model, { messages, settings, label, stage: "edge-cases" }, take, signal);
  if (asked.status === "taken") return { status: "suggested", calls: asked.taken };
  if (asked.status === "unanswered") return { status: "unanswered", failure: asked.failure };
  return {
    status: "suggested",
    calls: [],
    unusable: asked.status === "failed" ? asked.failure.code : unusable,
  };
}

/** What a file calls the target with, or what to say where it does not. */
async function record(target: WritingTarget, text: string): Promise<readonly ObservedCall[] | string> {
  const { calls, failed, errored, output } = await target.record(text);
  const distinct = distinctCalls(calls);
  if (distinct.length > 0) return distinct;
  const said = [...errored, ...failed].map(({ message }) => message).filter((one) => one !== "");
  const [first = output] = said;
  return `Your tests never call \`${target.name}\`.${first === "" ? "" : `\n\n${fence("text", first)}\n\n`}`;
}
