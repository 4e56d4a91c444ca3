import { DioramaError, messageOf } from "../../base/index.ts";
import { findCgroupSupport } from "../cgroups.ts";
import { findGuestPython } from "../guest-python.ts";
import { installCommand } from "../install-command.ts";
import { namespaceRemedy, readKernelFacts } from "../kernel-facts.ts";
import { confineWithNamespaces } from "../namespace-confinement.ts";
import { namespaceIsolation } from "../namespace-isolation.ts";
import { ownConfinement } from "../owned-sandbox.ts";
import { givesUserIds } from "../privileges.ts";
import type { Availability, OwnedSandbox, SandboxBackend, SandboxOptions } from "../sandbox.ts";
import { systemMounts } from "../system-mounts.ts";
import { trialOptions } from "../trial.ts";
import { planUnshare } from "./plan.ts";

/** Namespaces made by a guest program of ours, where bubblewrap is missing; started by root or by an ordinary user. */
export const unshare: SandboxBackend = { name: "unshare", probe, create };

async function probe(): Promise<Availability> {
  if (findGuestPython() === undefined) {
    const reason = "no Python 3 was found.";
    return { status: "unavailable", reason, remedy: installCommand("python3") };
  }
  try {
    await using sandbox = await create(trialOptions(systemMounts()));
    const outcome = await sandbox.run(["/bin/sh", "-c", "exit 7"], { timeoutMs: 10_000 });
    if (outcome.status === "exited" && outcome.exitCode === 7) return available();
    return unavailable(`a first command ${outcome.status}: ${outcome.stderr.trim()}`);
  } catch (error) {
    const reason = error instanceof DioramaError ? error.fields["reason"] : undefined;
    return unavailable(typeof reason === "string" ? reason : messageOf(error));
  }
}

async function create(options: SandboxOptions): Promise<OwnedSandbox> {
  return ownConfinement(confineWithNamespaces(await planUnshare(options)), options);
}

function available(): Availability {
  const isRoot = givesUserIds();
  return {
    status: "available",
    tier: isRoot ? "unshare, as root" : "unshare, as a user",
    nestsSandboxes: true,
    isolation: namespaceIsolation({ isRoot, hasSizes: true, cgroup: findCgroupSupport() }),
  };
}

/** `reason` may be what the guest program said. */
function unavailable(reason: string): Availability {
  const short = reason.replace(/^unshare\.py: /, "");
  return { status: "unavailable", reason: short, remedy: namespaceRemedy(readKernelFacts()) };
}
