import type { HostPath } from "../base/index.ts";
import {
  openModel,
  openPrompts,
  openRunReplies,
  wrapModel,
  type ChatMessage,
  type Model,
  type ModelOptions,
  type ModelOutcome,
  type Prompts,
} from "../models/index.ts";
import type { SamplingSettings } from "../spec/index.ts";
import type { RunFolder } from "../store/index.ts";
import { PROMPTS } from "./run-stages.ts";
import type { Completion, CompletionOrigin, JudgeCompletion } from "./completions.ts";
import { DIRECT, writeFeedback, type Debugging, type ShownExamples } from "./prompts/feedback.ts";
import type { PromptOptions } from "./prompts/prompt.ts";

/** How a model over a service is asked. */
export interface AskingOptions extends Omit<ModelOptions, "logger"> {
  readonly settings: SamplingSettings;
  readonly prompt: PromptOptions;
  readonly debugging: Debugging;
  readonly prompts: Prompts;
  /** Requests under way at a time. Decides nothing. */
  readonly requests: number;
  /** Folder of the answers of all runs; absent: only the run's own are used again. */
  readonly cacheDirectory?: HostPath | undefined;
}

/** What is not chosen: the service's own settings, the whole file up to 8,000 tokens, one round, four requests at a time of ten minutes each. */
export const DEFAULT_ASKING: AskingOptions = {
  settings: { temperature: null, max_tokens: null },
  prompt: { context: "file", contextTokens: 8_000, specification: "full" },
  debugging: DIRECT,
  prompts: openPrompts(),
  requests: 4,
  timeoutMs: 600_000,
  proxyVariables: {},
};

/** The first question for a task. */
export interface AskedPrompt {
  readonly taskId: string;
  readonly messages: readonly ChatMessage[];
  /** Figures of the prompt that ride beside the reward in result rows. */
  readonly components: Readonly<Record<string, number>>;
  /** The cases that the model may be told of, by id, each as a person reads it. */
  readonly examples: ShownExamples;
}

/** What is asked: the prompt of a task, and what of it is part of a run's identity. */
export interface AskedPrompts<T> {
  readonly identity: Readonly<Record<string, unknown>>;
  /** The same for equal tasks; called again for each sample that does not come soon after another of its task. */
  write(task: T): AskedPrompt;
  /** The completion that an answer stands for; absent: all of it. */
  readReply?(task: T, text: string): string;
}

/** Prompts that are remembered: the samples of a task come one after another. */
const KEPT_PROMPTS = 32;

/**
 * Completions by a model that is asked. Every sample is a conversation of its own, of one question unless `debugging` allows more; answers are recorded in the
 * run's folder when they come, and prompts beside them. Throws what `openModel` throws.
 */
export async function createAskedOrigin<T extends object>(
  spec: string,
  samples: number,
  prompts: AskedPrompts<T>,
  options: AskingOptions & Pick<ModelOptions, "logger">,
): Promise<CompletionOrigin<T>> {
  const { settings, debugging, requests, prompts: own } = options;
  const model = await openModel(spec, options);
  return {
    name: model.name,
    identity: {
      model: model.name,
      ...model.origin,
      samples,
      settings,
      ...(debugging.rounds > 1 ? { debugging } : {}),
      ...prompts.identity,
      ...(own.replaced === undefined ? {} : { prompts: own.replaced }),
    },
    requests,
    open(folder) {
      const wrapped = wrapModel(model, options, openRunReplies(folder, model, options.cacheDirectory));
      const promptOf = rememberPrompts(folder, prompts);
      return {
        list: (task) =>
          Array.from({ length: samples }, (_, sample) => ({
            sample,
            complete: (signal, judge) =>
              converse(
                wrapped,
                {
                  prompt: promptOf(task),
                  sample,
                  settings,
                  debugging,
                  prompts: own,
                  readReply: (text) => prompts.readReply?.(task, text) ?? text,
                },
                { signal, judge },
              ),
          })),
      };
    },
  };
}

interface Conversation {
  readonly prompt: AskedPrompt;
  readonly sample: number;
  readonly settings: SamplingSettings;
  readonly debugging: Debugging;
  readonly prompts: Prompts;
  readonly readReply: (text: string) => string;
}

/** Asks until an answer is right as far as the model may know, or rounds are spent. The last answer is the completion. */
async function converse(
  model: Model,
  { prompt, sample, settings, debugging, prompts, readReply }: Conversation,
  { signal, judge }: { readonly signal: AbortSignal | undefined; readonly judge: JudgeCompletion },
): Promise<Completion> {
  let { messages } = prompt;
  const components: Record<string, number> = { ...prompt.components };
  for (let round = 1; ; round++) {
    const label = `task ${prompt.taskId}, sample ${sample}${round === 1 ? "" : `, round ${round}`}`;
    const outcome = await model.ask({ messages, settings, sample, label }, signal);
    addFigures(components, countReply(outcome));
    if (debugging.rounds > 1) components["rounds"] = round;
    if (outcome.status === "failed") return { status: "failed", failure: outcome.failure, components };
    const text = readReply(outcome.reply.text);
    if (round >= debugging.rounds) return { status: "completed", text, components };
    const { feedback: kind } = debugging;
    const feedback = writeFeedback(await judge(text), { kind, examples: prompt.examples, prompts });
    if (feedback === undefined) return { status: "completed", text, components };
    messages = [...messages, { role: "assistant", content: outcome.reply.text }, ...feedback];
  }
}

/** Figures of several answers add up; whether one was cut off is said of the last. */
function addFigures(sums: Record<string, number>, figures: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(figures))
    sums[name] = name === "cut_off" ? value : (sums[name] ?? 0) + value;
}

/** What the service says of an answer, as figures; what it does not say is absent. */
function countReply(outcome: ModelOutcome): Record<string, number> {
  if (outcome.status === "failed") return {};
  const { usage, costUsd, finishReason, durationMs } = outcome.reply;
  const known = {
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    cost_usd: costUsd,
    reply_ms: Math.round(durationMs),
    cut_off: finishReason === "length" ? 1 : 0,
  };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

/** Writes each prompt once, and stores it in the folder the first time it is needed there. */
function rememberPrompts<T extends object>(
  folder: RunFolder,
  prompts: AskedPrompts<T>,
): (task: T) => AskedPrompt {
  const kept = new Map<T, AskedPrompt>();
  const stored = new Set(
    folder.records(PROMPTS).map((record) => (record as { readonly task_id?: unknown }).task_id),
  );
  return (task) => {
    const prompt = kept.get(task) ?? prompts.write(task);
    kept.set(task, prompt);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_PROMPTS && oldest !== undefined) kept.delete(oldest);
    const { taskId, messages } = prompt;
    if (!stored.has(taskId)) {
      folder.append(PROMPTS, { format: "prompt/1", task_id: taskId, messages });
      stored.add(taskId);
    }
    return prompt;
  };
}
