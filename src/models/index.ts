export type { Budget } from "./budget.ts";
export { openModel, wrapModel, type ModelOptions } from "./create-model.ts";
export type * from "./model.ts";
export { readPrices, type Price, type PriceTable } from "./prices.ts";
export type { RateLimit } from "./rate-limit.ts";
export { replyKey, type ReplyStore } from "./recording.ts";
export { isProvidedModel, keyVariableOf, modelForms, type ModelProviderName } from "./registry.ts";
export { openReplyCache, withFallback } from "./reply-cache.ts";
export { DEFAULT_RETRIES, type RetryPolicy } from "./retries.ts";
