import { describeKnownNames, UsageError, type Logger } from "../base/index.ts";
import { withBudget } from "./budget.ts";
import type { Model, ProviderOptions } from "./model.ts";
import { withRecording, type ReplyStore } from "./recording.ts";
import { modelForms, modelProviders, providerOf } from "./registry.ts";
import { DEFAULT_RETRIES, withRetries, type RetryPolicy } from "./retries.ts";

/** How a model is asked. */
export interface ModelOptions extends ProviderOptions {
  readonly retries?: RetryPolicy | undefined;
  /** Most answers that are asked for; absent: no limit. Recorded ones do not count, nor do repetitions of a failed request. */
  readonly maxCalls?: number | undefined;
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
  const provider = await modelProviders[name as keyof typeof modelProviders].load();
  return provider.open(spec.slice(name.length + 1), options);
}

/** The model with its wrappers, from the inside out: repeats what failed for now, counts calls, asks nothing twice. */
export function wrapModel(model: Model, options: ModelOptions, store: ReplyStore): Model {
  const repeating = withRetries(model, options.retries ?? DEFAULT_RETRIES, options.logger);
  const limited = options.maxCalls === undefined ? repeating : withBudget(repeating, options.maxCalls);
  return withRecording(limited, store);
}
