import { DioramaError, messageOf } from "../../base/index.ts";
import { findCgroupSupport } from "../cgroups.ts";
import { mayMakeUserNamespaces, namespaceRemedy, readKernelFacts } from "../kernel-facts.ts";
import { confineWithNamespaces } from "../namespace-confinement.ts";
import { namespaceIsolation } from "../namespace-isolation.ts";
import { ownConfinement } from "../owned-sandbox.ts";
import { givesUserIds } from "../privileges.ts";
import type { Availability, OwnedSandbox, SandboxBackend, SandboxOptions } from "../sandbox.ts";
import { systemMounts } from "../system-mounts.ts";
import { trialOptions } from "../trial.ts";
import { findBubblewrap } from "./find-bubblewrap.ts";

import { planBubblewrap } from "./plan.ts";

/** Namespaces by bubblewrap, started by root (tier `root`) or by an ordinary user (tier `user`). */
export const bubblewrap: SandboxBackend = { name: "bubblewrap", probe, create };

async function probe(): Promise<Availability> {
  const found = findBubblewrap();
  if (found.status === "missing") return missing(found);
  try {
    await using sandbox = await createBubblewrap(trialOptions(systemMounts()));
    const outcome = await sandbox.run(["/bin/sh", "-c", "exit 7"], { timeoutMs: 10_000 });
    if (outcome.status === "exited" && outcome.exitCode === 7) return available(found.programs.hasSizes);
    return unavailable(`a first command ${outcome.status}: ${outcome.stderr.trim()}`);
  } catch (error) {
    return unavailable(reasonOf(error));
  }
}

function create(options: SandboxOptions): Promise<OwnedSandbox> {
  return createBubblewrap(options);
}

async function createBubblewrap(options: SandboxOptions): Promise<OwnedSandbox> {
  const found = findBubblewrap();
  if (found.status === "missing") {
    throw new DioramaError("no-sandbox", `Cannot start sandbox "bubblewrap": ${found.reason}`, {
      hint: found.remedy,
    });
  }
  const plan = await planBubblewrap(options, found.programs);
  return ownConfinement(confineWithNamespaces(plan), options);
}

function available(hasSizes: boolean): Availability {
  const isRoot = givesUserIds();
  return {
    status: "available",
    tier: isRoot ? "root" : "user",
    nestsSandboxes: true,
    isolation: namespaceIsolation({ isRoot, hasSizes, cgroup: findCgroupSupport() }),
  };
}

/** What the machinery said of its own failure; the message where it said nothing. */
function reasonOf(error: unknown): string {
  const reason = error instanceof DioramaError ? error.fields["reason"] : undefined;
  return typeof reason === "string" ? reason : messageOf(error);
}

/** `reason` may be what bubblewrap said: one line, and an address to read more at. */
function unavailable(reason: string): Availability {
  const short = reason.replace(/^bwrap: /, "").replace(/ See <.*/s, "");
  return { status: "unavailable", reason: short, remedy: namespaceRemedy(readKernelFacts()) };
}

/** Installing bubblewrap helps only where it could work. */
function missing({ reason, remedy }: { readonly reason: string; readonly remedy: string }): Availability {
  if (mayMakeUserNamespaces()) return { status: "unavailable", reason, remedy };
  return {
    status: "unavailable",
    reason: `${reason.replace(/\.$/, "")}, and this machine lets no user namespaces be made.`,
    remedy: `${namespaceRemedy(readKernelFacts())}; then ${remedy}`,
  };
}
