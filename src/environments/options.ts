import type { Progress } from "../base/index.ts";
import type { SandboxBackend } from "../sandbox/index.ts";
import type { EnvironmentRecipe, EnvironmentRequest } from "../spec/index.ts";
import type { BuildSystem, InstallerOptions } from "./build-system.ts";

/** What making environments needs to know of this machine and its user. */
export interface EnvironmentOptions extends InstallerOptions {
  readonly backend: SandboxBackend;
  /** How many sandboxes may run at once; at least 1. */
  readonly workers: number;
  readonly progress: Progress;
  /** What the user asked for, files of requirements by their lines. */
  readonly requested?: EnvironmentRequest | undefined;
  /** Recipe that an environment is made again from: its toolchain and its lock, in place of what the repository leads to. */
  readonly recipe?: EnvironmentRecipe | undefined;
  /** Bounds of the repository's own tests. */
  readonly testLimits?: TestLimits | undefined;
  /** True where tasks will run in it, and not the repository's tests alone. Default false. */
  readonly forTasks?: boolean | undefined;
  /** Only environments of this language are made. Absent: of any. */
  readonly language?: string | undefined;
  /** Ways of building to choose from. Default: all that are registered. */
  readonly buildSystems?: readonly BuildSystem[] | undefined;
}

/** Time limits of the repository's own tests. */
export interface TestLimits {
  /** Wall-clock limit of one test in seconds. Default 60. */
  readonly testSeconds: number;
  /** Wall-clock limit of one run of all tests in seconds, resumptions included. Default 900. */
  readonly runSeconds: number;
}

/** Limits where the caller gives none. */
export const DEFAULT_TEST_LIMITS: TestLimits = { testSeconds: 60, runSeconds: 900 };
