import { createAnthropic } from "@ai-sdk/anthropic";

import { createHttpFetch } from "./http-fetch.ts";
import type { ModelProvider } from "./model.ts";
import { createServiceModel } from "./service-model.ts";
import { parseServiceSpec } from "./service-spec.ts";

/** Where Anthropic's own service is; other services with its messages are named behind `@`. */
const OWN_URL = "https://api.anthropic.com/v1";

/** Anthropic's messages. */
export const anthropicProvider: ModelProvider = {
  open(rest, options) {
    const { apiKey, proxyVariables, stallMs } = options;
    const form = "anthropic:MODEL or anthropic:MODEL@BASE_URL";
    const spec = parseServiceSpec("anthropic", rest, { form, ownUrl: OWN_URL });
    const service = createAnthropic({
      baseURL: spec.baseUrl,
      // Without one the SDK would look for a key in the environment by itself.
      apiKey: apiKey ?? "none",
      fetch: createHttpFetch({ proxyVariables, stallMs }),
    });
    return createServiceModel("anthropic", spec, service(spec.model), options);
  },
};
