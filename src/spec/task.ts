import { z } from "zod";

import { wordRecord } from "../base/index.ts";
import { versionOf } from "./format.ts";
import { environmentRecipe } from "./environment-record.ts";
import { evidenceSummary } from "./evidence.ts";
import { importedFrom } from "./imported-row.ts";
import { graderRecord, type GraderRecord } from "./grader.ts";
import { comparisonPolicy, observation, type ComparisonPolicy, type Observation } from "./observation.ts";
import { suiteCase, type SuiteCase } from "./recipe.ts";
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
  /** Licence and notice files that speak for the target's file; a task carries them under `LICENSES/`, at these paths. */
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

/** A case that a solver sees, with what the reference showed. Ids are `example-1`, … */
export const visibleExample = suiteCase.extend({ observation });
export interface VisibleExample extends SuiteCase {
  observation: Observation;
}

/** A test function of the repository, as it stands there, that a prompt may show: nothing that is graded and hidden is told by it. */
export const contextTest = z.object({ path: z.string(), line: z.int().positive(), text: z.string() });
export type ContextTest = z.infer<typeof contextTest>;

/** What the hidden cases keep to, as far as it is known. Types are named as the language's users name them. */
export const publicContract = z.object({
  parameters: z.array(
    z.object({
      name: z.string(),
      /** Empty where nothing is known. */
      types: z.array(z.string()),
      never_empty: z.boolean(),
      never_negative: z.boolean(),
      /** Values of other types are refused with an exception. */
      refuses_others: z.boolean().optional(),
      /** The keys that a dictionary always has. */
      keys: z.array(z.string()).optional(),
      /** The only texts it takes. */
      choices: z.array(z.string()).optional(),
      /** False where no verdict depends on it. */
      is_read: z.boolean(),
    }),
  ),
  /** Types of what is returned (or yielded). */
  results: z.array(z.string()),
  /** Simple names of the exception classes that the cases show. */
  exceptions: z.array(z.string()),
});
export type PublicContract = z.infer<typeof publicContract>;

/** Parts of a set for training and evaluating; a repository family is never in two. */
export const split = z.enum(["train", "validation", "test"]);
export type Split = z.infer<typeof split>;

/** `diorama.json`: what anybody may know of a task; no text of the reference. */
const taskRecord = z.object({
  format: z.literal("task/2"),
  id: z.string(),
  kind: z.literal("function"),
  language: z.string(),
  tier: z.enum(["core", "simple"]),
  repository: repositoryRecord,
  environment: environmentRecipe,
  environment_digest: z.string(),
  targets: z.array(targetRecord).min(1),
  /** The target's first, then those of near copies in its file: hidden from candidates, there when a candidate is judged. */
  edits: z.array(editRecord).min(1),
  /** Files of the repository that are not in the candidate's tree, with why. */
  removed: z.array(z.object({ path: z.string(), reason: z.string() })),
  variant_of: z.string().nullable(),
  axes: wordRecord(z.string()),
  instruction: z.array(z.object({ section: z.string(), origin: z.string(), digest: z.string() })),
  contract: publicContract,
  visible_examples: z.array(visibleExample),
  hidden_cases: z.object({ count: z.int(), digest: z.string() }),
  /** Those first from which fewest calls lead to the target; absent where none may be shown. */
  context_tests: z.array(contextTest).optional(),
  limits: limitsPolicy,
  /** All of them must accept a completion. */
  graders: z.array(graderRecord).min(1),
  evidence: evidenceSummary,
  difficulty: z.object({
    /** Keyless features by name. */
    features: wordRecord(z.number()),
    /** Share of attempts by a capable model that a formula of this version expects to pass, in `[0, 1]`. */
    predicted: z.object({ version: z.int(), solve_rate: z.number() }),
  }),
  /** Tasks whose references are near copies of each other share it: `c-` and the digits of the first one's id. */
  cluster: z.string(),
  split,
  provenance: z.object({
    tool: z.string(),
    seed: z.int(),
    /** Answers of a model that went into it, and what they took when they were asked for; null where the price of one is not known. */
    model_calls: z.int(),
    cost_usd: z.number().nullable(),
    /** The row of others that it was made of; absent where there was none. */
    imported: importedFrom.optional(),
  }),
});
export type TaskRecord = Omit<z.infer<typeof taskRecord>, "visible_examples"> & {
  visible_examples: VisibleExample[];
};

/** The format in which records are written. */
export const TASK_FORMAT = "task/2";

/**
 * Reads a record from JSON, also of an earlier version; throws `ZodError` where it is none, `unknown-format` for a newer one. Recipes are checked where
 * they are used.
 */
export function parseTaskRecord(value: unknown): TaskRecord {
  const isFirst = versionOf(value, "task", 2) === 1;
  return taskRecord.parse(isFirst ? withGraders(value as object) : value) as TaskRecord;
}

/** A record of `task/1`, which had one grader, in today's format. */
function withGraders(value: object): unknown {
  const { grader, ...rest } = value as { grader?: unknown };
  return { ...rest, format: TASK_FORMAT, graders: [grader] };
}

/** The grader of a kind; undefined where the task has none. */
export function findGrader<K extends GraderRecord["kind"]>(
  { graders }: Pick<TaskRecord, "graders">,
  kind: K,
): Extract<GraderRecord, { kind: K }> | undefined {
  return graders.find((one): one is Extract<GraderRecord, { kind: K }> => one.kind === kind);
}

/** Ids of the cases and tests that grade a task and that a solver sees. */
export function shownIds(record: Pick<TaskRecord, "graders" | "visible_examples">): ReadonlySet<string> {
  const examples = record.visible_examples.map(({ id }) => id);
  return new Set([...examples, ...(findGrader(record, "tests")?.shown ?? [])]);
}

/** How many cases and tests grade a task, and that nobody but the judge sees. */
export function hiddenCount(record: Pick<TaskRecord, "graders" | "hidden_cases">): number {
  return record.hidden_cases.count + (findGrader(record, "tests")?.hidden.count ?? 0);
}

/** How observations of a task's calls are compared; the defaults where no call is graded. */
export function comparisonOf(record: Pick<TaskRecord, "graders">): ComparisonPolicy {
  return findGrader(record, "observed")?.comparison ?? comparisonPolicy.parse({});
}

/** `task-set.json`. */
export const taskSetManifest = z.object({
  format: z.literal("task-set/1"),
  name: z.string(),
  tool: z.string(),
  options: wordRecord(z.unknown()),
  inputs_digest: z.string(),
  tasks: z.array(
    z.object({
      id: z.string(),
      digest: z.string(),
      tier: z.string(),
      path: z.string(),
      name: z.string(),
      split,
      cluster: z.string(),
    }),
  ),
  /** How varied the set is: `diversity[table][value]` is how many tasks (of `distinct`: how many different ones there are). */
  diversity: wordRecord(wordRecord(z.int().nonnegative())),
});
export type TaskSetManifest = z.infer<typeof taskSetManifest>;

/** Reads a manifest from JSON; throws `ZodError` where it is none, `unknown-format` for one of a newer version. */
export function parseManifest(value: unknown): TaskSetManifest {
  versionOf(value, "task-set", 1);
  return taskSetManifest.parse(value);
}
