import type { HostPath, SandboxPath } from "../base/index.ts";
import type { FinishedTest, TestArguments } from "../languages/index.ts";
import type { Mount } from "../sandbox/index.ts";
import type { EnvironmentFailure, EnvironmentRecipe, EnvironmentStatus, TestCounts } from "../spec/index.ts";
import type { Advice, EvidenceItem, PlanFields, RemedyReason, Toolchain } from "./build-system.ts";

/** A built environment on this machine, ready to be mounted. It holds dependencies, never the repository's own tree. */
export interface Environment {
  readonly recipe: EnvironmentRecipe;
  readonly digest: string;
  /** Toolchain, system libraries, dependency layer: everything programs need but the tree. All read-only. */
  readonly mounts: readonly Mount[];
  /** The program that runs code of its language, in terms of `mounts`. */
  readonly program: SandboxPath;
  /** Files that building produced, to be laid over the tree: a folder with the tree's layout, possibly empty. */
  readonly products: HostPath;
  /** Of this machine. */
  readonly toolchain: Toolchain;
  /** The dependency layer on this machine. */
  readonly layer: HostPath;
  /** What is laid over the system's own files (`usr`, `etc`); undefined where nothing is. */
  readonly systemLayer: HostPath | undefined;
}

/** One test of the repository and what each run of it gave. */
export interface TestRecord {
  /** Framework, path, class, name and parameters, normalised. */
  readonly id: string;
  readonly outcomes: readonly FinishedTest["outcome"][];
}

/** One thing that was tried while building, whether it worked or not. */
export interface BuildAttempt {
  /** `build`, `metadata`, `resolve`, `install`, `prepare`, `import`, `test`; `remedy` tells what the steps behind it do otherwise. */
  readonly stage: string;
  readonly succeeded: boolean;
  /** What was tried, and where it failed what it printed, from the end back as far as it was kept. */
  readonly detail: string;
}

/** How the repository's tests are called again, as the first run found out. */
export interface TestInvocation extends TestArguments {
  /** Name of the framework. */
  readonly framework: string;
  /** Tests that end the process or pass their time limit: never run again. */
  readonly skip: readonly string[];
}

/** What building an environment gave. `environment` is there from status `installed` on. */
export type EnvironmentOutcome =
  | {
      readonly status: "failed";
      /** Of the build system that was chosen; absent where none was. */
      readonly language?: string | undefined;
      readonly failure: EnvironmentFailure;
      readonly advice: Advice | undefined;
      /** What the repository's files say of how it is built and tested. */
      readonly evidence: readonly EvidenceItem[];
      /** What was done otherwise than declared, in order, because it brought more or took an obstacle away; empty where all went as declared. */
      readonly remedies: readonly RemedyReason[];
      /** What the fields of the plan held that came furthest; absent where it has none. */
      readonly plan?: PlanFields | undefined;
      readonly attempts: readonly BuildAttempt[];
      readonly durationMs: number;
    }
  | {
      readonly status: Exclude<EnvironmentStatus, "failed">;
      readonly environment: Environment;
      readonly tests: TestCounts;
      readonly testRecords: readonly TestRecord[];
      readonly testInvocation: TestInvocation;
      /** Present where tests exist but could not be collected or mostly failed, or nothing could be imported. */
      readonly failure?: EnvironmentFailure;
      /** What stands in the way, and what to do next; absent where nothing does. */
      readonly advice?: Advice | undefined;
      /** True where there are tests, by what files look like or by what the user named. */
      readonly hasTests: boolean;
      /** What the repository's files say of how it is built and tested. */
      readonly evidence: readonly EvidenceItem[];
      /** What was done otherwise than declared, in order, because it brought more; empty where all went as declared. */
      readonly remedies: readonly RemedyReason[];
      /** What the fields of the plan held that came furthest; absent where it has none. */
      readonly plan?: PlanFields | undefined;
      readonly attempts: readonly BuildAttempt[];
      readonly durationMs: number;
    };
