import type Dockerode from "dockerode";

import type { Confinement } from "../launch.ts";
import { containerOptions, type ContainerPlan } from "./container-options.ts";
import { ContainerProcess } from "./container-process.ts";

/** Runs each command in a container of its own, which is removed behind it. `giveBack` comes after the last of them. */
export function confineInContainers(
  plan: ContainerPlan,
  about: { readonly name: string; readonly engine: Dockerode; giveBack(): Promise<void> },
): Confinement {
  const present = new Set<ContainerProcess>();
  return {
    name: about.name,
    resolve: (path) => path,
    launch(request) {
      const options = containerOptions(plan, request);
      const child = new ContainerProcess(() => about.engine.createContainer(options));
      present.add(child);
      child.removed.finally(() => present.delete(child)).catch(() => undefined);
      return {
        child,
        kill: () => child.kill(),
        conclude: () => Promise.resolve(child.end(plan.options.limits.memoryBytes)),
      };
    },
    // The guard does it: an engine cannot be spoken to while this process exits.
    releaseNow: () => undefined,
    async release() {
      await Promise.all([...present].map(({ removed }) => removed));
      await about.giveBack();
    },
  };
}
