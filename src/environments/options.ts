import type { HostPath, Logger, Progress } from "../base/index.ts";
import type { SandboxBackend } from "../sandbox/index.ts";
import type { PythonIndexConfiguration } from "../sources/index.ts";
import type { EnvironmentRequest } from "../spec/index.ts";

/** What making environments needs to know of this machine and its user. */
export interface EnvironmentOptions {
  readonly backend: SandboxBackend;
  /** Layers, locks, products and tools are kept here; safe to share between runs and to delete. */
  readonly cacheDirectory: HostPath;
  /** How many sandboxes may run at once; at least 1. */
  readonly workers: number;
  readonly progress: Progress;
  readonly logger: Logger;
  readonly signal?: AbortSignal | undefined;
  /** Which registry to ask, and how to reach it. */
  readonly indexConfiguration: PythonIndexConfiguration;
  /** Hosts (`name` or `name:port`) that installing may reach beside those of the index. Default none. */
  readonly additionalHosts?: readonly string[] | undefined;
  /** Where programs are looked for: the user's `PATH` and home. */
  readonly machine: MachineFacts;
  /** An interpreter to use instead of choosing one: an absolute path. */
  readonly interpreter?: string | undefined;
  /** What the user asked for, files of requirements by their lines. */
  readonly requested?: EnvironmentRequest | undefined;
  /** Bounds of the repository's own tests. */
  readonly testLimits?: TestLimits | undefined;
}

/** Facts of the machine that the command line reads from its environment and hands down. */
export interface MachineFacts {
  readonly path: string;
  readonly home: string;
}

/** Time limits of the repository's own tests. */
export interface TestLimits {
  /** Wall-clock limit of one test in seconds. Default 60. */
  readonly testSeconds: number;
  /** Wall-clock limit of one run of all tests in seconds, resumptions included. Default 300. */
  readonly runSeconds: number;
}

/** Limits where the caller gives none. */
export const DEFAULT_TEST_LIMITS: TestLimits = { testSeconds: 60, runSeconds: 300 };
