import { z } from "zod";

import { environmentRecipe } from "./environment-record.ts";
import { evidenceSummary } from "./evidence.ts";
import { comparisonPolicy } from "./observation.ts";
import { editRecord, targetRecord } from "./target.ts";

/** Where a task's code comes from. */
export const repositoryRecord = z.object({
  /** The source without facts of a machine: a URL, `pypi:NAME@VERSION`, or `folder:NAME`. */
  source: z.string(),
  /** Name that forks and versions share: the unit of a split. */
  family: z.string(),
  commit: z.string().nullable(),
  version: z.string().nullable(),
  /** ISO 8601 date of the commit or release, where known. */
  date: z.string().nullable(),
  /** SPDX expression of the licence nearest to the target's file, or null where none was recognised. */
  licence: z.string().nullable(),
  licence_files: z.array(z.string()),
});
export type RepositoryRecord = z.infer<typeof repositoryRecord>;

/** Limits as a policy; the judge turns them into seconds and bytes after running the reference on its machine. */
export const limitsPolicy = z.object({
  cpu_factor: z.number(),
  cpu_floor_seconds: z.number(),
  memory_factor: z.number(),
  memory_floor_bytes: z.int(),
});
export type LimitsPolicy = z.infer<typeof limitsPolicy>;

/** The design's defaults (section 5). */
export const DEFAULT_LIMITS: LimitsPolicy = {
  cpu_factor: 20,
  cpu_floor_seconds: 0.1,
  memory_factor: 4,
  memory_floor_bytes: 256 * 1024 * 1024,
};

/** `diorama.json`: what anybody may know of a task; no text of the reference. */
export const taskRecord = z.object({
  format: z.literal("task/1"),
  id: z.string(),
  kind: z.literal("function"),
  language: z.string(),
  tier: z.enum(["core", "simple"]),
  repository: repositoryRecord,
  environment: environmentRecipe,
  environment_digest: z.string(),
  targets: z.array(targetRecord).min(1),
  edits: z.array(editRecord).min(1),
  /** Files of the repository that are not in the candidate's tree, with why. */
  removed: z.array(z.object({ path: z.string(), reason: z.string() })),
  variant_of: z.string().nullable(),
  axes: z.record(z.string(), z.string()),
  instruction: z.array(z.object({ section: z.string(), origin: z.string(), digest: z.string() })),
  contract: z.record(z.string(), z.unknown()),
  visible_examples: z.array(z.string()),
  hidden_cases: z.object({ count: z.int(), digest: z.string() }),
  limits: limitsPolicy,
  grader: z.object({
    kind: z.literal("observed"),
    isolation: z.enum(["separate", "shared"]),
    comparison: comparisonPolicy,
  }),
  evidence: evidenceSummary,
  difficulty: z.record(z.string(), z.number()),
  cluster: z.string().nullable(),
  split: z.string().nullable(),
  provenance: z.object({ tool: z.string(), seed: z.int(), model_calls: z.int(), cost_usd: z.number() }),
});
export type TaskRecord = z.infer<typeof taskRecord>;

/** `task-set.json`. */
export const taskSetManifest = z.object({
  format: z.literal("task-set/1"),
  name: z.string(),
  tool: z.string(),
  options: z.record(z.string(), z.unknown()),
  inputs_digest: z.string(),
  tasks: z.array(
    z.object({ id: z.string(), digest: z.string(), tier: z.string(), path: z.string(), name: z.string() }),
  ),
});
export type TaskSetManifest = z.infer<typeof taskSetManifest>;
