import type { EnvironmentFailure } from "../spec/index.ts";
import type { Step } from "./failures.ts";
import type { Installation } from "./run-job.ts";
import { decidedBySystem } from "./system/system-files.ts";

type FailedStep = Extract<Step<never>, { readonly status: "failed" }>;

/**
 * What could not be built while one environment was made. Another lock with the same in it, built in the same way, is not tried: each remedy would meet it again, and
 * building takes its time.
 */
export class BrokenParts {
  readonly #known = new Map<string, FailedStep>();

  /** How installing a lock would fail; undefined where nothing is known. */
  find(lock: string, installation: Installation): FailedStep | undefined {
    return partsOf(lock, installation)
      .map((part) => this.#known.get(part))
      .find((step) => step !== undefined);
  }

  /** Keeps what a lock could not be installed for. */
  note(lock: string, step: FailedStep, installation: Installation): void {
    if (!OF_BUILDING.includes(step.failure.category)) return;
    for (const part of partsOf(lock, installation, step.log ?? step.failure.message))
      this.#known.set(part, step);
  }
}

const OF_BUILDING: readonly EnvironmentFailure["category"][] = ["build_failed", "needs_system_package"];

function partsOf(
  lock: string,
  { system, toolchain, systemLayer }: Installation,
  failedWith?: string,
): readonly string[] {
  const parts = system.lockParts?.(lock, failedWith) ?? [];
  const surroundings = [toolchain.path, decidedBySystem(systemLayer)];
  return parts.map((part) => JSON.stringify([part, surroundings]));
}
