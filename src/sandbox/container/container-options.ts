import type { ContainerCreateOptions } from "dockerode";

import type { LaunchRequest } from "../launch.ts";
import type { ProcessLimit } from "../process-limits.ts";
import type { SandboxOptions } from "../sandbox.ts";
import { sandboxHome } from "../system-mounts.ts";
import { bindMounts } from "./bind-mounts.ts";
import { ownershipLabel, ownOwner } from "./labels.ts";
import { seccompProfile } from "./seccomp-profile.ts";

/** What containers of one sandbox share. */
export interface ContainerPlan {
  readonly options: SandboxOptions;
  readonly image: string;
  readonly user: { readonly id: number; readonly group: number };
  readonly limits: readonly ProcessLimit[];
  /** What stands before each command. */
  readonly prefix: readonly string[];
}

/** Bytes of shared memory (`/dev/shm`), at most the scratch space. */
const sharedMemoryBytes = 67_108_864;

/** What stands around a command: first processes, a relay. */
const launcherProcesses = 8;

/** The engine writes this machine's name servers there. */
const coveredSettings = ["/etc/resolv.conf"];
/** What the engine covers by itself (https://github.com/moby/moby, `oci/defaults.go`), and facts about this machine. */
const coveredFacts = [
  "/proc/acpi",
  "/proc/asound",
  "/proc/interrupts",
  "/proc/kcore",
  "/proc/keys",
  "/proc/latency_stats",
  "/proc/sched_debug",
  "/proc/scsi",
  "/proc/timer_list",
  "/proc/timer_stats",
  "/sys",
];

/**
 * The first process of a container: it starts the command with exactly the variables asked for, adopts and reaps what the
 * command leaves, and ends with it, which ends everything else. What a shell says of a command that was killed is its own
 * and goes nowhere.
 */
const firstProgram = 'exec 3>&2 2>/dev/null; (exec 2>&3 3>&-; exec /usr/bin/env -i "$@"); exit $?';

/** The container for one command, as the engine is asked for it (Docker's interface, version 1.40 or later). */
export function containerOptions(plan: ContainerPlan, request: LaunchRequest): ContainerCreateOptions {
  const { options, user } = plan;
  const variables = Object.entries(request.variables).map(([name, value]) => `${name}=${value}`);
  return {
    Image: plan.image,
    Entrypoint: [],
    Cmd: ["/bin/sh", "-c", firstProgram, "sh", ...variables, ...plan.prefix, ...request.command],
    User: `${user.id}:${user.group}`,
    WorkingDir: request.workingDirectory,
    Hostname: "diorama",
    Labels: { [ownershipLabel]: ownOwner() },
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    OpenStdin: true,
    StdinOnce: true,
    Tty: false,
    HostConfig: {
      NetworkMode: "none",
      IpcMode: "private",
      UsernsMode: "host",
      ReadonlyRootfs: true,
      CapDrop: ["ALL"],
      ...kernelSurface(options.nestsSandboxes === true),
      LogConfig: { Type: "none", Config: {} },
      Mounts: bindMounts(options.mounts),
      ...privateFolders(plan),
      Memory: options.limits.memoryBytes,
      MemorySwap: options.limits.memoryBytes,
      PidsLimit: options.limits.processes + launcherProcesses,
      Ulimits: plan.limits.map(({ name, soft, hard }) => ({ Name: name, Soft: soft, Hard: hard })),
    },
  };
}

/**
 * A program that nests may mount in namespaces of its own, by which it gets no right outside of them. AppArmor's usual
 * profile refuses every mount, and the kernel refuses a second `/proc` where the first one is covered in parts; what the
 * covers hide is root's, and root is nobody there.
 */
function kernelSurface(allowNesting: boolean): ContainerCreateOptions["HostConfig"] {
  // The engine does not take the labels of SELinux off what it mounts: without this nothing mounted could be read.
  const always = ["no-new-privileges", "label=disable", `seccomp=${seccompProfile({ allowNesting })}`];
  return allowNesting
    ? { SecurityOpt: [...always, "apparmor=unconfined"], MaskedPaths: coveredSettings, ReadonlyPaths: [] }
    : { SecurityOpt: always, MaskedPaths: [...coveredSettings, ...coveredFacts] };
}

/** Folders that only this command has, of bounded size; those on which something is mounted are left to it. */
function privateFolders({ options, user }: ContainerPlan): {
  readonly ShmSize: number;
  readonly Tmpfs: Record<string, string>;
} {
  const { scratchBytes } = options.limits;
  const own = `rw,exec,nosuid,nodev,size=${scratchBytes},mode=0755,uid=${user.id},gid=${user.group}`;
  const places = ["/tmp", sandboxHome].filter((place) => !options.mounts.some(({ to }) => to === place));
  return {
    ShmSize: Math.min(sharedMemoryBytes, scratchBytes),
    Tmpfs: Object.fromEntries(places.map((place) => [place, own])),
  };
}
