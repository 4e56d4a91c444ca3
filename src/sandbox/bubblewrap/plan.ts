import { createCgroup, findCgroupSupport } from "../cgroups.ts";
import { getGuestPython, guestProgram } from "../guest-python.ts";
import type { LaunchRequest } from "../launch.ts";
import { checkMountExists, checkMountReadable } from "../mount-checks.ts";
import { prlimitArguments, processLimits } from "../process-limits.ts";
import { givesUserIds, hasCapability } from "../privileges.ts";
import { planRelay } from "../proxy-relay.ts";
import type { SandboxOptions } from "../sandbox.ts";
import { countDead, countUserThreads } from "../process-status.ts";
import { lendWriteMounts, workerUser } from "../worker-users.ts";
import { sandboxArguments, stagedMounts, stagingArguments } from "./arguments.ts";
import type { BubblewrapPlan } from "./confinement.ts";
import type { BubblewrapPrograms } from "./find-bubblewrap.ts";

/*
 * Two ways to the same sandbox. A user starts bubblewrap. Root starts an outer bubblewrap that only stages the mounts (own
 * mount namespace), becomes a user that owns nothing, and that user starts the bubblewrap that makes the sandbox: a
 * sandbox whose real user is root leaves kernel settings writable and limits on processes void.
 */

/** Processes of the chain that count against the sandbox's user. */
const launcherProcesses = 8;

/** Checks the mounts, prepares what outlives a command (control group, owners of `write` mounts). */
export async function planBubblewrap(
  options: SandboxOptions,
  programs: BubblewrapPrograms,
): Promise<BubblewrapPlan> {
  const isRoot = givesUserIds();
  const relay = planRelay(options.network);
  const withRelay = { ...options, mounts: [...options.mounts, ...relay.mounts] };
  for (const mount of withRelay.mounts) {
    checkMountExists(mount);
    if (isRoot) checkMountReadable(mount);
  }
  const plan = isRoot ? await planAsRoot(withRelay, programs) : planAsUser(withRelay, programs);
  const chain = (request: LaunchRequest): readonly string[] =>
    plan.chain({ ...request, command: [...relay.prefix, ...request.command] });
  return { ...plan, chain };
}

async function planAsRoot(options: SandboxOptions, programs: BubblewrapPrograms): Promise<BubblewrapPlan> {
  const cgroup = createCgroup(findCgroupSupport(), options.limits);
  const user = workerUser(options.workerNumber);
  const giveBack = await lendWriteMounts(options.mounts, user);
  // Another run on this machine may use the same user id, so where a control group counts, this is the second line only.
  const processes = (cgroup === undefined ? 1 : 4) * options.limits.processes + launcherProcesses;
  const limits = (): string[] => {
    const withDead = { processes: processes + countDead(user), boundsData: cgroup === undefined };
    return prlimitArguments(processLimits(options.limits, withDead));
  };
  const mounts = stagedMounts(options.mounts);
  const gaining = gainAdministration();
  const chain = (request: LaunchRequest): string[] =>
    [
      gaining,
      [programs.bwrap, ...stagingArguments(options.mounts)],
      [programs.setpriv, "--reuid", String(user), "--regid", String(user), "--clear-groups"],
      ["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"],
      [programs.prlimit, ...limits()],
      [programs.bwrap, ...sandboxArguments(options, mounts, request, programs)],
    ].flat();
  return { options, chain, cgroup, giveBack };
}

/** What gives a container's root the right to stage: it lacks that in the container, but may have it in a namespace. */
function gainAdministration(): readonly string[] {
  return hasCapability("administration") ? [] : [getGuestPython(), "-I", "-S", guestProgram("namespace.py")];
}

function planAsUser(options: SandboxOptions, programs: BubblewrapPrograms): BubblewrapPlan {
  const cgroup = createCgroup(findCgroupSupport(), options.limits);
  const processes =
    countUserThreads() + (cgroup === undefined ? 1 : 4) * options.limits.processes + launcherProcesses;
  const limits = prlimitArguments(
    processLimits(options.limits, { processes, boundsData: cgroup === undefined }),
  );
  const chain = (request: LaunchRequest): string[] =>
    [
      [programs.prlimit, ...limits],
      [programs.bwrap, ...sandboxArguments(options, options.mounts, request, programs)],
    ].flat();
  return { options, chain, cgroup, giveBack: () => Promise.resolve() };
}
