import { dirname } from "node:path";

import { DioramaError } from "../../base/index.ts";
import { createCgroup, findCgroupSupport } from "../cgroups.ts";
import { getGuestPython } from "../guest-python.ts";
import { checkMountExists, isReachable } from "../mount-checks.ts";
import { capabilities, givesUserIds, hasCapability } from "../privileges.ts";
import { refuseOverlays } from "../overlays.ts";
import { createPrivateFolders } from "../private-folders.ts";
import { processLimits } from "../process-limits.ts";
import type { SandboxOptions } from "../sandbox.ts";
import { countUserThreads } from "../process-status.ts";
import { lendWriteMounts, workerUser } from "../worker-users.ts";
import type { RestrictedPlan } from "./confinement.ts";
import { landlockVersion } from "./landlock.ts";
import { stageClosedMounts } from "./staged-mounts.ts";

/** The supervisor, a relay and a helper for killing. */
const launcherProcesses = 4;

/** Prepares what launches share: folders, user, control group, owners of `write` mounts. */
export async function planRestricted(given: SandboxOptions): Promise<RestrictedPlan> {
  for (const mount of given.mounts) checkMountExists(mount);
  refuseOverlays("restricted", given.mounts);
  const isRoot = givesUserIds();
  const stage = isRoot ? stageClosedMounts(given.mounts) : undefined;
  const options = { ...given, mounts: stage?.mounts ?? given.mounts };
  const keeps = isRoot ? chooseReadingCapability(options) : undefined;
  const user = isRoot ? workerUser(options.workerNumber) : undefined;
  const python = getGuestPython();
  const cgroup = createCgroup(findCgroupSupport(), options.limits);
  const others = isRoot ? 0 : countUserThreads();
  const processes = others + (cgroup === undefined ? 1 : 4) * options.limits.processes + launcherProcesses;
  const limits = processLimits(options.limits, { processes, boundsData: cgroup === undefined });
  const folders = createPrivateFolders(user);
  const giveBack = user === undefined ? () => Promise.resolve() : await lendWriteMounts(options.mounts, user);
  return { options, python, user, keeps, limits, folders, cgroup, giveBack, stage };
}

/** Landlock leaves the length of files unguarded before this version. */
const landlockWithTruncation = 3;

/**
 * What lets a command write into a folder that lies where its user cannot come, as a cache below root's home does: what is built there
 * is moved to its place afterwards, so it cannot be elsewhere. Without a mount namespace the only way there is a capability,
 * kept inside Landlock's list of paths: the one to read anywhere or, where a container's root has only that, the one that ignores
 * permissions, which Landlock keeps to the same list. No candidate ever has it. Throws `mount-unreadable` where this process has neither.
 */
function chooseReadingCapability(options: SandboxOptions): number | undefined {
  const closed = options.mounts.find(({ access, from }) => access === "write" && !isReachable(dirname(from)));
  if (closed === undefined) return undefined;
  if (hasCapability("readSearch")) return capabilities.readSearch;
  if (hasCapability("override") && landlockVersion() >= landlockWithTruncation) return capabilities.override;
  throw new DioramaError(
    "mount-unreadable",
    `Cannot use ${closed.from} in sandbox "restricted": it or a folder above it is closed to other users, and this process lacks CAP_DAC_READ_SEARCH.`,
    {
      hint: "Use docker run --cap-add DAC_READ_SEARCH, move it to a folder that all may read, or do not run as root.",
    },
  );
}
