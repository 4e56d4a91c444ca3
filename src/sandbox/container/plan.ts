import type Dockerode from "dockerode";

import { DioramaError } from "../../base/index.ts";
import { checkMountExists, checkMountReadable } from "../mount-checks.ts";
import { givesUserIds } from "../privileges.ts";
import { processLimits } from "../process-limits.ts";
import { planRelay } from "../proxy-relay.ts";
import type { SandboxOptions } from "../sandbox.ts";
import { lendWriteMounts, workerUser } from "../worker-users.ts";
import type { ContainerPlan } from "./container-options.ts";
import type { EngineFacts } from "./engine.ts";
import { ensureImage } from "./image.ts";
import { nestingPrefix } from "./nesting.ts";

/** Checks the mounts and prepares what outlives a command: image, user, owners of `write` mounts. */
export async function planContainers(
  options: SandboxOptions,
  about: { readonly engine: Dockerode; readonly facts: EngineFacts },
): Promise<ContainerPlan & { giveBack(): Promise<void> }> {
  const ownUser = givesOwnUsers(about.facts) ? workerUser(options.workerNumber) : undefined;
  const relay = planRelay(options.network);
  const withRelay = { ...options, mounts: [...options.mounts, ...relay.mounts] };
  for (const mount of withRelay.mounts) {
    checkMountExists(mount);
    if (ownUser !== undefined) checkMountReadable(mount);
  }
  const image = await ensureImage(about.engine);
  const giveBack =
    ownUser === undefined ? () => Promise.resolve() : await lendWriteMounts(options.mounts, ownUser);
  return {
    options: withRelay,
    image,
    user: ownUser === undefined ? startingUser(about.facts) : { id: ownUser, group: ownUser },
    // The engine counts processes per container; the kernel would count those of the user in all of them.
    limits: processLimits(options.limits, { processes: 0, boundsData: false }).filter(
      ({ name }) => name !== "nproc",
    ),
    prefix: [...(options.nestsSandboxes === true ? nestingPrefix() : []), ...relay.prefix],
    giveBack,
  };
}

/** Whether containers get user ids that nothing else has. */
export function givesOwnUsers(facts: EngineFacts): boolean {
  return !facts.isRootless && givesUserIds();
}

/** The user who started this, by the id that it has in a container: never the machine's root. Throws `no-sandbox`. */
function startingUser(facts: EngineFacts): ContainerPlan["user"] {
  if (facts.isRootless) return { id: 0, group: 0 };
  const [id, group] = [process.geteuid?.() ?? 0, process.getegid?.() ?? 0];
  if (id !== 0) return { id, group };
  throw new DioramaError(
    "no-sandbox",
    'Cannot start sandbox "docker": this root may not give files to other users, and containers do not run as root.',
    { hint: "Run as a user who may use the engine." },
  );
}
