import { setTimeout as sleep } from "node:timers/promises";

import { estimateTokens, throwIfInterrupted } from "../base/index.ts";
import type { Model, ModelRequest } from "./model.ts";

/** What a service lets one user ask within any stretch of time. */
export interface RateLimit {
  readonly requests?: number | undefined;
  /** Tokens, read and written. */
  readonly tokens?: number | undefined;
  /** Default: a minute. */
  readonly withinMs?: number | undefined;
}

/** The time in milliseconds, and how to let some of it pass; the wait ends early where the signal says so. */
export interface Clock {
  readonly now: () => number;
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

const CLOCK: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
};

interface Sent {
  readonly at: number;
  /** What it may take, until its answer tells what it took. */
  tokens: number;
}

/** Holds requests back, in their order, until the latest ones leave room for them. One that alone is too large waits until there is no other. */
export function withRateLimit(model: Model, limit: RateLimit, clock: Clock = CLOCK): Model {
  const { withinMs = 60_000 } = limit;
  const sent = new Latest(withinMs);
  let turn: Promise<unknown> = Promise.resolve();
  const waitForRoom = async (request: ModelRequest, signal: AbortSignal | undefined): Promise<Sent> => {
    const tokens = mostTokens(request);
    for (;;) {
      throwIfInterrupted(signal);
      const now = clock.now();
      sent.forget(now);
      if (sent.hasRoom(tokens, limit)) break;
      await clock.wait((sent.oldest?.at ?? now) + withinMs - now, signal);
    }
    return sent.add({ at: clock.now(), tokens });
  };
  return {
    ...model,
    async ask(request, signal) {
      const room = turn.catch(() => undefined).then(() => waitForRoom(request, signal));
      turn = room;
      const own = await room;
      const outcome = await model.ask(request, signal);
      if (outcome.status === "replied") {
        const { input_tokens: input, output_tokens: output } = outcome.reply.usage;
        if (input !== null && output !== null) sent.correct(own, input + output);
      }
      return outcome;
    },
  };
}

function mostTokens({ messages, settings }: ModelRequest): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), settings.max_tokens ?? 0);
}

/** What was sent within a stretch of time, in its order, and the sum of its tokens. */
class Latest {
  readonly #withinMs: number;
  readonly #sent = new Set<Sent>();
  #tokens = 0;

  constructor(withinMs: number) {
    this.#withinMs = withinMs;
  }

  get oldest(): Sent | undefined {
    return this.#sent.values().next().value;
  }

  add(one: Sent): Sent {
    this.#sent.add(one);
    this.#tokens += one.tokens;
    return one;
  }

  /** Notes what an answer took; nothing where its request is forgotten already. */
  correct(one: Sent, tokens: number): void {
    if (this.#sent.has(one)) this.#tokens += tokens - one.tokens;
    one.tokens = tokens;
  }

  /** Forgets what was sent too long before `now`. */
  forget(now: number): void {
    for (const one of this.#sent) {
      if (one.at > now - this.#withinMs) return;
      this.#sent.delete(one);
      this.#tokens -= one.tokens;
    }
  }

  hasRoom(needed: number, { requests = Infinity, tokens = Infinity }: RateLimit): boolean {
    if (this.#sent.size === 0) return true;
    return this.#sent.size < requests && this.#tokens + needed <= tokens;
  }
}
