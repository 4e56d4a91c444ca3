import { recordedReply } from "../../spec/index.ts";

/** What a model's answers took, as far as the service said so. Field names are those of JSON documents. */
export interface CallSummary {
  /** Recorded answers; failed requests are not among them. */
  readonly replies: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Null where the service named no price for any answer. */
  readonly cost_usd: number | null;
  /** Answers without a price: where there are some, `cost_usd` is of the others alone. */
  readonly unpriced: number;
  /** Time from a request to its whole answer, repetitions left out: its median, and what nine of ten stay below. */
  readonly latency_ms: { readonly median: number; readonly p90: number };
}

/** Sums up the records of `replies.jsonl`; undefined where there are none. */
export function summariseCalls(records: readonly unknown[]): CallSummary | undefined {
  const replies = records.map((record) => recordedReply.parse(record));
  if (replies.length === 0) return undefined;
  const sum = (values: readonly (number | null)[]): number =>
    values.map((value) => value ?? 0).reduce((total, value) => total + value, 0);
  const costs = replies.flatMap(({ cost_usd }) => cost_usd ?? []);
  return {
    replies: replies.length,
    input_tokens: sum(replies.map(({ usage }) => usage.input_tokens)),
    output_tokens: sum(replies.map(({ usage }) => usage.output_tokens)),
    cost_usd: costs.length === 0 ? null : sum(costs),
    unpriced: replies.length - costs.length,
    latency_ms: latencyOf(replies.map(({ duration_ms }) => duration_ms)),
  };
}

/** Nearest-rank quantiles. */
function latencyOf(durations: readonly number[]): CallSummary["latency_ms"] {
  const sorted = durations.toSorted((a, b) => a - b);
  const quantile = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { median: quantile(0.5), p90: quantile(0.9) };
}
