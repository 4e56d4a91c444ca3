import { existsSync, readFileSync } from "node:fs";

import { digestOf, joinPath, writeFileAtomically } from "../base/index.ts";
import type { LockPlan } from "./build-system.ts";
import { made, type Step } from "./failures.ts";
import { runJob, type Installation } from "./run-job.ts";
import { decidedByMachine } from "./system/system-files.ts";

/**
 * Resolves dependencies to a lock, for one toolchain and platform. The lock of an earlier run with the same plan is used
 * again: what is newest is decided once per machine.
 */
export async function resolveLock(plan: LockPlan, installation: Installation): Promise<Step<string>> {
  if ("lock" in plan) return made(plan.lock);
  const { installer, staging, options } = installation;
  const key = digestOf({
    ...plan.decidedBy,
    index: installer.registries,
    ...decidedByMachine(installation),
  }).replace("sha256:", "");
  const kept = joinPath(options.cacheDirectory, "locks", `${key}.txt`);
  if (existsSync(kept)) return made(readFileSync(kept, "utf8"));
  const work = staging.folder(`resolve-${key.slice(0, 12)}`);
  const resolved = await runJob(plan.job, { work }, installation);
  const step = resolved.status === "failed" ? resolved : plan.read(work);
  if (step.status === "made") writeFileAtomically(kept, step.value);
  return step;
}
