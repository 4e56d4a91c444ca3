import type { AcquiredSource } from "../sources/index.ts";
import type { BuildSystem, Evidence } from "./build-system.ts";
import { getBuildSystem, listBuildSystems } from "./build-systems.ts";
import { failed, made, type Step } from "./failures.ts";
import type { EnvironmentOptions } from "./options.ts";

/** A build system and what it read in a tree. */
export interface FoundEvidence {
  readonly system: BuildSystem;
  readonly evidence: Evidence;
}

/**
 * What the first build system reads in a tree that is declared to be its own; where there is none, what the one reads that knows the most of its files, one that finds tests before others. Fails
 * with `nothing_declared` where none can.
 */
export function findEvidence(
  acquired: AcquiredSource,
  options: Pick<EnvironmentOptions, "buildSystems" | "language" | "requested" | "recipe">,
): Step<FoundEvidence> {
  const { recipe } = options;
  const systems =
    recipe === undefined ? listBuildSystems(options) : [getBuildSystem(recipe.language, options)];
  const possible: FoundEvidence[] = [];
  for (const system of systems) {
    const evidence = system.readEvidence(acquired, options.requested ?? {});
    if (evidence?.isDeclared === true) return made({ system, evidence });
    if (evidence !== undefined) possible.push({ system, evidence });
  }
  const [most] = possible.toSorted(
    ({ evidence: a }, { evidence: b }) =>
      Number(b.summary.testFiles > 0) - Number(a.summary.testFiles > 0) || b.sourceFiles - a.sourceFiles,
  );
  if (most !== undefined) return made(most);
  const known = systems.map(({ language }) => language).join(" or ");
  return failed("nothing_declared", `${acquired.spec} is no repository of ${known}.`);
}
