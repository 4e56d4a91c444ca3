import { createCgroup, findCgroupSupport, type Cgroup } from "./cgroups.ts";
import { getGuestPython, guestProgram } from "./guest-python.ts";
import { checkMountExists, checkMountReadable } from "./mount-checks.ts";
import { givesUserIds, hasCapability } from "./privileges.ts";
import { processLimits, type ProcessLimit } from "./process-limits.ts";
import { countDead, countUserThreads } from "./process-status.ts";
import { layOver } from "./overlays.ts";
import { planRelay } from "./proxy-relay.ts";
import type { ResourceLimits, SandboxOptions } from "./sandbox.ts";
import { lendWriteMounts, workerUser } from "./worker-users.ts";

/** What a sandbox of namespaces has before its first command, whichever program makes it. */
export interface NamespacePreparation {
  /** With what a relay to a proxy needs among the mounts, and nothing laid over any of them: `front` does that. */
  readonly options: SandboxOptions;
  /** What stands before the program that makes the sandbox. */
  readonly front: readonly string[];
  /** What stands before each command. */
  readonly prefix: readonly string[];
  /** The user that root becomes before it makes namespaces; `undefined` where no root starts them. */
  readonly user: number | undefined;
  readonly cgroup: Cgroup | undefined;
  /** The limits of a command that starts now. */
  readonly limits: () => readonly ProcessLimit[];
  /** Gives back what the sandbox borrowed, after its last process is gone. */
  readonly giveBack: () => Promise<void>;
}

/** Processes of the chain that count against the sandbox's user. */
const launcherProcesses = 8;

/** Checks the mounts, makes the control group, lends the folders of `write` mounts. Throws `mount-missing` and `mount-unreadable`. */
export async function prepareNamespaces(options: SandboxOptions): Promise<NamespacePreparation> {
  const user = givesUserIds() ? workerUser(options.workerNumber) : undefined;
  const relay = planRelay(options.network);
  const withRelay = { ...options, mounts: [...options.mounts, ...relay.mounts] };
  for (const mount of withRelay.mounts) {
    checkMountExists(mount);
    if (user !== undefined) checkMountReadable(mount);
  }
  const cgroup = createCgroup(findCgroupSupport(), options.limits);
  const takeBack =
    user === undefined ? () => Promise.resolve() : await lendWriteMounts(withRelay.mounts, user);
  const laidOut = layOver(withRelay.mounts);
  const giveBack = async (): Promise<void> => {
    await takeBack();
    laidOut.remove();
  };
  // Another run on this machine may use the same user id, so where a control group counts, this is the second line only.
  const own = (cgroup === undefined ? 1 : 4) * options.limits.processes + launcherProcesses;
  const processes = user === undefined ? own + countUserThreads() : own;
  const limits = (): ProcessLimit[] =>
    processLimits(options.limits, {
      processes: user === undefined ? processes : processes + countDead(user),
      boundsData: cgroup === undefined,
    });
  return {
    options: { ...withRelay, mounts: laidOut.mounts },
    front: [...(user === undefined ? [] : gainAdministration()), ...laidOut.prefix],
    prefix: relay.prefix,
    user,
    cgroup,
    limits,
    giveBack,
  };
}

/** What gives a container's root the right to mount: it lacks that in the container, but may have it in a namespace. */
function gainAdministration(): readonly string[] {
  return hasCapability("administration") ? [] : [getGuestPython(), "-I", "-S", guestProgram("namespace.py")];
}

/** Bytes of shared memory (`/dev/shm`): 64 MiB, at most the scratch space. */
export function sharedMemoryBytes(limits: ResourceLimits): number {
  return Math.min(67_108_864, limits.scratchBytes);
}
