import type { HostPath, Logger, Progress } from "../base/index.ts";
import type { SandboxBackend } from "../sandbox/index.ts";
import type { EnvironmentRequest } from "../spec/index.ts";
import type { BuildSystem } from "./build-system.ts";
import type { InstallerConfiguration } from "./build-systems.ts";

/** What making environments needs to know of this machine and its user. */
export interface EnvironmentOptions extends InstallerConfiguration {
  readonly backend: SandboxBackend;
  /** Layers, locks, products and tools are kept here; safe to share between runs and to delete. */
  readonly cacheDirectory: HostPath;
  /** How many sandboxes may run at once; at least 1. */
  readonly workers: number;
  readonly progress: Progress;
  readonly logger: Logger;
  readonly signal?: AbortSignal | undefined;
  /** Where programs are looked for: the user's `PATH` and home. */
  readonly machine: MachineFacts;
  /** What the user asked for, files of requirements by their lines. */
  readonly requested?: EnvironmentRequest | undefined;
  /** Bounds of the repository's own tests. */
  readonly testLimits?: TestLimits | undefined;
  /** Ways of building to choose from. Default: all that are registered. */
  readonly buildSystems?: readonly BuildSystem[] | undefined;
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
