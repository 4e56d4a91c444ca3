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
  const sent: Sent[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  const waitForRoom = async (request: ModelRequest, signal: AbortSignal | undefined): Promise<Sent> => {
    const tokens = mostTokens(request);
    for (;;) {
      throwIfInterrupted(signal);
      const now = clock.now();
      while (sent[0] !== undefined && sent[0].at <= now - withinMs) sent.shift();
      if (hasRoom(sent, tokens, limit)) break;
      await clock.wait((sent[0]?.at ?? now) + withinMs - now, signal);
    }
    const own = { at: clock.now(), tokens };
    sent.push(own);
    return own;
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
        if (input !== null && output !== null) own.tokens = input + output;
      }
      return outcome;
    },
  };
}

function mostTokens({ messages, settings }: ModelRequest): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), settings.max_tokens ?? 0);
}

function hasRoom(
  sent: readonly Sent[],
  needed: number,
  { requests = Infinity, tokens = Infinity }: RateLimit,
): boolean {
  if (sent.length === 0) return true;
  const used = sent.reduce((sum, one) => sum + one.tokens, 0);
  return sent.length < requests && used + needed <= tokens;
}
