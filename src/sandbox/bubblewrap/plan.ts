import { statSync } from "node:fs";

import { DioramaError } from "../../base/index.ts";
import { createCgroup, findCgroupSupport } from "../cgroups.ts";
import type { LaunchRequest } from "../launch.ts";
import { processLimitArguments } from "../process-limits.ts";
import type { Mount, SandboxOptions } from "../sandbox.ts";
import { countUserThreads } from "../user-threads.ts";
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
  const isRoot = process.geteuid?.() === 0;
  for (const mount of options.mounts) checkMount(mount, isRoot);
  return isRoot ? planAsRoot(options, programs) : planAsUser(options, programs);
}

async function planAsRoot(options: SandboxOptions, programs: BubblewrapPrograms): Promise<BubblewrapPlan> {
  const cgroup = createCgroup(findCgroupSupport(), options.limits);
  const user = workerUser(options.workerNumber);
  const giveBack = await lendWriteMounts(options.mounts, user);
  // Another run on this machine may use the same user id, so where a control group counts, this is the second line only.
  const processes = (cgroup === undefined ? 1 : 4) * options.limits.processes + launcherProcesses;
  const limits = processLimitArguments(options.limits, { processes, boundData: cgroup === undefined });
  const staged = stagedMounts(options.mounts);
  const chain = (request: LaunchRequest): string[] => [
    ...[programs.bwrap, ...stagingArguments(options.mounts)],
    ...[programs.setpriv, "--reuid", String(user), "--regid", String(user), "--clear-groups"],
    ...["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"],
    ...[programs.prlimit, ...limits],
    ...[programs.bwrap, ...sandboxArguments(options, staged, request, programs)],
  ];
  return { options, chain, cgroup, giveBack };
}

async function planAsUser(options: SandboxOptions, programs: BubblewrapPrograms): Promise<BubblewrapPlan> {
  const cgroup = createCgroup(findCgroupSupport(), options.limits);
  const processes =
    countUserThreads() + (cgroup === undefined ? 1 : 4) * options.limits.processes + launcherProcesses;
  const limits = processLimitArguments(options.limits, { processes, boundData: cgroup === undefined });
  const chain = (request: LaunchRequest): string[] => [
    ...[programs.prlimit, ...limits],
    ...[programs.bwrap, ...sandboxArguments(options, options.mounts, request, programs)],
  ];
  return { options, chain, cgroup, giveBack: () => Promise.resolve() };
}

function checkMount(mount: Mount, isRoot: boolean): void {
  const found = statSync(mount.from, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new DioramaError("mount-missing", `Cannot mount ${mount.from} at ${mount.to}: it does not exist.`);
  }
  if (isRoot && mount.access === "read" && found.isDirectory() && (found.mode & 0o005) !== 0o005) {
    throw new DioramaError(
      "mount-unreadable",
      `Cannot mount ${mount.from} at ${mount.to}: only its owner may read it, and sandboxes run as a user of their own.`,
      { hint: `chmod -R o+rX ${mount.from}` },
    );
  }
}
