import { joinPath, asHostPath, type HostPath } from "../../base/index.ts";
import type { LaunchRequest } from "../launch.ts";
import type { Mount, SandboxOptions } from "../sandbox.ts";
import { seccompDescriptor, statusDescriptor } from "../namespace-confinement.ts";
import { sharedMemoryBytes } from "../namespace-preparation.ts";
import { sandboxHome } from "../system-mounts.ts";

/** The user id of programs inside; it means nothing outside. */
const innerUser = 1000;

/** What bubblewrap here can do beyond its oldest supported version (0.4). */
export interface BubblewrapFeatures {
  /** `--size`: bounds of temporary file systems. */
  readonly hasSizes: boolean;
}

/** Where the mounts of an outer bubblewrap stand in place of the sources, by position. */
export function stagedMounts(mounts: readonly Mount[]): Mount[] {
  return mounts.map((mount, index) => ({ ...mount, from: joinPath(stagingFolder, String(index)) }));
}

const stagingFolder: HostPath = asHostPath("/tmp");

/**
 * Arguments of the outer bubblewrap, which root runs: the host's tree in a mount namespace of its own, with every source
 * bound to a place that an unprivileged user can reach. `/tmp` is covered, for it exists everywhere and no program of the
 * chain lies there. It has no pid namespace: the inner bubblewrap looks for its own child in the host's `/proc`.
 */
export function stagingArguments(mounts: readonly Mount[]): string[] {
  const staged = stagedMounts(mounts);
  return [
    ["--dev-bind", "/", "/", "--tmpfs", stagingFolder],
    mounts.flatMap((mount, index) => [bindOption(mount), mount.from, staged[index]?.from ?? ""]),
    ["--die-with-parent", "--"],
  ].flat();
}

/** Arguments of the bubblewrap that makes the sandbox, with the command at their end. */
export function sandboxArguments(
  options: SandboxOptions,
  mounts: readonly Mount[],
  request: LaunchRequest,
  features: BubblewrapFeatures,
): string[] {
  const { scratchBytes } = options.limits;
  const temporary = (path: string, bytes: number): string[] => [
    ...(features.hasSizes ? ["--size", String(bytes)] : []),
    "--tmpfs",
    path,
  ];
  return [
    [
      "--unshare-user",
      "--unshare-pid",
      "--unshare-net",
      "--unshare-ipc",
      "--unshare-uts",
      "--unshare-cgroup-try",
    ],
    ["--die-with-parent", "--new-session", "--hostname", "diorama"],
    ["--json-status-fd", String(statusDescriptor), "--seccomp", String(seccompDescriptor)],
    privileges(options.nestsSandboxes === true),
    ["--proc", "/proc", "--dev", "/dev"],
    temporary("/dev/shm", sharedMemoryBytes(options.limits)),
    temporary("/tmp", scratchBytes),
    temporary(sandboxHome, scratchBytes),
    mounts.flatMap((mount) => [bindOption(mount), mount.from, mount.to]),
    ["--remount-ro", "/dev", "--remount-ro", "/"],
    Object.entries(request.variables).flatMap(([name, value]) => ["--setenv", name, value]),
    ["--chdir", request.workingDirectory, "--", ...request.command],
  ].flat();
}

function privileges(nestsSandboxes: boolean): string[] {
  return nestsSandboxes
    ? ["--uid", "0", "--gid", "0", "--cap-add", "ALL"]
    : ["--uid", String(innerUser), "--gid", String(innerUser), "--cap-drop", "ALL"];
}

function bindOption(mount: Mount): string {
  return mount.access === "write" ? "--bind" : "--ro-bind";
}
