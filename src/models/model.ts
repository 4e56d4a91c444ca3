/** The contract of a language model that is asked over some service. */
import type { RecordedReply, SamplingSettings, TokenUsage } from "../spec/index.ts";

/** One turn of a conversation. */
export interface ChatMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** A request for one answer. */
export interface ModelRequest {
  readonly messages: readonly ChatMessage[];
  readonly settings: SamplingSettings;
  /** Which of several independent answers to the same messages; from 0. It is never sent. */
  readonly sample: number;
  /** What the answer is for, in messages and records: task and sample. Decides nothing. */
  readonly label: string;
  /** The part of the work that asks, in accounts (`RecordedReply.stage`). Decides nothing. */
  readonly stage?: string;
}

/** An answer. */
export interface ModelReply {
  /** The whole text; may be empty. */
  readonly text: string;
  /** What the model thought before it, where the service shows it; no part of the answer. */
  readonly reasoning?: string | undefined;
  /** `length`: cut off at the most tokens. */
  readonly finishReason: RecordedReply["finish_reason"];
  readonly usage: TokenUsage;
  /** What it cost, where the service says so or a table of prices was given. */
  readonly costUsd: number | null;
  /** The model as the service names it. */
  readonly answeredBy: string | null;
  readonly durationMs: number;
  /** Where it was there already; absent where the service was asked. */
  readonly takenFrom?: RecordedReply["taken_from"];
}

/** Why there is no answer. Closed list. */
export type ModelFailureCode =
  | "refused"
  | "rate-limited"
  | "unreachable"
  | "unavailable"
  | "timed-out"
  | "bad-key"
  | "unknown-model"
  | "bad-request"
  | "context-too-long"
  | "bad-reply"
  | "budget-spent"
  | "price-unknown"
  | "not-recorded";

/** A request without an answer. */
export interface ModelFailure {
  readonly code: ModelFailureCode;
  /** One sentence; never holds a key. */
  readonly message: string;
  /** `soon`: the same request may succeed in seconds; `later`: in another run; `never`: it will fail again. */
  readonly repeat: "soon" | "later" | "never";
  /** How long the service asks to wait, in milliseconds, where it does. */
  readonly retryAfterMs?: number | undefined;
}

/** What asking gave. */
export type ModelOutcome =
  | { readonly status: "replied"; readonly reply: ModelReply }
  | { readonly status: "failed"; readonly failure: ModelFailure };

/** A model to ask. Safe to ask for several answers at a time. */
export interface Model {
  /** What runs are called after: the SPEC, without anything of this machine. */
  readonly name: string;
  /** What decides the answers beside the request. */
  readonly identity: { readonly provider: string; readonly model: string };
  /** What a run folder is compared by: `identity`, and where the answers come from. */
  readonly origin: Readonly<Record<string, string>>;
  /** Asks for one answer. Failures are values; throws `InterruptedError` once `signal` is aborted. */
  ask(request: ModelRequest, signal?: AbortSignal): Promise<ModelOutcome>;
}

/** What a provider needs of the machine and its user. */
export interface ProviderOptions {
  /** Sent to the service as it asks for it; absent: none is sent. */
  readonly apiKey?: string | undefined;
  /** Time limit of one request. */
  readonly timeoutMs: number;
  /** Answers are taken piece by piece, and given up where none comes for so long. Absent: whole answers are waited for. */
  readonly stallMs?: number | undefined;
  /** Samples of one prompt that one request asks for at most, where the provider can (`samplesAtOnce` in the registry) and the answer does not come piece by piece. Absent: one. */
  readonly samplesAtOnce?: number | undefined;
  /** Variables that name proxies (`HTTPS_PROXY`, `NO_PROXY`, …). */
  readonly proxyVariables: Readonly<Record<string, string | undefined>>;
}

/** One way to reach models. */
export interface ModelProvider {
  /** Opens the model that the rest of a SPEC, behind `PROVIDER:`, names. Asks nothing yet. Throws `UsageError` `bad-model`. */
  open(rest: string, options: ProviderOptions): Model;
}
