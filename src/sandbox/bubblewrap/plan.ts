import type { LaunchRequest } from "../launch.ts";
import type { NamespacePlan } from "../namespace-confinement.ts";
import { prepareNamespaces, type NamespacePreparation } from "../namespace-preparation.ts";
import { prlimitArguments } from "../process-limits.ts";
import type { SandboxOptions } from "../sandbox.ts";
import { sandboxArguments, stagedMounts, stagingArguments } from "./arguments.ts";
import type { BubblewrapPrograms } from "./find-bubblewrap.ts";

/*
 * Two ways to the same sandbox. A user starts bubblewrap. Root starts an outer bubblewrap that only stages the mounts (own
 * mount namespace), becomes a user that owns nothing, and that user starts the bubblewrap that makes the sandbox: a
 * sandbox whose real user is root leaves kernel settings writable and limits on processes void.
 */

/** Checks the mounts, prepares what outlives a command (control group, owners of `write` mounts). */
export async function planBubblewrap(
  options: SandboxOptions,
  programs: BubblewrapPrograms,
): Promise<NamespacePlan> {
  const prepared = await prepareNamespaces(options);
  const { cgroup, giveBack, prefix } = prepared;
  const chain = (request: LaunchRequest): string[] => {
    const withRelay = { ...request, command: [...prefix, ...request.command] };
    return prepared.user === undefined
      ? userChain(prepared, programs, withRelay)
      : rootChain(prepared, programs, withRelay, String(prepared.user));
  };
  return { name: "bubblewrap", options: prepared.options, chain, cgroup, giveBack };
}

function rootChain(
  { front, limits, options }: NamespacePreparation,
  programs: BubblewrapPrograms,
  request: LaunchRequest,
  user: string,
): string[] {
  const mounts = stagedMounts(options.mounts);
  return [
    front,
    [programs.bwrap, ...stagingArguments(options.mounts)],
    [programs.setpriv, "--reuid", user, "--regid", user, "--clear-groups"],
    ["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"],
    [programs.prlimit, ...prlimitArguments(limits())],
    [programs.bwrap, ...sandboxArguments(options, mounts, request, programs)],
  ].flat();
}

function userChain(
  { front, limits, options }: NamespacePreparation,
  programs: BubblewrapPrograms,
  request: LaunchRequest,
): string[] {
  return [
    front,
    [programs.prlimit, ...prlimitArguments(limits())],
    [programs.bwrap, ...sandboxArguments(options, options.mounts, request, programs)],
  ].flat();
}
