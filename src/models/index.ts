export { openModel, wrapModel, type ModelOptions } from "./create-model.ts";
export type * from "./model.ts";
export { replyKey, type ReplyStore } from "./recording.ts";
export { isProvidedModel, modelForms, type ModelProviderName } from "./registry.ts";
export { DEFAULT_RETRIES, type RetryPolicy } from "./retries.ts";
