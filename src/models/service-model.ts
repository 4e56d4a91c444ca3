import { generateText, streamText, type LanguageModel, type LanguageModelUsage, type ModelMessage } from "ai";

import { InterruptedError, throwIfInterrupted } from "../base/index.ts";
import type { SamplingSettings, TokenUsage } from "../spec/index.ts";
import type {
  Model,
  ModelFailure,
  ModelOutcome,
  ModelReply,
  ModelRequest,
  ProviderOptions,
} from "./model.ts";
import { readServiceFailure } from "./service-failures.ts";
import type { ServiceSpec } from "./service-spec.ts";

// The SDK would write its warnings to stderr, which is for progress.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** A model that an SDK asks over a service. */
export function createServiceModel(
  provider: string,
  { model, baseUrl }: ServiceSpec,
  language: LanguageModel,
  { apiKey, timeoutMs, stallMs }: ProviderOptions,
): Model {
  const name = `${provider}:${model}@${baseUrl}`;
  const hide = (text: string): string =>
    apiKey === undefined || apiKey === "" ? text : text.replaceAll(apiKey, "…");
  return {
    name,
    identity: { provider, model },
    origin: { base_url: baseUrl },
    ask: (request, signal) => ask(language, request, { name, timeoutMs, stallMs, hide }, signal),
  };
}

interface Asking {
  readonly name: string;
  readonly timeoutMs: number;
  readonly stallMs: number | undefined;
  /** Takes the key out of a text. */
  readonly hide: (text: string) => string;
}

async function ask(
  language: LanguageModel,
  { messages, settings, sample, label }: ModelRequest,
  { name, timeoutMs, stallMs, hide }: Asking,
  signal: AbortSignal | undefined,
): Promise<ModelOutcome> {
  throwIfInterrupted(signal);
  const limit = AbortSignal.timeout(timeoutMs);
  const startedAt = performance.now();
  try {
    const answer = await (stallMs === undefined ? generateWhole : generateStreamed)({
      model: language,
      messages: [...messages],
      allowSystemInMessages: true,
      maxRetries: 0,
      abortSignal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      ...sdkSettings(settings, sample),
    });
    const { text, reasoningText, finishReason, usage, response } = answer;
    if (finishReason === "content-filter")
      return failed({ code: "refused", message: `${name} refused ${label}.`, repeat: "never" });
    const reply: ModelReply = {
      text,
      ...(reasoningText === undefined ? {} : { reasoning: reasoningText }),
      finishReason: finishReason === "stop" || finishReason === "length" ? finishReason : "other",
      usage: readUsage(usage),
      costUsd: readCost(usage.raw),
      answeredBy: response.modelId,
      durationMs: performance.now() - startedAt,
    };
    return { status: "replied", reply };
  } catch (error) {
    if (signal?.aborted === true) throw new InterruptedError();
    if (limit.aborted)
      return failed({
        code: "timed-out",
        message: `No answer of ${name} within ${timeoutMs / 1000} s.`,
        repeat: "later",
      });
    return failed(readServiceFailure(error, name, hide));
  }
}

interface SdkSettings {
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly topP?: number;
  readonly stopSequences?: string[];
  readonly seed?: number;
  readonly reasoning?: NonNullable<SamplingSettings["reasoning"]>;
}

interface Call extends SdkSettings {
  readonly model: LanguageModel;
  readonly messages: ModelMessage[];
  readonly allowSystemInMessages: true;
  readonly maxRetries: 0;
  readonly abortSignal: AbortSignal;
}

type Answer = Pick<
  Awaited<ReturnType<typeof generateText>>,
  "text" | "reasoningText" | "finishReason" | "usage"
> & { readonly response: { readonly modelId: string } };

async function generateWhole(call: Call): Promise<Answer> {
  return generateText(call);
}

/** Takes an answer piece by piece. Throws what the stream tells of. */
async function generateStreamed(call: Call): Promise<Answer> {
  const result = streamText({ ...call, onError: () => undefined });
  let finishReason: Answer["finishReason"] | undefined;
  for await (const part of result.fullStream) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw new Error("the request was given up");
    if (part.type === "finish") finishReason = part.finishReason;
  }
  if (finishReason === undefined) throw new Error("the stream ended before its end");
  return {
    text: await result.text,
    reasoningText: await result.reasoningText,
    finishReason,
    usage: await result.usage,
    response: await result.response,
  };
}

function sdkSettings(
  { temperature, max_tokens, top_p, stop, seed, reasoning }: SamplingSettings,
  sample: number,
): SdkSettings {
  return {
    ...(temperature === null ? {} : { temperature }),
    ...(max_tokens === null ? {} : { maxOutputTokens: max_tokens }),
    ...(top_p === undefined ? {} : { topP: top_p }),
    ...(stop === undefined ? {} : { stopSequences: stop }),
    ...(seed === undefined ? {} : { seed: seed + sample }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}

function readUsage({
  inputTokens,
  outputTokens,
  outputTokenDetails,
  inputTokenDetails,
}: LanguageModelUsage): TokenUsage {
  const { reasoningTokens } = outputTokenDetails;
  const { cacheReadTokens } = inputTokenDetails;
  return {
    input_tokens: inputTokens ?? null,
    output_tokens: outputTokens ?? null,
    ...(reasoningTokens === undefined || reasoningTokens === 0 ? {} : { reasoning_tokens: reasoningTokens }),
    ...(cacheReadTokens === undefined || cacheReadTokens === 0
      ? {}
      : { cached_input_tokens: cacheReadTokens }),
  };
}

function failed(failure: ModelFailure): ModelOutcome {
  return { status: "failed", failure };
}

/** Some services put the price of an answer beside its token counts, in USD. */
function readCost(usage: unknown): number | null {
  if (typeof usage !== "object" || usage === null || !("cost" in usage)) return null;
  return typeof usage.cost === "number" && Number.isFinite(usage.cost) ? usage.cost : null;
}
