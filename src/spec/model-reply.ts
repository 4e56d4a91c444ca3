import { z } from "zod";

/** How a model's answer is drawn. Null: the service's own default. */
export const samplingSettings = z.object({
  /** Unitless, usually in `[0, 2]`. */
  temperature: z.number().nullable(),
  /** Most tokens of the answer, as the service counts them. */
  max_tokens: z.int().positive().nullable(),
});
export type SamplingSettings = z.infer<typeof samplingSettings>;

/** What the service counted for one answer; null where it does not say. */
export const tokenUsage = z.object({
  input_tokens: z.int().nullable(),
  output_tokens: z.int().nullable(),
});
export type TokenUsage = z.infer<typeof tokenUsage>;

/** One line of `replies.jsonl`: a model's answer, and what was asked. Holds no key and no address of a service. */
export const recordedReply = z.object({
  format: z.literal("reply/1"),
  /** Digest of everything that decides the answer: provider, model, messages, settings and sample. */
  key: z.string(),
  provider: z.string(),
  model: z.string(),
  /** What it was asked for, for people: task and sample. */
  label: z.string(),
  /** Digest of the messages. */
  prompt_digest: z.string(),
  settings: samplingSettings,
  /** Independent answers to the same request count from 0. */
  sample: z.int().nonnegative(),
  text: z.string(),
  finish_reason: z.enum(["stop", "length", "other"]),
  /** The model as the service names it. */
  answered_by: z.string().nullable(),
  usage: tokenUsage,
  cost_usd: z.number().nullable(),
  duration_ms: z.number(),
});
export type RecordedReply = z.infer<typeof recordedReply>;
