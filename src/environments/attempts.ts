import type { Logger } from "../base/index.ts";
import type { BuildAttempt } from "./environment.ts";
import type { Step } from "./failures.ts";

/** Collects what was tried, in order. */
export interface AttemptJournal {
  readonly attempts: readonly BuildAttempt[];
  /** Notes how a step ended and gives it back. */
  note<T>(stage: string, what: string, step: Step<T>): Step<T>;
}

/** An empty journal; every attempt is also a log event. */
export function createJournal(logger: Logger): AttemptJournal {
  const attempts: BuildAttempt[] = [];
  return {
    attempts,
    note(stage, what, step) {
      const succeeded = step.status === "made";
      const detail = succeeded
        ? what
        : `${what}: ${step.failure.category}\n${step.log ?? step.failure.message}`;
      attempts.push({ stage, succeeded, detail });
      logger(succeeded ? "debug" : "info", "environment-step", { stage, what, succeeded });
      return step;
    },
  };
}
