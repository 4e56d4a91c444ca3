/** What a failure means for the work that asked: evaluations and builds go by the same rules. */
import { DioramaError } from "../base/index.ts";
import { recordedReply } from "../spec/index.ts";
import type { ModelFailure, ModelFailureCode } from "./model.ts";

const hints: Partial<Record<ModelFailureCode, string>> = {
  "bad-key":
    "Set OPENAI_API_KEY or ANTHROPIC_API_KEY, or name the variable that holds the key with --key-variable.",
  "price-unknown":
    "Say what tokens cost with --prices FILE and how long answers may be with --max-tokens, or leave out --max-usd.",
  "unknown-model": "Check the name of the model and the base URL, which usually ends in /v1.",
};

/** Throws the failure as `DioramaError` where every request will fail alike until the user changes something. */
export function throwIfForGood({ code, message }: ModelFailure): void {
  const hint = hints[code];
  if (hint !== undefined) throw new DioramaError(code, message, { hint });
}

const ofTheService: ReadonlySet<ModelFailureCode> = new Set<ModelFailureCode>([
  "budget-spent",
  "rate-limited",
  "unavailable",
  "unreachable",
]);

/** Whether the request will never have an answer, so that the work goes on without one. What a service does not take (`bad-request`) may be mended by its user. */
export function isFinal({ code }: Pick<ModelFailure, "code">): boolean {
  return recordedReply.shape.failure.unwrap().safeParse(code).success;
}

/** Whether other requests that are made now would fail as well. */
export function isOfAllRequests({ code }: Pick<ModelFailure, "code">): boolean {
  return ofTheService.has(code) || hints[code] !== undefined;
}
