import { existsSync } from "node:fs";

import { digestOf, joinPath, publishFolder, sha256, type HostPath } from "../base/index.ts";
import type { Toolchain } from "./build-system.ts";
import { made, type Step } from "./failures.ts";
import { LAYER_PATH, writable } from "./machine.ts";
import { runJob, type Installation } from "./run-job.ts";

// A layer holds exactly what a lock lists and is never written again. Its digest is over toolchain, platform and lock. Files in
// it may name the place of the toolchain, so the folder's name has a digest of that place behind the layer's own.

/** Where the layer of a lock is kept on this machine, whether it is there or not. */
function layerDirectory(
  cacheDirectory: HostPath,
  { description: interpreter, platform, path }: Toolchain,
  lock: string,
): HostPath {
  const digest = digestOf({ interpreter, platform, lock }).replace("sha256:", "");
  return joinPath(cacheDirectory, "layers", `${digest}-${sha256(path).slice(0, 8)}`);
}

/** The layer of a lock, installed if it is not yet there. Safe to call at once from several processes. */
export async function installLayer(lock: string, installation: Installation): Promise<Step<HostPath>> {
  const { system, toolchain, staging, options } = installation;
  const target = layerDirectory(options.cacheDirectory, toolchain, lock);
  if (existsSync(target)) return made(target);
  const layer = staging.folder("layer");
  const work = staging.folder("install");
  for (const job of system.planLayer(lock, toolchain)) {
    const step = await runJob(job, { work, mounts: [writable(layer, LAYER_PATH)] }, installation);
    if (step.status === "failed") return step;
  }
  await publishFolder(layer, target);
  return made(target);
}
