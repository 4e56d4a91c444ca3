import { ownDevices, ownNetwork, timeLimitsOnly } from "../isolation-rows.ts";
import type { IsolationTable } from "../sandbox.ts";

/** What a container confines, by whose user ids it has and what the engine counts. */
export function containerIsolation(facts: {
  readonly givesOwnUsers: boolean;
  readonly countsSwap: boolean;
  readonly nestsSandboxes: boolean;
}): IsolationTable {
  return {
    files: {
      confined: "yes",
      how: "an empty read-only image and only what is mounted; private folders of bounded size",
    },
    network: ownNetwork,
    processes: { confined: "yes", how: "own pid namespace; the engine's control group bounds their number" },
    memory: facts.countsSwap
      ? { confined: "yes", how: "the engine's control group over everything in the container" }
      : { confined: "partly", how: "the engine's control group; it does not count swap space here" },
    cpu: timeLimitsOnly,
    devices: ownDevices,
    kernel_surface: {
      confined: "partly",
      how: facts.nestsSandboxes
        ? "seccomp refuses namespaces, mounts, tracing, keys, modules, BPF, io_uring; a judge's parent may nest as an ordinary user may, what it judges may not"
        : "seccomp refuses namespaces, mounts, tracing, keys, modules, BPF, io_uring",
    },
    user: facts.givesOwnUsers
      ? { confined: "yes", how: "an unprivileged user id per worker, without capabilities" }
      : { confined: "partly", how: "the starting user's own id, without capabilities" },
  };
}
