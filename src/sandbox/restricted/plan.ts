import { DioramaError } from "../../base/index.ts";
import { createCgroup, findCgroupSupport } from "../cgroups.ts";
import { getGuestPython } from "../guest-python.ts";
import { checkMountExists, isOpenToAll } from "../mount-checks.ts";
import { givesUserIds, hasCapability } from "../privileges.ts";
import { createPrivateFolders } from "../private-folders.ts";
import { processLimits } from "../process-limits.ts";
import type { SandboxOptions } from "../sandbox.ts";
import { countUserThreads } from "../process-status.ts";
import { lendWriteMounts, workerUser } from "../worker-users.ts";
import type { RestrictedPlan } from "./confinement.ts";

/** The supervisor, a relay and a helper for killing. */
const launcherProcesses = 4;

/** Prepares what launches share: folders, user, control group, owners of `write` mounts. */
export async function planRestricted(options: SandboxOptions): Promise<RestrictedPlan> {
  for (const mount of options.mounts) checkMountExists(mount);
  const isRoot = givesUserIds();
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
  if (hasCapability("readSearch")) return true;
  throw new DioramaError(
    "mount-unreadable",
    `Cannot use ${closed.from} in sandbox "restricted": a folder above it is closed to other users, and this process lacks CAP_DAC_READ_SEARCH.`,
    {
      hint: "Use docker run --cap-add DAC_READ_SEARCH, move it to a folder that all may read, or do not run as root.",
    },
  );
}
