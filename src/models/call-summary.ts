import { recordedReply, type RecordedReply } from "../spec/index.ts";

/** What answers took, as far as the service said so. Field names are those of JSON documents. */
export interface CallFigures {
  readonly replies: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** Null where no answer has a price. */
  readonly cost_usd: number | null;
  /** Answers without a price: where there are some, `cost_usd` is of the others alone. */
  readonly unpriced: number;
}

/** What a model's answers took. */
export interface CallSummary extends CallFigures {
  /** Time from a request to its whole answer, repetitions left out: its median, and what nine of ten stay below. */
  readonly latency_ms: { readonly median: number; readonly p90: number };
  /** Answers that were there already, in a recording or from other runs, and what they had taken when they were asked for. They are in no other figure; absent where there are none. */
  readonly replayed?: CallFigures;
}

/** Sums up the records of `replies.jsonl`; undefined where there are none. Failed requests are not among them. */
export function summariseCalls(records: readonly unknown[]): CallSummary | undefined {
  const replies = readAnswers(records);
  if (replies.length === 0) return undefined;
  const asked = replies.filter(({ taken_from: from }) => from === undefined);
  const replayed = replies.filter(({ taken_from: from }) => from !== undefined);
  return {
    ...sumUp(asked),
    latency_ms: latencyOf(asked.map(({ duration_ms }) => duration_ms)),
    ...(replayed.length === 0 ? {} : { replayed: sumUp(replayed) }),
  };
}

/** What each part of the work asked for, by its name; `other` has what bears none. */
export function summariseStages(records: readonly unknown[]): Readonly<Record<string, CallSummary>> {
  const replies = readAnswers(records);
  const byStage = Map.groupBy(replies, ({ stage = "other" }) => stage);
  const named = [...byStage].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    named.flatMap(([stage, own]) => {
      const summary = summariseCalls(own);
      return summary === undefined ? [] : [[stage, summary]];
    }),
  );
}

function readAnswers(records: readonly unknown[]): readonly RecordedReply[] {
  return records.map((record) => recordedReply.parse(record)).filter(({ failure }) => failure === undefined);
}

function sumUp(replies: readonly RecordedReply[]): CallFigures {
  const sum = (values: readonly (number | null)[]): number =>
    values.map((value) => value ?? 0).reduce((total, value) => total + value, 0);
  const costs = replies.flatMap(({ cost_usd: cost }) => cost ?? []);
  return {
    replies: replies.length,
    input_tokens: sum(replies.map(({ usage }) => usage.input_tokens)),
    output_tokens: sum(replies.map(({ usage }) => usage.output_tokens)),
    cost_usd: costs.length === 0 ? null : sum(costs),
    unpriced: replies.length - costs.length,
  };
}

/** Nearest-rank quantiles. */
function latencyOf(durations: readonly number[]): CallSummary["latency_ms"] {
  const sorted = durations.toSorted((a, b) => a - b);
  const quantile = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { median: quantile(0.5), p90: quantile(0.9) };
}

/** As a person reads it: `4 replies, 44 tokens in, 28 out, 1.00 USD; 0.5 s each, nine of ten within 1.0 s; 2 more from before (22 tokens in, 14 out, 0.50 USD)`. */
export function describeCalls({ replayed, latency_ms: latency, ...asked }: CallSummary): string {
  const seconds = [latency.median, latency.p90].map((ms) => (ms / 1_000).toFixed(1));
  const speed = asked.replies === 0 ? "" : `; ${seconds[0]} s each, nine of ten within ${seconds[1]} s`;
  const more =
    replayed === undefined ? "" : `; ${replayed.replies} more from before (${describeFigures(replayed)})`;
  return `${asked.replies} replies, ${describeFigures(asked)}${speed}${more}`;
}

function describeFigures({ input_tokens, output_tokens, cost_usd, unpriced }: CallFigures): string {
  const others = unpriced === 0 ? "" : ` and ${unpriced} replies of unknown price`;
  const price = cost_usd === null ? "" : `, ${cost_usd.toFixed(2)} USD${others}`;
  return `${input_tokens} tokens in, ${output_tokens} out${price}`;
}
