import { describeKnownNames, UsageError, type Logger } from "../base/index.ts";
import { withBudget, type Budget } from "./budget.ts";
import type { Model, ProviderOptions } from "./model.ts";
import { listedPrice, withPrices, type PriceTable } from "./prices.ts";
import { withRateLimit, type RateLimit } from "./rate-limit.ts";
import { withRecording, type ReplyStore } from "./recording.ts";
import { modelForms, modelProviders, providerOf } from "./registry.ts";
import { DEFAULT_RETRIES, withRetries, type RetryPolicy } from "./retries.ts";

/** How a model is asked. */
export interface ModelOptions extends ProviderOptions {
  readonly retries?: RetryPolicy | undefined;
  readonly budget?: Budget | undefined;
  readonly rateLimit?: RateLimit | undefined;
  /** What answers cost where the service does not say so. */
  readonly prices?: PriceTable | undefined;
  readonly logger: Logger;
}

/** Opens the model that a SPEC names, without asking it. Throws `UsageError`: `unknown-model`, `bad-model`, those of a replayed file. */
export async function openModel(spec: string, options: ModelOptions): Promise<Model> {
  const name = providerOf(spec);
  if (!Object.hasOwn(modelProviders, name)) {
    throw new UsageError(
      "unknown-model",
      `Cannot ask model "${spec}": there is no such provider. ${describeKnownNames(spec, modelForms)}`,
    );
  }
  const registered = modelProviders[name as keyof typeof modelProviders];
  const provider = await registered.load();
  const samplesAtOnce = registered.samplesAtOnce ? options.samplesAtOnce : undefined;
  return provider.open(spec.slice(name.length + 1), { ...options, samplesAtOnce });
}

/** The model with its wrappers, from the inside out: waits for its turn, repeats what failed for now, adds prices, keeps to the budget, asks nothing twice. */
export function wrapModel(model: Model, options: ModelOptions, store: ReplyStore): Model {
  const { rateLimit = {}, retries = DEFAULT_RETRIES, prices = new Map(), budget = {}, logger } = options;
  const repeating = withRetries(withRateLimit(model, rateLimit), retries, logger);
  return withRecording(withBudget(withPrices(repeating, prices), budget, listedPrice(model, prices)), store);
}
