import type { CgroupSupport } from "../cgroups.ts";
import { timeLimitsOnly, watchedMemory } from "../isolation-rows.ts";
import type { IsolationTable } from "../sandbox.ts";

/** What the restricted backend confines, by version of Landlock, who starts it and what counts memory. */
export function restrictedIsolation(facts: {
  readonly isRoot: boolean;
  readonly landlock: number;
  readonly cgroup: CgroupSupport;
}): IsolationTable {
  const { cgroup, isRoot, landlock } = facts;
  const counted = cgroup.kind !== "none";
  return {
    files: {
      confined: "partly",
      how: "Landlock: contents of mounted paths only; attributes of files elsewhere show, and their owner may change them; scratch space is not bounded",
    },
    network:
      landlock >= 4
        ? {
            confined: "yes",
            how: "seccomp leaves sockets no address; with a proxy, Landlock leaves its port only",
          }
        : {
            confined: "partly",
            how: "seccomp leaves sockets no address; with a proxy any TCP address is reachable (Landlock before 4)",
          },
    processes: processRow(facts),
    memory: counted
      ? { confined: "yes", how: `control group (${cgroup.kind})` }
      : watchedMemory(cgroup.reason),
    cpu: timeLimitsOnly,
    devices: { confined: "yes", how: "Landlock: null, zero, full, random, urandom" },
    kernel_surface: {
      confined: "partly",
      how: "seccomp refuses namespaces, mounts, tracing, keys, modules, BPF, io_uring, perf, clocks, personalities",
    },
    user: isRoot
      ? {
          confined: "partly",
          how: "an unprivileged user id per worker, without capabilities; what builds into a folder below a closed one has the right to reach such folders",
        }
      : { confined: "no", how: "the starting user's own id" },
  };
}

function processRow(facts: {
  readonly isRoot: boolean;
  readonly landlock: number;
}): IsolationTable["processes"] {
  const how =
    "no pid namespace: a supervisor adopts and kills what is left; seccomp refuses System V objects and message queues, and priorities and policies of others; a judge's parent and its children read names and command lines of others;";
  if (facts.isRoot || facts.landlock >= 6)
    return { confined: "partly", how: `${how} signals reach own processes only` };
  return {
    confined: "no",
    how: `${how} the starting user's other processes can be signalled (Landlock before 6)`,
  };
}
