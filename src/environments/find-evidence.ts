import type { AcquiredSource } from "../sources/index.ts";
import type { BuildSystem, Evidence } from "./build-system.ts";
import { listBuildSystems } from "./build-systems.ts";
import { failed, made, type Step } from "./failures.ts";
import type { EnvironmentOptions } from "./options.ts";

/** A build system and what it read in a tree. */
export interface FoundEvidence {
  readonly system: BuildSystem;
  readonly evidence: Evidence;
}

/** What the first build system that knows a tree reads in it. Fails with `nothing_declared` where none does. */
export function findEvidence(
  acquired: AcquiredSource,
  options: Pick<EnvironmentOptions, "buildSystems" | "requested">,
): Step<FoundEvidence> {
  const systems = listBuildSystems(options);
  for (const system of systems) {
    const evidence = system.readEvidence(acquired, options.requested ?? {});
    if (evidence !== undefined) return made({ system, evidence });
  }
  const known = systems.map(({ language }) => language).join(" or ");
  return failed("nothing_declared", `${acquired.spec} is no repository of ${known}.`);
}
