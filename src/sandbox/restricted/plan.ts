import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

import { DioramaError, type HostPath } from "../../base/index.ts";
import { createCgroup, findCgroupSupport } from "../cgroups.ts";
import { getGuestPython } from "../guest-python.ts";
import { checkMountExists } from "../mount-checks.ts";
import { createPrivateFolders } from "../private-folders.ts";
import { processLimits } from "../process-limits.ts";
import type { SandboxOptions } from "../sandbox.ts";
import { countUserThreads } from "../process-status.ts";
import { lendWriteMounts, workerUser } from "../worker-users.ts";
import type { RestrictedPlan } from "./confinement.ts";

/** Number of CAP_DAC_READ_SEARCH: reading and entering folders whatever their permissions say. */
const readSearch = 2n;
/** The supervisor, a relay and a helper for killing. */
const launcherProcesses = 4;

/** Prepares what launches share: folders, user, control group, owners of `write` mounts. */
export async function planRestricted(options: SandboxOptions): Promise<RestrictedPlan> {
  for (const mount of options.mounts) checkMountExists(mount);
  const isRoot = process.geteuid?.() === 0;
  const user = isRoot ? workerUser(options.workerNumber) : undefined;
  const keepsReadSearch = isRoot && needsReadSearch(options);
  const python = getGuestPython();
  const cgroup = createCgroup(findCgroupSupport(), options.limits);
  const others = isRoot ? 0 : countUserThreads();
  const processes = others + (cgroup === undefined ? 1 : 4) * options.limits.processes + launcherProcesses;
  const limits = processLimits(options.limits, { processes, boundsData: cgroup === undefined });
  const folders = createPrivateFolders(user);
  const giveBack = user === undefined ? () => Promise.resolve() : await lendWriteMounts(options.mounts, user);
  return { options, python, user, keepsReadSearch, limits, folders, cgroup, giveBack };
}

/**
 * Whether a mount lies where the worker's user cannot come, as an interpreter below root's home does. Without a mount
 * namespace the only way there is the capability to read anywhere, kept inside Landlock's list of paths. Throws
 * `mount-unreadable` where this process does not have it (a container's default).
 */
function needsReadSearch(options: SandboxOptions): boolean {
  const closed = options.mounts.find(({ from }) => !isOpenToAll(from));
  if (closed === undefined) return false;
  if (hasCapability(readSearch)) return true;
  throw new DioramaError(
    "mount-unreadable",
    `Cannot use ${closed.from} in sandbox "restricted": a folder above it is closed to other users, and this process lacks CAP_DAC_READ_SEARCH.`,
    {
      hint: "Use docker run --cap-add DAC_READ_SEARCH, move it to a folder that all may read, or do not run as root.",
    },
  );
}

function isOpenToAll(path: HostPath): boolean {
  const found = statSync(path);
  const isOpen = found.isDirectory() ? (found.mode & 0o005) === 0o005 : (found.mode & 0o004) !== 0;
  return isOpen && isReachable(dirname(path));
}

function isReachable(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return folder === "/" || isReachable(dirname(folder));
}

function hasCapability(number: bigint): boolean {
  const effective = /^CapEff:\s+([0-9a-f]+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "0";
  return ((BigInt(`0x${effective}`) >> number) & 1n) === 1n;
}
