import { createOpenAICompatible, type OpenAICompatibleProvider } from "@ai-sdk/openai-compatible";

import { createHttpFetch } from "./http-fetch.ts";
import type { ModelProvider, ProviderOptions } from "./model.ts";
import { withSamplesAtOnce } from "./samples-at-once.ts";
import { createServiceModel } from "./service-model.ts";
import { parseServiceSpec } from "./service-spec.ts";

/** Any endpoint with OpenAI's chat completions below a base URL (`http://127.0.0.1:8000/v1`). */
export const openAiProvider: ModelProvider = {
  open(rest, options) {
    const spec = parseServiceSpec("openai", rest, { form: "openai:MODEL@BASE_URL" });
    return createServiceModel(
      "openai",
      spec,
      openService(spec.baseUrl, options).chatModel(spec.model),
      options,
    );
  },
};

/** Any endpoint with OpenAI's older plain completions: the messages are sent as one text, which the model goes on with. */
export const completionProvider: ModelProvider = {
  open(rest, options) {
    const spec = parseServiceSpec("completion", rest, { form: "completion:MODEL@BASE_URL" });
    const language = openService(spec.baseUrl, options).completionModel(spec.model);
    return createServiceModel("completion", spec, language, options);
  },
};

function openService(
  baseURL: string,
  { apiKey, proxyVariables, stallMs, samplesAtOnce = 1 }: ProviderOptions,
): OpenAICompatibleProvider {
  const send = createHttpFetch({ proxyVariables, stallMs });
  return createOpenAICompatible({
    name: "openai",
    baseURL,
    includeUsage: true,
    fetch: stallMs === undefined ? withSamplesAtOnce(send, samplesAtOnce) : send,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
}
