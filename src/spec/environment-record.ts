import { z } from "zod";

import { wordRecord } from "../base/index.ts";

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
 * What a user asked for where environments are made on their own. Only what was asked for is there; files of requirements stand in it by their lines. Under
 * the name of a language: a release of it (`3.9`, `3.9.18`) or bounds of it (`>=3.8,<3.10`).
 */
export const environmentRequest = z.looseObject({
  /** Requirements beside those that are found out, in PEP 508 form, or `.[EXTRA]` of the repository itself. */
  with: z.array(z.string()).optional(),
  /** The command line that runs the repository's tests. */
  test_command: z.string().optional(),
  /** Variables of all programs of the repository: its build, its tests, the judge's. */
  env: wordRecord(z.string()).optional(),
  /** The folder of the repository that is taken for all of it. */
  directory: z.string().optional(),
  /** Submodules are part of the source. */
  submodules: z.boolean().optional(),
});
export type EnvironmentRequest = z.infer<typeof environmentRequest>;

/** A package of a system's distribution. Its fields are words that are given to the package manager: each has the form that those have. */
export const systemPackage = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9+.-]+$/),
  version: z.string().regex(/^[0-9][\w.+:~-]*$/),
  architecture: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  /** Of its file. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type SystemPackage = z.infer<typeof systemPackage>;

/** What is laid over the files of a system, for what it lacks. */
export const systemPackages = z.object({
  /** Distribution and release (`debian bookworm`). */
  distribution: z.string(),
  /** Names that were wanted; the rest is what these need. */
  wanted: z.array(systemPackage.shape.name),
  packages: z.array(systemPackage).min(1),
});
export type SystemPackages = z.infer<typeof systemPackages>;

/**
 * How to make an environment again: everything that decides its content, nothing of the machine. Its digest
 * keys the layers and is part of a task's id.
 */
export const environmentRecipe = z.object({
  format: z.literal("environment/1"),
  language: z.string(),
  /** Implementation and full version of the toolchain (`cpython 3.11.7`, `go 1.26.8`). */
  interpreter: z.string(),
  /** Operating system, architecture and C library (`linux x86_64 glibc`). */
  platform: z.string(),
  /** Resolved dependencies with hashes, in the form of the language's installer, which reads exactly this: of Python that of requirements.txt. */
  lock: z.string(),
  /** Folders of the repository in which programs look for its code, in order (`"."`, `"src"`). */
  import_roots: z.array(z.string()),
  /** Files that building the repository produced and the tree lacks (metadata, generated modules): path to digest. */
  products: wordRecord(z.string()),
  /** Variables that programs in the environment see. */
  variables: wordRecord(z.string()),
  /** Packages of the system, laid over its files; absent where nothing lacked. */
  system: systemPackages.optional(),
  /** What the user asked for; absent where nothing was. */
  requested: environmentRequest.optional(),
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
  "needs_system_package",
  "needs_service",
  "sandbox_unavailable",
]);

/** What a failure comes from, as far as a program told it in data: the exception, and the name that it misses. */
export const failureCause = z.object({
  /** Class of the exception. */
  type: z.string(),
  /** Class and first line of the message. */
  text: z.string(),
  /** Import name of the module that is not there. */
  module: z.string().optional(),
  /** Name of the pytest fixture that is not there. */
  fixture: z.string().optional(),
  /** Name of the environment variable that is not there. */
  variable: z.string().optional(),
});
export type FailureCause = z.infer<typeof failureCause>;

/** A failure with the tail of what the failing program printed. */
export const environmentFailure = z.object({
  category: environmentFailureCategory,
  message: z.string(),
  cause: failureCause.optional(),
});
export type EnvironmentFailure = z.infer<typeof environmentFailure>;
