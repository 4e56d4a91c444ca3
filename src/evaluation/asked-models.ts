import type { HostPath } from "../base/index.ts";
import type { LoadedTask } from "../datasets/index.ts";
import type { Language } from "../languages/index.ts";
import {
  openModel,
  openReplyCache,
  withFallback,
  wrapModel,
  type Model,
  type ModelOptions,
  type ModelOutcome,
  type ReplyStore,
} from "../models/index.ts";
import { recordedReply, type SamplingSettings } from "../spec/index.ts";
import type { RunFolder } from "../store/index.ts";
import type { Completion, CompletionOrigin } from "./completions.ts";
import { writePrompt, type PromptOptions, type TaskPrompt } from "./prompts/prompt.ts";
import { PROMPTS, REPLIES } from "./run-stages.ts";

/** How a model over a service is asked. */
export interface AskingOptions extends Omit<ModelOptions, "logger"> {
  readonly settings: SamplingSettings;
  readonly prompt: PromptOptions;
  /** Requests under way at a time. Decides nothing. */
  readonly requests: number;
  /** Folder of the answers of all runs; absent: only the run's own are used again. */
  readonly cacheDirectory?: HostPath | undefined;
}

/** What is not chosen: the service's own settings, the whole file up to 8,000 tokens, four requests at a time of ten minutes each. */
export const DEFAULT_ASKING: AskingOptions = {
  settings: { temperature: null, max_tokens: null },
  prompt: { context: "file", contextTokens: 8_000, specification: "full" },
  requests: 4,
  timeoutMs: 600_000,
  proxyVariables: {},
};

/** Prompts that are remembered: the samples of a task come one after another. */
const KEPT_PROMPTS = 32;

/**
 * Completions by a model that is asked. Every sample is a request of its own; answers are recorded in the run's folder when they come, and
 * prompts beside them. Throws what `openModel` throws.
 */
export async function createAskedOrigin(
  spec: string,
  samples: number,
  languageOf: (task: LoadedTask) => Language,
  options: AskingOptions & Pick<ModelOptions, "logger">,
): Promise<CompletionOrigin> {
  const { settings, prompt, requests } = options;
  const model = await openModel(spec, options);
  return {
    name: model.name,
    identity: { model: model.name, ...model.origin, samples, settings, prompt },
    requests,
    open(folder) {
      const own = openReplyStore(folder);
      const { cacheDirectory } = options;
      const store =
        cacheDirectory === undefined ? own : withFallback(own, openReplyCache(cacheDirectory, model));
      const wrapped = wrapModel(model, options, store);
      const promptOf = createPromptWriter(folder, languageOf, prompt);
      return {
        list: (task) =>
          Array.from({ length: samples }, (_, sample) => ({
            sample,
            complete: (signal) => complete(wrapped, task, sample, { promptOf, settings, signal }),
          })),
      };
    },
  };
}

interface Completing {
  readonly promptOf: (task: LoadedTask) => TaskPrompt;
  readonly settings: SamplingSettings;
  readonly signal: AbortSignal | undefined;
}

async function complete(
  model: Model,
  task: LoadedTask,
  sample: number,
  { promptOf, settings, signal }: Completing,
): Promise<Completion> {
  const { messages, context, readsAnswer } = promptOf(task);
  const label = `task ${task.record.id}, sample ${sample}`;
  const outcome = await model.ask({ messages, settings, sample, label }, signal);
  const components = {
    context_tokens: context.tokens,
    context_left_out_tokens: context.leftOut.tokens,
    ...(readsAnswer ? { context_reads_answer: 1 } : {}),
    ...countReply(outcome),
  };
  return outcome.status === "replied"
    ? { status: "completed", text: outcome.reply.text, components }
    : { status: "failed", failure: outcome.failure, components };
}

/** What the service says of an answer, as figures; what it does not say is absent. */
function countReply(outcome: ModelOutcome): Record<string, number> {
  if (outcome.status === "failed") return {};
  const { usage, costUsd, finishReason } = outcome.reply;
  const known = {
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    cost_usd: costUsd,
    cut_off: finishReason === "length" ? 1 : 0,
  };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

function openReplyStore(folder: RunFolder): ReplyStore {
  const replies = folder.records(REPLIES).map((record) => recordedReply.parse(record));
  const byKey = new Map(replies.map((reply) => [reply.key, reply]));
  return {
    find: (key) => byKey.get(key),
    keep(reply) {
      folder.append(REPLIES, reply);
      byKey.set(reply.key, reply);
    },
  };
}

/** Writes each prompt once, and stores it in the folder the first time it is needed there. */
function createPromptWriter(
  folder: RunFolder,
  languageOf: (task: LoadedTask) => Language,
  options: PromptOptions,
): (task: LoadedTask) => TaskPrompt {
  const kept = new Map<string, TaskPrompt>();
  const stored = new Set(
    folder.records(PROMPTS).map((record) => (record as { readonly task_id?: unknown }).task_id),
  );
  return (task) => {
    const { id } = task.record;
    const prompt = kept.get(id) ?? writePrompt(task, languageOf(task), options);
    kept.set(id, prompt);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_PROMPTS && oldest !== undefined) kept.delete(oldest);
    if (!stored.has(id)) {
      folder.append(PROMPTS, { format: "prompt/1", task_id: id, messages: prompt.messages });
      stored.add(id);
    }
    return prompt;
  };
}
