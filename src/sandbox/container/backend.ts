import { DioramaError, messageOf } from "../../base/index.ts";
import { ownConfinement } from "../owned-sandbox.ts";
import type { Availability, OwnedSandbox, SandboxBackend, SandboxOptions } from "../sandbox.ts";
import { systemMounts } from "../system-mounts.ts";
import { trialOptions } from "../trial.ts";
import { confineInContainers } from "./confinement.ts";
import { findEngine, type EngineFacts } from "./engine.ts";
import { guardContainers } from "./guard.ts";
import { containerIsolation } from "./isolation.ts";
import { nestedTrial } from "./nesting.ts";
import { givesOwnUsers, planContainers } from "./plan.ts";

/** A container of Docker's for each command, for an engine on this machine: what is mounted must be where the engine is. */
export const docker: SandboxBackend = { name: "docker", probe, create };

async function probe(): Promise<Availability> {
  const found = await findEngine();
  if (found.status === "missing")
    return { status: "unavailable", reason: found.reason, remedy: found.remedy };
  const nesting = await tryOut(true);
  if (nesting === undefined) return available(found.facts, true);
  const reason = await tryOut(false);
  return reason === undefined ? available(found.facts, false) : { status: "unavailable", reason, remedy };
}

/** Runs a first command; returns why it did not work, or nothing. */
async function tryOut(nestsSandboxes: boolean): Promise<string | undefined> {
  try {
    await using sandbox = await create({ ...trialOptions(systemMounts()), nestsSandboxes });
    const first = ["/bin/sh", "-c", "exit 7"];
    const command = nestsSandboxes ? nestedTrial(first) : first;
    const outcome = await sandbox.run(command, { timeoutMs: 20_000 });
    if (outcome.status === "exited" && outcome.exitCode === 7) return undefined;
    return `a first command ${outcome.status}: ${outcome.stderr.trim()}`;
  } catch (error) {
    const reason = error instanceof DioramaError ? error.fields["reason"] : undefined;
    return typeof reason === "string" ? reason : messageOf(error);
  }
}

const remedy =
  "Use an engine on this machine, with Linux containers, that sees the same folders (not one in a virtual machine)";

async function create(options: SandboxOptions): Promise<OwnedSandbox> {
  const found = await findEngine();
  if (found.status === "missing") {
    throw new DioramaError("no-sandbox", `Cannot start sandbox "docker": ${found.reason}`, {
      hint: found.remedy,
    });
  }
  const plan = await planContainers(options, { engine: found.connection, facts: found.facts });
  const letGo = guardContainers();
  const giveBack = async (): Promise<void> => {
    await plan.giveBack();
    letGo();
  };
  const confinement = confineInContainers(plan, { name: "docker", engine: found.connection, giveBack });
  return ownConfinement(confinement, options);
}

function available(facts: EngineFacts, nestsSandboxes: boolean): Availability {
  return {
    status: "available",
    tier: "docker",
    nestsSandboxes,
    isolation: containerIsolation({
      givesOwnUsers: givesOwnUsers(facts),
      countsSwap: facts.countsSwap,
      nestsSandboxes,
    }),
  };
}
