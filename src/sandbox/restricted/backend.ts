import { DioramaError, messageOf } from "../../base/index.ts";
import { findCgroupSupport } from "../cgroups.ts";
import { findGuestPython } from "../guest-python.ts";
import { installCommand } from "../install-command.ts";
import { ownConfinement } from "../owned-sandbox.ts";
import { givesUserIds } from "../privileges.ts";
import type { Availability, OwnedSandbox, SandboxBackend, SandboxOptions } from "../sandbox.ts";
import { systemMounts } from "../system-mounts.ts";
import { trialOptions } from "../trial.ts";
import { confineWithLandlock } from "./confinement.ts";
import { restrictedIsolation } from "./isolation.ts";
import { landlockVersion } from "./landlock.ts";
import { planRestricted } from "./plan.ts";

/**
 * Landlock, seccomp, limits and, as root, a user id: for machines that forbid user namespaces (default containers, hardened
 * kernels, a chroot). Programs see this machine's own paths; `resolve` says which.
 */
export const restricted: SandboxBackend = { name: "restricted", probe, create };

async function probe(): Promise<Availability> {
  const missing = findMissing();
  if (missing !== undefined) return { status: "unavailable", ...missing };
  try {
    await using sandbox = await create(trialOptions(systemMounts()));
    const outcome = await sandbox.run(["/bin/sh", "-c", "exit 7"], { timeoutMs: 10_000 });
    if (outcome.status === "exited" && outcome.exitCode === 7) return available();
    return { status: "unavailable", reason: `a first command ${outcome.status}: ${outcome.stderr}`, remedy };
  } catch (error) {
    return { status: "unavailable", reason: messageOf(error), remedy };
  }
}

async function create(options: SandboxOptions): Promise<OwnedSandbox> {
  const missing = findMissing();
  if (missing !== undefined) {
    throw new DioramaError("no-sandbox", `Cannot start sandbox "restricted": ${missing.reason}`, {
      hint: missing.remedy,
    });
  }
  return ownConfinement(confineWithLandlock(await planRestricted(options)), options);
}

const remedy =
  "Use a Linux kernel of 5.13 or later that has landlock in its lsm= list (in a container: docker run --security-opt seccomp=unconfined …).";

function findMissing(): { readonly reason: string; readonly remedy: string } | undefined {
  if (findGuestPython() === undefined) {
    return { reason: "no Python 3 was found.", remedy: installCommand("python3") };
  }
  return landlockVersion() === 0
    ? { reason: "this kernel (or container) has no Landlock.", remedy }
    : undefined;
}

function available(): Availability {
  return {
    status: "available",
    tier: "restricted",
    nestsSandboxes: false,
    isolation: restrictedIsolation({
      isRoot: givesUserIds(),
      landlock: landlockVersion(),
      cgroup: findCgroupSupport(),
    }),
  };
}
