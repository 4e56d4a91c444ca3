import { findCgroupSupport } from "./cgroups.ts";
import { findBubblewrap } from "./bubblewrap/find-bubblewrap.ts";
import { readKernelFacts, type KernelFacts } from "./kernel-facts.ts";
import { sandboxes, type SandboxName } from "./registry.ts";
import { landlockVersion } from "./restricted/landlock.ts";
import type { Availability } from "./sandbox.ts";

/** What this machine offers for isolating code, and what to do about what it lacks. For `diorama doctor`. */
export interface MachineDescription {
  readonly platform: NodeJS.Platform;
  readonly isRoot: boolean;
  /** In order of preference; the first available one that isolates is what `auto` takes. */
  readonly backends: readonly { readonly name: SandboxName; readonly availability: Availability }[];
  /** The tier that `auto` gives here; `undefined`: nothing isolates. */
  readonly tier: string | undefined;
  readonly bubblewrapVersion: string | undefined;
  readonly cgroup: { readonly kind: "v1" | "v2" | "none"; readonly reason: string | undefined };
  readonly kernel: KernelFacts;
  /** Version of Landlock's interface; 0: none. */
  readonly landlockVersion: number;
  /** What would make isolation better here, the most useful first; empty: nothing. */
  readonly advice: readonly { readonly problem: string; readonly remedy: string }[];
}

/** Probes every backend, one after the other (a few hundred milliseconds together), and reads the kernel's settings. */
export async function describeMachine(): Promise<MachineDescription> {
  const names = Object.keys(sandboxes) as SandboxName[];
  const backends: { name: SandboxName; availability: Availability }[] = [];
  for (const name of names) backends.push({ name, availability: await sandboxes[name].probe() });
  const found = findBubblewrap();
  const cgroup = findCgroupSupport();
  const kernel = readKernelFacts();
  const best = backends.find(
    ({ name, availability }) => name !== "none" && availability.status === "available",
  );
  return {
    platform: process.platform,
    isRoot: process.geteuid?.() === 0,
    backends,
    tier: best?.availability.status === "available" ? best.availability.tier : undefined,
    bubblewrapVersion: found.status === "found" ? found.programs.version : undefined,
    cgroup: { kind: cgroup.kind, reason: cgroup.kind === "none" ? cgroup.reason : undefined },
    kernel,
    landlockVersion: landlockVersion(),
    advice: [...adviseBackends(backends), ...adviseCgroup(cgroup.kind, kernel)],
  };
}

function adviseBackends(
  backends: readonly { readonly name: SandboxName; readonly availability: Availability }[],
): MachineDescription["advice"] {
  const unavailable = backends.slice(
    0,
    backends.findIndex(({ availability }) => availability.status === "available"),
  );
  return unavailable.flatMap(({ name, availability }) =>
    availability.status === "unavailable"
      ? [{ problem: `sandbox "${name}": ${availability.reason}`, remedy: availability.remedy }]
      : [],
  );
}

function adviseCgroup(kind: "v1" | "v2" | "none", kernel: KernelFacts): MachineDescription["advice"] {
  if (kind !== "none") return [];
  const problem =
    "Memory and processes are watched, not counted by the kernel: no control group is writable here.";
  const remedy = kernel.isContainer
    ? "docker run --privileged …, or mount the control groups writable"
    : "systemd-run --user --scope --property=Delegate=yes diorama …, or run as root";
  return [{ problem, remedy }];
}
