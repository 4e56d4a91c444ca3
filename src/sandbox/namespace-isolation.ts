import type { CgroupSupport } from "./cgroups.ts";
import { ownDevices, ownNetwork, timeLimitsOnly, watchedMemory } from "./isolation-rows.ts";
import type { IsolationTable } from "./sandbox.ts";

/** What namespaces confine, depending on who makes them, whether private folders can be bounded, and what counts memory. */
export function namespaceIsolation(facts: {
  readonly isRoot: boolean;
  readonly hasSizes: boolean;
  readonly cgroup: CgroupSupport;
}): IsolationTable {
  const { cgroup, hasSizes, isRoot } = facts;
  const counted = cgroup.kind !== "none";
  return {
    files: hasSizes
      ? { confined: "yes", how: "own mount namespace: only what is mounted; private folders of bounded size" }
      : {
          confined: "partly",
          how: "own mount namespace; this bubblewrap (before 0.7) cannot bound private folders",
        },
    network: ownNetwork,
    processes: counted
      ? {
          confined: "yes",
          how: `own pid and ipc namespaces; control group (${cgroup.kind}) bounds their number`,
        }
      : {
          confined: "partly",
          how: `own pid and ipc namespaces; their number is bounded by rlimit and watched (${cgroup.reason})`,
        },
    memory: counted
      ? { confined: "yes", how: `control group (${cgroup.kind}) over everything in the sandbox` }
      : watchedMemory(cgroup.reason),
    cpu: timeLimitsOnly,
    devices: ownDevices,
    kernel_surface: {
      confined: "partly",
      how: "seccomp refuses namespaces, mounts, tracing, keys, modules, BPF, io_uring, perf, clocks, personalities",
    },
    user: isRoot
      ? {
          confined: "yes",
          how: "an unprivileged user id per worker, in a user namespace, without capabilities",
        }
      : { confined: "partly", how: "the starting user's own id, in a user namespace, without capabilities" },
  };
}
