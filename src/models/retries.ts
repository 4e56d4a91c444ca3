import { setTimeout as sleep } from "node:timers/promises";

import { throwIfInterrupted, type Logger } from "../base/index.ts";
import type { Model, ModelFailure, ModelOutcome } from "./model.ts";

/** How often and how soon a request that failed for now is sent again. */
export interface RetryPolicy {
  /** Repetitions after the first try. */
  readonly maxRetries: number;
  /** Wait before the first repetition; each further one waits twice as long, half of it at random. */
  readonly firstDelayMs: number;
  /** Longest wait. A service that asks for a longer one is not asked again in this run. */
  readonly longestDelayMs: number;
}

/** Half a minute of backing off in all; services ask for waits of up to a minute or two. */
export const DEFAULT_RETRIES: RetryPolicy = { maxRetries: 5, firstDelayMs: 1_000, longestDelayMs: 120_000 };

/**
 * Sends a request again that failed for now: after the wait the service asks for, else with exponential backoff and jitter. Once a
 * service could not be reached at all, further requests are tried once each until one gets through, so that a run without a network ends soon.
 */
export function withRetries(model: Model, policy: RetryPolicy, logger: Logger): Model {
  let isDown = false;
  let hasWarned = false;
  return {
    ...model,
    async ask(request, signal) {
      for (let retries = 0; ; retries++) {
        throwIfInterrupted(signal);
        const outcome = await model.ask(request, signal);
        const waitMs = isDown ? undefined : waitBefore(outcome, retries, policy);
        if (waitMs === undefined) {
          isDown = outcome.status === "failed" && outcome.failure.code === "unreachable";
          return retries === 0 ? outcome : tellTries(outcome, retries + 1);
        }
        logger(hasWarned ? "info" : "warn", "model-asked-again", { ...describe(outcome), waitMs });
        hasWarned = true;
        await sleep(waitMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
      }
    },
  };
}

function waitBefore(outcome: ModelOutcome, retries: number, policy: RetryPolicy): number | undefined {
  if (outcome.status === "replied" || outcome.failure.repeat !== "soon") return undefined;
  if (retries >= policy.maxRetries) return undefined;
  const backoff = Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** retries);
  const asked = outcome.failure.retryAfterMs;
  if (asked === undefined) return Math.round(backoff * (0.5 + Math.random() / 2));
  // A little more than asked, so that requests which were turned away together do not come back together.
  return asked > policy.longestDelayMs ? undefined : Math.round(asked + Math.random() * policy.firstDelayMs);
}

function tellTries(outcome: ModelOutcome, tries: number): ModelOutcome {
  if (outcome.status === "replied") return outcome;
  const { failure } = outcome;
  return { status: "failed", failure: { ...failure, message: `${failure.message} Tried ${tries} times.` } };
}

function describe(outcome: ModelOutcome): Partial<Pick<ModelFailure, "code" | "message">> {
  return outcome.status === "replied" ? {} : { code: outcome.failure.code, message: outcome.failure.message };
}
