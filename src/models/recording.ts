import { digestOf } from "../base/index.ts";
import type { RecordedReply } from "../spec/index.ts";
import type { Model, ModelOutcome, ModelReply, ModelRequest } from "./model.ts";

/** Where answers are kept. */
export interface ReplyStore {
  /** The answer recorded under a key. */
  find(key: string): RecordedReply | undefined;
  /** Keeps an answer; when it returns, a crash of this process no longer loses it. */
  keep(reply: RecordedReply): void;
}

/** Digest of everything that decides an answer. */
export function replyKey(identity: Model["identity"], { messages, settings, sample }: ModelRequest): string {
  return digestOf({ ...identity, messages, settings, sample });
}

/**
 * Answers from the store what it holds, and keeps there what the model answers. Equal requests that come while one of them is under way
 * share its outcome. Failures are not kept.
 */
export function withRecording(model: Model, store: ReplyStore): Model {
  const underWay = new Map<string, Promise<ModelOutcome>>();
  const askAndKeep = async (
    request: ModelRequest,
    signal: AbortSignal | undefined,
  ): Promise<ModelOutcome> => {
    const outcome = await model.ask(request, signal);
    if (outcome.status === "replied") store.keep(recordReply(model.identity, request, outcome.reply));
    return outcome;
  };
  return {
    ...model,
    async ask(request, signal) {
      const key = replyKey(model.identity, request);
      const known = store.find(key);
      if (known !== undefined) return { status: "replied", reply: readReply(known) };
      const asked = underWay.get(key) ?? askAndKeep(request, signal);
      underWay.set(key, asked);
      return asked.finally(() => underWay.delete(key));
    },
  };
}

/** The answer that a record holds. */
export function readReply(record: RecordedReply): ModelReply {
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

function recordReply(identity: Model["identity"], request: ModelRequest, reply: ModelReply): RecordedReply {
  return {
    format: "reply/1",
    key: replyKey(identity, request),
    ...identity,
    label: request.label,
    ...(request.stage === undefined ? {} : { stage: request.stage }),
    prompt_digest: digestOf(request.messages),
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
