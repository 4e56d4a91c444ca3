import { estimateTokens } from "../base/index.ts";
import type { Model, ModelFailure, ModelOutcome, ModelRequest } from "./model.ts";

/** What all answers together may take; recorded ones take nothing. Absent: as much as they take. */
export interface Budget {
  /** Answers that are asked for; repetitions of a failed request do not count. */
  readonly calls?: number | undefined;
  /** Tokens, read and written. */
  readonly tokens?: number | undefined;
  readonly usd?: number | undefined;
  /** Time after which nothing more is asked. */
  readonly minutes?: number | undefined;
}

/**
 * Asks no more than a budget allows; every request beyond fails as `budget-spent`. A request under way counts as what it may take: its messages, and the most
 * tokens that it asks for or else the longest answer so far. An unknown price is not zero: after one, a budget in USD lets nothing through (`price-unknown`).
 */
export function withBudget(model: Model, budget: Budget): Model {
  const account = new Account(budget);
  return {
    ...model,
    async ask(request, signal) {
      const failure = account.refusal(request);
      if (failure !== undefined) return { status: "failed", failure };
      const settle = account.begin(request);
      const outcome = await model.ask(request, signal).catch((error: unknown) => {
        settle(undefined);
        throw error;
      });
      settle(outcome);
      return outcome;
    },
  };
}

class Account {
  readonly #budget: Budget;
  readonly #startedAt = performance.now();
  #calls = 0;
  #tokens = 0;
  #usd = 0;
  #isPriceUnknown = false;
  /** Tokens that requests under way may take. */
  #reserved = 0;
  /** The dearest answer so far, for each of its tokens. */
  #usdPerToken = 0;
  #longestAnswer = 0;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  refusal({ label }: ModelRequest): ModelFailure | undefined {
    const { calls, tokens, usd, minutes } = this.#budget;
    const spent = (what: string): ModelFailure => ({
      code: "budget-spent",
      message: `Not asked for ${label}: the budget of ${what} is spent.`,
      repeat: "later",
    });
    if (calls !== undefined && this.#calls >= calls) return spent(`${calls} calls`);
    if (minutes !== undefined && performance.now() - this.#startedAt >= minutes * 60_000)
      return spent(`${minutes} minutes`);
    if (tokens !== undefined && this.#tokens + this.#reserved >= tokens) return spent(`${tokens} tokens`);
    if (usd === undefined) return undefined;
    if (this.#isPriceUnknown)
      return {
        code: "price-unknown",
        message: `Not asked for ${label}: a budget of ${usd} USD is set, and what answers cost is not known.`,
        repeat: "later",
      };
    return this.#usd + this.#reserved * this.#usdPerToken >= usd ? spent(`${usd} USD`) : undefined;
  }

  /** Notes a request; the answer is told to what this gives. */
  begin({ messages, settings }: ModelRequest): (outcome: ModelOutcome | undefined) => void {
    const input = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    const most = input + (settings.max_tokens ?? this.#longestAnswer);
    this.#calls++;
    this.#reserved += most;
    return (outcome) => {
      this.#reserved -= most;
      if (outcome?.status !== "replied") return;
      const { usage, text, costUsd } = outcome.reply;
      const written = usage.output_tokens ?? estimateTokens(text);
      const total = (usage.input_tokens ?? input) + written;
      this.#tokens += total;
      this.#longestAnswer = Math.max(this.#longestAnswer, written);
      if (costUsd === null) this.#isPriceUnknown = true;
      this.#usd += costUsd ?? 0;
      this.#usdPerToken = Math.max(this.#usdPerToken, (costUsd ?? 0) / Math.max(1, total));
    };
  }
}
