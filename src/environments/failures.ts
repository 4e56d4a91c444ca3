import type { CommandOutcome } from "../sandbox/index.ts";
import type { EnvironmentFailure, FailureCause } from "../spec/index.ts";

/** A step of building: its product, or why there is none. */
export type Step<T> =
  | { readonly status: "made"; readonly value: T }
  | {
      readonly status: "failed";
      readonly failure: EnvironmentFailure;
      /** All that the failing program printed, as far as it was kept; absent where the failure's message is that. */
      readonly log?: string;
    };

/** A step that gave something. */
export function made<T>(value: T): Step<T> {
  return { status: "made", value };
}

/** A step that gave nothing, with what is known of why. */
export function failed(
  category: EnvironmentFailure["category"],
  message: string,
  cause?: FailureCause,
): Extract<Step<never>, { readonly status: "failed" }> {
  return { status: "failed", failure: { category, message, ...(cause === undefined ? {} : { cause }) } };
}

/** A step whose command did not do it. */
export function failedCommand(
  category: EnvironmentFailure["category"],
  outcome: CommandOutcome,
  cause?: FailureCause,
): Step<never> {
  const log = tailOf(outcome, MAX_LOG_CHARACTERS);
  return { ...failed(category, tailOf(outcome), cause), log };
}

/** Most of a failing program's output that is kept for who asks for the whole log. */
const MAX_LOG_CHARACTERS = 200_000;

/** True where a command ended by itself with exit code 0. */
export function succeeded(outcome: CommandOutcome): boolean {
  return outcome.status === "exited" && outcome.exitCode === 0;
}

/** How a command ended and the last lines it printed, for a failure's message. */
export function tailOf(outcome: CommandOutcome, maxCharacters = 4000): string {
  const text = [outcome.stdout, outcome.stderr]
    .filter((part) => part.trim() !== "")
    .join("\n")
    .trim();
  const tail =
    text.length <= maxCharacters
      ? text
      : `[${text.length - maxCharacters} characters cut]…${text.slice(-maxCharacters)}`;
  return `${endOf(outcome)}\n${tail}`.trim();
}

function endOf(outcome: CommandOutcome): string {
  switch (outcome.status) {
    case "exited":
      return `The command ended with exit code ${outcome.exitCode}.`;
    case "timed-out":
      return `The command was stopped after ${outcome.timeoutMs / 1000} s.`;
    case "killed":
      return `The command was ended by signal ${outcome.signal}.`;
    default:
      return `The command passed its ${Math.round(outcome.limitBytes / 2 ** 20)} MiB of memory.`;
  }
}
