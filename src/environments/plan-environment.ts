import { UsageError } from "../base/index.ts";
import type { AcquiredSource } from "../sources/index.ts";
import type { EnvironmentRequest } from "../spec/index.ts";
import { findEvidence } from "./find-evidence.ts";
import type { EnvironmentOptions } from "./options.ts";

/** What making an environment would begin with, as far as it can be read without running anything of the repository. */
export interface EnvironmentPlan {
  /** Null where no interpreter of this machine will do. */
  readonly interpreter: string | null;
  /** Releases that the repository asks for, by the language: `requires_python`. Null where it does not say. */
  readonly [asked: `requires_${string}`]: string | null;
  /** True where the repository is built first; then its metadata may name more requirements. */
  readonly is_built: boolean;
  /** What is installed first; where that fails, less of it is tried. */
  readonly requirements: readonly string[];
  /** Extras of the repository's own that its tests ask for. */
  readonly extras: readonly string[];
  readonly test_files: number;
}

/** Reads what a repository declares and asks the machine's interpreters for their versions. Installs nothing. Throws `unknown-repository`. */
export async function planEnvironment(
  acquired: AcquiredSource,
  requested: EnvironmentRequest,
  options: Pick<EnvironmentOptions, "machine" | "buildSystems" | "language">,
): Promise<EnvironmentPlan> {
  const found = findEvidence(acquired, { ...options, requested });
  if (found.status === "failed") throw new UsageError("unknown-repository", found.failure.message);
  const { system, evidence } = found.value;
  const { summary } = evidence;
  const toolchain = evidence.chooseToolchain(await system.findToolchains(options.machine));
  const asked: Record<`requires_${string}`, string | null> = {
    [`requires_${system.language}`]: summary.requires ?? null,
  };
  return {
    interpreter: toolchain.status === "made" ? toolchain.value.description : null,
    ...asked,
    is_built: summary.isBuilt,
    requirements: summary.requirements,
    extras: summary.extras,
    test_files: summary.testFiles,
  };
}
