import { readFileSync } from "node:fs";

import { z } from "zod";

import { UsageError, type HostPath } from "../base/index.ts";
import type { Model, ModelReply } from "./model.ts";

/** USD for one token. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Of input that the service had kept. */
  readonly cachedInput: number;
  /** Tokens that an answer has at most, where the table says so. */
  readonly mostOutput?: number | undefined;
}

/** Prices by the names of models. */
export type PriceTable = ReadonlyMap<string, Price>;

const tableEntry = z.looseObject({
  input_cost_per_token: z.number().nonnegative().optional(),
  output_cost_per_token: z.number().nonnegative().optional(),
  cache_read_input_token_cost: z.number().nonnegative().optional(),
  max_output_tokens: z.int().positive().optional(),
});

/**
 * Reads a table of prices in the form that LiteLLM publishes (`model_prices_and_context_window.json`): an object by model, with USD per token. Models without a price
 * for tokens are passed over. Throws `UsageError` `bad-prices`.
 */
export function readPrices(file: HostPath): PriceTable {
  try {
    const table = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, "utf8")));
    return new Map(
      Object.entries(table).flatMap(([model, listed]) => {
        const price = tableEntry.safeParse(listed).data;
        const { input_cost_per_token: input, output_cost_per_token: output } = price ?? {};
        if (input === undefined || output === undefined) return [];
        const { cache_read_input_token_cost: cachedInput = input, max_output_tokens: mostOutput } =
          price ?? {};
        return [[model, { input, output, cachedInput, ...(mostOutput === undefined ? {} : { mostOutput }) }]];
      }),
    );
  } catch (error) {
    throw new UsageError("bad-prices", `Cannot read prices from ${file}: it is no table of prices.`, {
      cause: error,
      hint: 'Give a JSON object such as {"my-model": {"input_cost_per_token": 1e-6, "output_cost_per_token": 4e-6}}, in USD.',
    });
  }
}

/** The price of a model, by its name, also with the provider before it. */
export function listedPrice({ identity }: Pick<Model, "identity">, prices: PriceTable): Price | undefined {
  return prices.get(identity.model) ?? prices.get(`${identity.provider}/${identity.model}`);
}

/** Adds to answers what they cost, where the service does not say so and the table has the model: by its name, with the provider before it, or as the service calls it. */
export function withPrices(model: Model, prices: PriceTable): Model {
  return {
    ...model,
    async ask(request, signal) {
      const outcome = await model.ask(request, signal);
      if (outcome.status === "failed" || outcome.reply.costUsd !== null) return outcome;
      const price = listedPrice(model, prices) ?? prices.get(outcome.reply.answeredBy ?? "");
      if (price === undefined) return outcome;
      return { status: "replied", reply: { ...outcome.reply, costUsd: costOf(outcome.reply, price) } };
    },
  };
}

function costOf({ usage }: ModelReply, price: Price): number | null {
  const { input_tokens: input, output_tokens: output, cached_input_tokens: cached = 0 } = usage;
  if (input === null || output === null) return null;
  return (input - cached) * price.input + cached * price.cachedInput + output * price.output;
}
