import { streamText, type LanguageModel } from "ai";

import { InterruptedError, onAbort, throwIfInterrupted } from "../base/index.ts";
import type { SamplingSettings, TokenUsage } from "../spec/index.ts";
import type {
  ChatMessage,
  Model,
  ModelFailure,
  ModelOutcome,
  ModelReply,
  ModelRequest,
  ProviderOptions,
} from "./model.ts";
import { readServiceFailure } from "./service-failures.ts";
import type { ServiceSpec } from "./service-spec.ts";

/** A service as the SDK's providers give it. */
export type ServiceLanguage = Extract<LanguageModel, { readonly specificationVersion: "v4" }>;

// The SDK would write its warnings to stderr, which is for progress.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** A model that an SDK asks over a service. */
export function createServiceModel(
  provider: string,
  { model, baseUrl }: ServiceSpec,
  language: ServiceLanguage,
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
  language: ServiceLanguage,
  { messages, settings, sample, label }: ModelRequest,
  { name, timeoutMs, stallMs, hide }: Asking,
  signal: AbortSignal | undefined,
): Promise<ModelOutcome> {
  throwIfInterrupted(signal);
  using limit = new Limit(timeoutMs, signal);
  const startedAt = performance.now();
  try {
    const answer = await (stallMs === undefined ? generateWhole : generateStreamed)({
      language,
      messages,
      signal: limit.signal,
      settings: sdkSettings(settings, sample),
    });
    const { text, reasoning, finishReason, usage, costUsd, answeredBy } = answer;
    if (finishReason === "content-filter")
      return failed({ code: "refused", message: `${name} refused ${label}.`, repeat: "never" });
    const reply: ModelReply = {
      text,
      ...(reasoning === undefined ? {} : { reasoning }),
      finishReason: finishReason === "stop" || finishReason === "length" ? finishReason : "other",
      usage,
      costUsd,
      answeredBy,
      durationMs: performance.now() - startedAt,
    };
    return { status: "replied", reply };
  } catch (error) {
    if (signal?.aborted === true) throw new InterruptedError();
    if (limit.isOver)
      return failed({
        code: "timed-out",
        message: `No answer of ${name} within ${timeoutMs / 1000} s.`,
        repeat: "later",
      });
    return failed(readServiceFailure(error, name, hide));
  }
}

/** A signal that aborts with another, or once time is over. Dispose it: an answer that came leaves no timer and no listener behind. */
class Limit implements Disposable {
  readonly #control = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #takeBack: () => void;
  isOver = false;

  constructor(timeoutMs: number, signal: AbortSignal | undefined) {
    this.#timer = setTimeout(() => {
      this.isOver = true;
      this.#control.abort();
    }, timeoutMs);
    this.#takeBack =
      signal === undefined ? () => undefined : onAbort(signal, () => this.#control.abort(signal.reason));
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#takeBack();
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

interface Call {
  readonly language: ServiceLanguage;
  readonly messages: readonly ChatMessage[];
  readonly signal: AbortSignal;
  readonly settings: SdkSettings;
}

interface Answer {
  readonly text: string;
  readonly reasoning: string | undefined;
  readonly finishReason: string;
  readonly usage: TokenUsage;
  readonly costUsd: number | null;
  readonly answeredBy: string;
}

/** Asks the provider itself: what the SDK puts around it (steps, tools, telemetry) is not needed for one answer. */
async function generateWhole({ language, messages, signal, settings }: Call): Promise<Answer> {
  const { content, finishReason, usage, response } = await language.doGenerate({
    ...settings,
    prompt: messages.map((message) =>
      message.role === "system"
        ? { role: "system", content: message.content }
        : { role: message.role, content: [{ type: "text", text: message.content }] },
    ),
    abortSignal: signal,
  });
  const texts = (type: "text" | "reasoning"): readonly string[] =>
    content.flatMap((part) => (part.type === type ? [part.text] : []));
  const reasoning = texts("reasoning").join("");
  const { inputTokens, outputTokens } = usage;
  return {
    text: texts("text").join(""),
    reasoning: reasoning === "" ? undefined : reasoning,
    finishReason: finishReason.unified,
    usage: readUsage(inputTokens.total, outputTokens.total, outputTokens.reasoning, inputTokens.cacheRead),
    costUsd: readCost(usage.raw),
    answeredBy: response?.modelId ?? language.modelId,
  };
}

/** Takes an answer piece by piece. Throws what the stream tells of. */
async function generateStreamed({ language, messages, signal, settings }: Call): Promise<Answer> {
  const result = streamText({
    ...settings,
    model: language,
    messages: [...messages],
    allowSystemInMessages: true,
    maxRetries: 0,
    abortSignal: signal,
    onError: () => undefined,
  });
  let finishReason: string | undefined;
  for await (const part of result.fullStream) {
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw new Error("the request was given up");
    if (part.type === "finish") finishReason = part.finishReason;
  }
  if (finishReason === undefined) throw new Error("the stream ended before its end");
  const { inputTokens, outputTokens, outputTokenDetails, inputTokenDetails, raw } = await result.usage;
  const { reasoningTokens } = outputTokenDetails;
  return {
    text: await result.text,
    reasoning: await result.reasoningText,
    finishReason,
    usage: readUsage(inputTokens, outputTokens, reasoningTokens, inputTokenDetails.cacheReadTokens),
    costUsd: readCost(raw),
    answeredBy: (await result.response).modelId,
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

function readUsage(
  input: number | undefined,
  output: number | undefined,
  reasoning: number | undefined = 0,
  cached: number | undefined = 0,
): TokenUsage {
  return {
    input_tokens: input ?? null,
    output_tokens: output ?? null,
    ...(reasoning === 0 ? {} : { reasoning_tokens: reasoning }),
    ...(cached === 0 ? {} : { cached_input_tokens: cached }),
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
