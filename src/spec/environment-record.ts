import { z } from "zod";

/** What counting the outcomes of a repository's own tests gave. */
export const testCounts = z.object({
  passed: z.int(),
  failed: z.int(),
  skipped: z.int(),
  flaky: z.int().default(0),
});
export type TestCounts = z.infer<typeof testCounts>;

/** How far an environment got; each word includes the ones before it. */
export const environmentStatus = z.enum(["failed", "installed", "imports", "collected", "verified"]);
export type EnvironmentStatus = z.infer<typeof environmentStatus>;

/**
 * How to make an environment again: everything that decides its content, nothing of the machine. Its digest
 * keys the layers and is part of a task's id.
 */
export const environmentRecipe = z.object({
  format: z.literal("environment/1"),
  language: z.string(),
  /** Implementation and full version of the interpreter (`cpython 3.11.7`). */
  interpreter: z.string(),
  /** Operating system, architecture and C library (`linux x86_64 glibc`). */
  platform: z.string(),
  /** Resolved dependencies with hashes, in requirements.txt form; the installer reads exactly this. */
  lock: z.string(),
  /** Folders of the repository that go on the import path, in order (`"."`, `"src"`). */
  import_roots: z.array(z.string()),
  /** Files that building the repository produced and the tree lacks (metadata, generated modules): path to digest. */
  products: z.record(z.string(), z.string()),
  /** Variables that programs in the environment see. */
  variables: z.record(z.string(), z.string()),
});
export type EnvironmentRecipe = z.infer<typeof environmentRecipe>;

/** Why an environment could not be made. */
export const environmentFailureCategory = z.enum([
  "no_interpreter",
  "nothing_declared",
  "resolution_failed",
  "build_failed",
  "install_failed",
  "registry_unreachable",
  "import_failed",
  "collection_failed",
  "tests_failed",
  "timed_out",
  "sandbox_unavailable",
]);

/** A failure with the tail of what the failing program printed. */
export const environmentFailure = z.object({ category: environmentFailureCategory, message: z.string() });
export type EnvironmentFailure = z.infer<typeof environmentFailure>;
