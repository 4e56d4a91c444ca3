import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, type LanguageModel } from "ai";

import { InterruptedError, throwIfInterrupted, UsageError } from "../base/index.ts";
import { createHttpFetch } from "./http-fetch.ts";
import type { Model, ModelFailure, ModelOutcome, ModelProvider, ModelRequest } from "./model.ts";
import { OPENAI_FORM } from "./openai-form.ts";
import { readServiceFailure } from "./service-failures.ts";

/** `openai:MODEL@BASE_URL`: any endpoint with OpenAI's chat completions below a base URL (`http://127.0.0.1:8000/v1`). */
export const openAiProvider: ModelProvider = {
  open(rest, { apiKey, timeoutMs, proxyVariables }) {
    const { model, baseUrl } = parseRest(rest);
    const service = createOpenAICompatible({
      name: "openai",
      baseURL: baseUrl,
      fetch: createHttpFetch({ proxyVariables }),
      ...(apiKey === undefined ? {} : { apiKey }),
    });
    const chat = service.chatModel(model);
    const name = `openai:${model}@${baseUrl}`;
    const identity = { provider: "openai", model };
    const hide = (text: string): string =>
      apiKey === undefined || apiKey === "" ? text : text.replaceAll(apiKey, "…");
    return {
      name,
      identity,
      origin: { base_url: baseUrl },
      ask: (request, signal) => ask(chat, request, { name, timeoutMs, hide }, signal),
    } satisfies Model;
  },
};

/** The base URL is what begins with `http` behind the last `@`: names of models may hold an `@` too. */
function parseRest(rest: string): { model: string; baseUrl: string } {
  const [, model = "", url = ""] = /^(.+)@(https?:\/\/[^@]+)$/s.exec(rest) ?? [];
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || parsed.username !== "" || parsed.search !== "" || parsed.hash !== "") {
    throw new UsageError(
      "bad-model",
      `Cannot ask model "openai:${withoutCredentials(rest)}": it is not of the form ${OPENAI_FORM}, with a URL without user, query and fragment.`,
      {
        hint: "For example: --model openai:my-model@http://127.0.0.1:8000/v1; the key comes from an environment variable.",
      },
    );
  }
  return { model, baseUrl: url.replace(/\/+$/, "") };
}

function withoutCredentials(text: string): string {
  return text.replace(/\/\/[^/@]*@/, "//…@").replace(/\?.*$/s, "?…");
}

interface Asking {
  readonly name: string;
  readonly timeoutMs: number;
  /** Takes the key out of a text. */
  readonly hide: (text: string) => string;
}

async function ask(
  chat: LanguageModel,
  { messages, settings, label }: ModelRequest,
  { name, timeoutMs, hide }: Asking,
  signal: AbortSignal | undefined,
): Promise<ModelOutcome> {
  throwIfInterrupted(signal);
  const limit = AbortSignal.timeout(timeoutMs);
  const startedAt = performance.now();
  try {
    const { text, finishReason, usage, response } = await generateText({
      model: chat,
      messages: [...messages],
      allowSystemInMessages: true,
      maxRetries: 0,
      abortSignal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      ...(settings.temperature === null ? {} : { temperature: settings.temperature }),
      ...(settings.max_tokens === null ? {} : { maxOutputTokens: settings.max_tokens }),
    });
    if (finishReason === "content-filter")
      return failed({ code: "refused", message: `${name} refused ${label}.`, repeat: "never" });
    return {
      status: "replied",
      reply: {
        text,
        finishReason: finishReason === "stop" || finishReason === "length" ? finishReason : "other",
        usage: { input_tokens: usage.inputTokens ?? null, output_tokens: usage.outputTokens ?? null },
        costUsd: readCost(usage.raw),
        answeredBy: response.modelId,
        durationMs: performance.now() - startedAt,
      },
    };
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

function failed(failure: ModelFailure): ModelOutcome {
  return { status: "failed", failure };
}

/** Some services put the price of an answer beside its token counts, in USD. */
function readCost(usage: unknown): number | null {
  if (typeof usage !== "object" || usage === null || !("cost" in usage)) return null;
  return typeof usage.cost === "number" && Number.isFinite(usage.cost) ? usage.cost : null;
}
