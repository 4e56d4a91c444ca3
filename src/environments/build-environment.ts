import { createStagingDirectory } from "../base/index.ts";
import type { AcquiredSource } from "../sources/index.ts";
import { createJournal } from "./attempts.ts";
import { BrokenParts } from "./broken-parts.ts";
import type { EnvironmentOutcome } from "./environment.ts";
import { findEvidence } from "./find-evidence.ts";
import type { Build } from "./install-environment.ts";
import type { EnvironmentOptions } from "./options.ts";
import { findKeptOutcome, keepOutcome, outcomeKey } from "./outcome-cache.ts";
import { tryRemedies } from "./try-remedies.ts";
import { chooseToolchain, giveUp } from "./trial.ts";

/**
 * Makes the environment of a repository and finds out how far it gets. Everything that the repository or its dependencies
 * can cause is a value; throws only for this machine's own troubles (no installer to be had, a full disk, a broken sandbox) and
 * when interrupted. A second call with the same source, toolchain and limits gives the outcome of the first at once.
 */
export async function buildEnvironment(
  acquired: AcquiredSource,
  options: EnvironmentOptions,
): Promise<EnvironmentOutcome> {
  const started = performance.now();
  await using staging = createStagingDirectory(options.cacheDirectory);
  const journal = createJournal(options.logger);
  const timed = <T extends object>(end: T) => ({
    ...end,
    attempts: journal.attempts,
    durationMs: performance.now() - started,
  });

  options.progress.begin("reading what the repository declares");
  const found = findEvidence(acquired, options);
  if (found.status === "failed")
    return timed({ status: "failed", failure: found.failure, advice: undefined, evidence: [], remedies: [] });
  const known = await found.value.system.findToolchains(options.machine);
  const toolchains = known.filter(
    ({ isForTestsAlone }) => isForTestsAlone !== true || options.forTasks !== true,
  );
  const build: Build = {
    ...found.value,
    toolchains,
    systemPackages: [],
    acquired,
    options,
    staging,
    journal,
    broken: new BrokenParts(),
  };
  const toolchain = chooseToolchain(build);
  if (toolchain.status === "failed") return timed(giveUp(build, toolchain, undefined).end);

  const key = outcomeKey(acquired, build.system, toolchain.value, options);
  const kept = findKeptOutcome(key, build.system, options);
  if (kept !== undefined) return { ...kept, durationMs: performance.now() - started };

  const outcome = timed(await tryRemedies(build));
  if (outcome.status !== "failed") keepOutcome(key, outcome, options);
  return outcome;
}
