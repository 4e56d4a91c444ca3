import { digestOf } from "../base/index.ts";
import { recordedReply, type PromptVersion, type RecordedReply } from "../spec/index.ts";
import type { Model, ModelOutcome, ModelReply, ModelRequest } from "./model.ts";
import { versionsOf } from "./prompts/prompts.ts";

/** Where answers are kept. */
export interface ReplyStore {
  /** The answer recorded under a key. */
  find(key: string): RecordedReply | undefined;
  /** Keeps an answer; when it returns, a crash of this process no longer loses it. */
  keep(reply: RecordedReply): void;
  /** Notes the versions of the prompts that were asked with, whether the answer was there already or not. Absent: nobody asks for them. */
  note?(prompts: readonly PromptVersion[]): void;
}

/** Digest of everything that decides an answer. */
export function replyKey(identity: Model["identity"], { messages, settings, sample }: ModelRequest): string {
  return digestOf({ ...identity, messages, settings, sample });
}

/**
 * Answers from the store what it holds, and keeps there what the model answers. Equal requests that come while one of them is under way
 * share its outcome. Of failures, those are kept that the same request meets again.
 */
export function withRecording(model: Model, store: ReplyStore): Model {
  const underWay = new Map<string, Promise<ModelOutcome>>();
  const askAndKeep = async (
    key: string,
    request: ModelRequest,
    signal: AbortSignal | undefined,
  ): Promise<ModelOutcome> => {
    const outcome = await model.ask(request, signal);
    const record = recordOutcome(key, model.identity, request, outcome);
    if (record !== undefined) store.keep(record);
    return outcome;
  };
  return {
    ...model,
    async ask(request, signal) {
      store.note?.(versionsOf(request.messages));
      const key = replyKey(model.identity, request);
      const known = store.find(key);
      if (known !== undefined) return readOutcome(known);
      const asked = underWay.get(key) ?? askAndKeep(key, request, signal);
      underWay.set(key, asked);
      return asked.finally(() => underWay.delete(key));
    },
  };
}

/** What a record holds. */
export function readOutcome(record: RecordedReply): ModelOutcome {
  const { failure: code, label } = record;
  if (code === undefined) return { status: "replied", reply: readReply(record) };
  const message = `No answer for ${label}: ${code} when it was asked for.`;
  return { status: "failed", failure: { code, message, repeat: "never" } };
}

function readReply(record: RecordedReply): ModelReply {
  return {
    text: record.text,
    ...(record.reasoning === undefined ? {} : { reasoning: record.reasoning }),
    finishReason: record.finish_reason,
    usage: record.usage,
    costUsd: record.cost_usd,
    answeredBy: record.answered_by,
    durationMs: record.duration_ms,
    ...(record.taken_from === undefined ? {} : { takenFrom: record.taken_from }),
  };
}

/** Undefined for a failure that may be none another time. */
function recordOutcome(
  key: string,
  identity: Model["identity"],
  request: ModelRequest,
  outcome: ModelOutcome,
): RecordedReply | undefined {
  if (outcome.status === "replied") return recordReply(key, identity, request, outcome.reply);
  const { data: failure } = recordedReply.shape.failure.unwrap().safeParse(outcome.failure.code);
  return failure === undefined ? undefined : { ...recordReply(key, identity, request, NO_REPLY), failure };
}

const NO_REPLY: ModelReply = {
  text: "",
  finishReason: "other",
  usage: { input_tokens: null, output_tokens: null },
  costUsd: null,
  answeredBy: null,
  durationMs: 0,
};

/** Digests of prompts: samples of one prompt have its messages in common. */
const promptDigests = new WeakMap<ModelRequest["messages"], string>();

function promptDigest({ messages }: ModelRequest): string {
  const digest = promptDigests.get(messages) ?? digestOf(messages);
  promptDigests.set(messages, digest);
  return digest;
}

function recordReply(
  key: string,
  identity: Model["identity"],
  request: ModelRequest,
  reply: ModelReply,
): RecordedReply {
  return {
    format: "reply/1",
    key,
    ...identity,
    label: request.label,
    ...(request.stage === undefined ? {} : { stage: request.stage }),
    prompt_digest: promptDigest(request),
    settings: request.settings,
    sample: request.sample,
    text: reply.text,
    ...(reply.reasoning === undefined ? {} : { reasoning: reply.reasoning }),
    finish_reason: reply.finishReason,
    answered_by: reply.answeredBy,
    usage: reply.usage,
    cost_usd: reply.costUsd,
    duration_ms: Math.round(reply.durationMs),
    ...(reply.takenFrom === undefined ? {} : { taken_from: reply.takenFrom }),
  };
}
