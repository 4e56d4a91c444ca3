import type { ModelReply, ModelRequest } from "./model.ts";
import type { Price } from "./prices.ts";

/** Bytes of UTF-8 to one token of a prompt at the least: code takes three to four. */
const LEAST_BYTES_PER_TOKEN = 2;

/** Tokens that a message takes beside its text, at the most. */
const TOKENS_PER_MESSAGE = 16;

/**
 * The most that an answer may cost: a token for every two bytes of the messages, and the most tokens that are asked for, or else those that the table of prices says the model
 * can write. Without a table prices are learned from answers whose service says what they cost: no token of input costs more than all of an answer over its input, and likewise of output.
 */
export class WorstCase {
  #price: Pick<Price, "input" | "output"> | undefined;
  readonly #listed: Price | undefined;

  constructor(listed: Price | undefined) {
    this.#listed = listed;
    this.#price = listed;
  }

  /** False until a price is listed or learned. */
  get isPriced(): boolean {
    return this.#price !== undefined;
  }

  /** Says that the length of the longest answer is not known, where that is so. */
  unknownLength(request: ModelRequest): string | undefined {
    return this.#mostOutput(request) === undefined ? "how long answers may be" : undefined;
  }

  #mostOutput({ settings }: ModelRequest): number | undefined {
    return settings.max_tokens ?? this.#listed?.mostOutput;
  }

  /** In USD; undefined where the price or the length of the longest answer is not known. */
  of(request: ModelRequest): number | undefined {
    const { messages } = request;
    const most = this.#mostOutput(request);
    if (this.#price === undefined || most === undefined) return undefined;
    const input = messages.reduce(
      (sum, { content }) =>
        sum + Math.ceil(Buffer.byteLength(content) / LEAST_BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE,
      0,
    );
    return input * this.#price.input + most * this.#price.output;
  }

  /** Learns from an answer, but for what was cheaper because the service had kept it. */
  learn({ usage, costUsd }: ModelReply): void {
    const { input_tokens: input, output_tokens: output, cached_input_tokens: cached = 0 } = usage;
    if (this.#listed !== undefined || costUsd === null || cached > 0) return;
    if (input === null || output === null || input === 0 || output === 0) return;
    this.#price = {
      input: Math.min(this.#price?.input ?? Infinity, costUsd / input),
      output: Math.min(this.#price?.output ?? Infinity, costUsd / output),
    };
  }
}
