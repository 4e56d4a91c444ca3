import { z } from "zod";

/** How a model's answer is drawn. Null or absent: the service's own default. */
export const samplingSettings = z.object({
  /** Unitless, usually in `[0, 2]`. */
  temperature: z.number().nullable(),
  /** Most tokens of the answer, as the service counts them. */
  max_tokens: z.int().positive().nullable(),
  /** Answers are drawn from the likeliest tokens that have this probability together, in `(0, 1]`. */
  top_p: z.number().optional(),
  /** Texts that end an answer; they are not part of it. */
  stop: z.array(z.string()).optional(),
  /** What the service's chance is seeded with; the sample's number is added. */
  seed: z.int().optional(),
  /** How long the model thinks before it answers, where it can. */
  reasoning: z.enum(["none", "minimal", "low", "medium", "high"]).optional(),
});
export type SamplingSettings = z.infer<typeof samplingSettings>;

/** One line of `prompt-versions.jsonl`: a version of a prompt that was asked with. */
export const promptVersion = z.object({
  format: z.literal("prompt-version/1"),
  /** The folder that uses it and its name (`r2e/write-tests`). */
  prompt: z.string(),
  /** `sha256:` and the digest of the bytes of its file, line ends being line feeds. */
  digest: z.string(),
  /** True where a user replaced ours. */
  is_replaced: z.boolean(),
});
export type PromptVersion = z.infer<typeof promptVersion>;

/** What the service counted for one answer; null where it does not say. */
export const tokenUsage = z.object({
  input_tokens: z.int().nullable(),
  output_tokens: z.int().nullable(),
  /** Those of `output_tokens` that the model thought with. Absent where the service does not tell them apart. */
  reasoning_tokens: z.int().optional(),
  /** Those of `input_tokens` that the service had kept. Absent where it does not say. */
  cached_input_tokens: z.int().optional(),
});
export type TokenUsage = z.infer<typeof tokenUsage>;

/** One line of `replies.jsonl`: a model's answer, or that it never answers this, and what was asked. Holds no key and no address of a service. */
export const recordedReply = z.object({
  format: z.literal("reply/1"),
  /** Digest of everything that decides the answer: provider, model, messages, settings and sample. */
  key: z.string(),
  provider: z.string(),
  model: z.string(),
  /** What it was asked for, for people: task and sample. */
  label: z.string(),
  /** The part of the work that it was asked by, for accounts: `tests`, `adversaries`, `reimplementations`. Absent where there is one part alone. */
  stage: z.string().optional(),
  /** Digest of the messages. */
  prompt_digest: z.string(),
  settings: samplingSettings,
  /** Independent answers to the same request count from 0. */
  sample: z.int().nonnegative(),
  text: z.string(),
  /** Why there is no answer (`text` is empty), where the same request will never have one. */
  failure: z.enum(["refused", "context-too-long"]).optional(),
  /** What the model thought before it answered, where the service shows it. */
  reasoning: z.string().optional(),
  finish_reason: z.enum(["stop", "length", "other"]),
  /** The model as the service names it. */
  answered_by: z.string().nullable(),
  usage: tokenUsage,
  cost_usd: z.number().nullable(),
  duration_ms: z.number(),
  /** Where the run had it from without asking: a file that is replayed, or the answers of other runs on this machine. What it took was taken then. Absent where the service was asked. */
  taken_from: z.enum(["recording", "cache"]).optional(),
});
export type RecordedReply = z.infer<typeof recordedReply>;
