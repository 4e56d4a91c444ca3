import { estimateTokens, throwIfInterrupted } from "../base/index.ts";
import type { Model, ModelFailure, ModelFailureCode, ModelOutcome, ModelRequest } from "./model.ts";
import type { Price } from "./prices.ts";
import { WorstCase } from "./worst-case.ts";

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
 * Asks no more than a budget allows; every request beyond fails as `budget-spent`. A request under way counts as what it may take, and one that does not fit beside those under
 * way waits for them. In USD no request is begun whose worst case (`WorstCase`) could pass the budget. An unknown price is not zero: without a price of the table one answer is asked for
 * alone, and where the service does not say what it cost, or how much an answer may cost is not known, nothing more is let through (`price-unknown`).
 */
export function withBudget(model: Model, budget: Budget, price?: Price): Model {
  const account = new Account(budget, price);
  return {
    ...model,
    async ask(request, signal) {
      const admitted = await account.admit(request, signal);
      if (typeof admitted !== "function") return { status: "failed", failure: admitted };
      const outcome = await model.ask(request, signal).catch((error: unknown) => {
        admitted(undefined);
        throw error;
      });
      admitted(outcome);
      return outcome;
    },
  };
}

/** Failures after which a service may have charged for an answer all the same. */
const MAY_BE_CHARGED: ReadonlySet<ModelFailureCode> = new Set<ModelFailureCode>(["timed-out", "bad-reply"]);

/** Tells what came of a request; undefined where it was given up. */
type Settle = (outcome: ModelOutcome | undefined) => void;

interface Reservation {
  readonly tokens: number;
  readonly usd: number;
}

class Account {
  readonly #budget: Budget;
  readonly #worst: WorstCase;
  readonly #startedAt = performance.now();
  readonly #underWay = new Set<Reservation>();
  readonly #waiting: (() => void)[] = [];
  #calls = 0;
  #tokens = 0;
  #usd = 0;
  #isPriceUnknown = false;
  #longestAnswer = 0;

  constructor(budget: Budget, price: Price | undefined) {
    this.#budget = budget;
    this.#worst = new WorstCase(price);
  }

  /** Waits until the request fits and reserves what it may take; the answer is told to what this gives. Or else why it never will fit. */
  async admit(request: ModelRequest, signal: AbortSignal | undefined): Promise<ModelFailure | Settle> {
    for (;;) {
      throwIfInterrupted(signal);
      const failure = this.#refusal(request);
      if (failure === undefined && !this.#isProbing()) return this.#begin(request);
      const isFinal = failure?.code === "price-unknown" || this.#isOver() !== undefined;
      if (failure !== undefined && (isFinal || this.#underWay.size === 0)) return failure;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #begin(request: ModelRequest): Settle {
    const input = inputOf(request);
    const tokens = input + (request.settings.max_tokens ?? this.#longestAnswer);
    const reserved = { tokens, usd: this.#worst.of(request) ?? 0 };
    this.#calls++;
    this.#underWay.add(reserved);
    return (outcome) => {
      this.#underWay.delete(reserved);
      if (outcome?.status === "replied") this.#take(request, outcome.reply);
      else if (outcome !== undefined && MAY_BE_CHARGED.has(outcome.failure.code)) this.#usd += reserved.usd;
      for (const resume of this.#waiting.splice(0)) resume();
    };
  }

  #take(request: ModelRequest, reply: Extract<ModelOutcome, { status: "replied" }>["reply"]): void {
    const { usage, text, costUsd } = reply;
    const written = usage.output_tokens ?? estimateTokens(text);
    this.#tokens += (usage.input_tokens ?? inputOf(request)) + written;
    this.#longestAnswer = Math.max(this.#longestAnswer, written);
    if (costUsd === null) this.#isPriceUnknown = true;
    this.#usd += costUsd ?? 0;
    this.#worst.learn(reply);
  }

  #refusal(request: ModelRequest): ModelFailure | undefined {
    const { tokens, usd } = this.#budget;
    const spent = (what: string): ModelFailure => ({
      code: "budget-spent",
      message: `Not asked for ${request.label}: the budget of ${what} is spent.`,
      repeat: "later",
    });
    const over = this.#isOver();
    if (over !== undefined) return spent(over);
    const reserved = [...this.#underWay];
    const sum = (of: "tokens" | "usd"): number => reserved.reduce((total, each) => total + each[of], 0);
    if (tokens !== undefined && this.#tokens + sum("tokens") >= tokens) return spent(`${tokens} tokens`);
    if (usd === undefined) return undefined;
    const unknown = this.#isPriceUnknown ? "what answers cost" : this.#worst.unknownLength(request);
    if (unknown !== undefined)
      return {
        code: "price-unknown",
        message: `Not asked for ${request.label}: a budget of ${usd} USD is set, and ${unknown} is not known.`,
        repeat: "later",
      };
    const worst = this.#worst.of(request) ?? 0;
    return this.#usd >= usd || this.#usd + sum("usd") + worst > usd ? spent(`${usd} USD`) : undefined;
  }

  /** What is spent whatever comes of requests under way. */
  #isOver(): string | undefined {
    const { calls, minutes } = this.#budget;
    if (calls !== undefined && this.#calls >= calls) return `${calls} calls`;
    return minutes !== undefined && performance.now() - this.#startedAt >= minutes * 60_000
      ? `${minutes} minutes`
      : undefined;
  }

  /** Whether the answer that tells the price is under way. */
  #isProbing(): boolean {
    return this.#budget.usd !== undefined && !this.#worst.isPriced && this.#underWay.size > 0;
  }
}

function inputOf({ messages }: ModelRequest): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
}
