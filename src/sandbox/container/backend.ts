import { DioramaError, messageOf } from "../../base/index.ts";
import { ownConfinement } from "../owned-sandbox.ts";
import type { Availability, OwnedSandbox, SandboxBackend, SandboxOptions } from "../sandbox.ts";
import { systemMounts } from "../system-mounts.ts";
import { trialOptions } from "../trial.ts";
import { confineInContainers } from "./confinement.ts";
import { dockerEngine, findEngine, type Engine, type EngineFacts } from "./engine.ts";
import { guardContainers } from "./guard.ts";
import { containerIsolation } from "./isolation.ts";
import { givesOwnUsers, planContainers } from "./plan.ts";

/** A container of Docker's for each command, for an engine on this machine: what is mounted must be where the engine is. */
export const docker: SandboxBackend = containerBackend(dockerEngine);

function containerBackend(engine: Engine): SandboxBackend {
  return {
    name: engine.name,
    probe: () => probe(engine),
    create: (options) => create(engine, options),
  };
}

async function probe(engine: Engine): Promise<Availability> {
  const found = await findEngine(engine);
  if (found.status === "missing")
    return { status: "unavailable", reason: found.reason, remedy: found.remedy };
  try {
    await using sandbox = await create(engine, trialOptions(systemMounts()));
    const outcome = await sandbox.run(["/bin/sh", "-c", "exit 7"], { timeoutMs: 20_000 });
    if (outcome.status === "exited" && outcome.exitCode === 7) return available(engine, found.facts);
    return { status: "unavailable", reason: `a first command ${outcome.status}: ${outcome.stderr}`, remedy };
  } catch (error) {
    const reason = error instanceof DioramaError ? error.fields["reason"] : undefined;
    return { status: "unavailable", reason: typeof reason === "string" ? reason : messageOf(error), remedy };
  }
}

const remedy =
  "Use an engine on this machine, with Linux containers, that sees the same folders (not one in a virtual machine).";

async function create(engine: Engine, options: SandboxOptions): Promise<OwnedSandbox> {
  const found = await findEngine(engine);
  if (found.status === "missing") {
    throw new DioramaError("no-sandbox", `Cannot start sandbox "${engine.name}": ${found.reason}`, {
      hint: found.remedy,
    });
  }
  const plan = await planContainers(options, { engine: found.connection, facts: found.facts });
  const letGo = guardContainers();
  const giveBack = async (): Promise<void> => {
    await plan.giveBack();
    letGo();
  };
  const confinement = confineInContainers(plan, { name: engine.name, engine: found.connection, giveBack });
  return ownConfinement(confinement, options);
}

function available(engine: Engine, facts: EngineFacts): Availability {
  return {
    status: "available",
    tier: engine.name,
    nestsSandboxes: false,
    isolation: containerIsolation({ givesOwnUsers: givesOwnUsers(facts), countsSwap: facts.countsSwap }),
  };
}
