import { existsSync, readdirSync, renameSync, statSync, utimesSync } from "node:fs";
import { basename } from "node:path";

import {
  bytesOfFolder,
  createStagingDirectory,
  digestOf,
  isSystemError,
  joinPath,
  publishFolder,
  sha256,
  type HostPath,
} from "../base/index.ts";
import type { Toolchain } from "./build-system.ts";
import { made, type Step } from "./failures.ts";
import { LAYER_PATH, writable } from "./machine.ts";
import { runJob, type Installation } from "./run-job.ts";
import { decidedBySystem, type SystemLayer } from "./system/system-files.ts";

// A layer holds exactly what a lock lists and is never written again. Its digest is over toolchain, platform, lock and the packages of the system that
// it was made with. Files in it may name the place of the toolchain, so the folder's name has a digest of that place behind the layer's own.

/** Where the layer of a lock is kept on this machine, whether it is there or not. */
function layerDirectory(
  cacheDirectory: HostPath,
  { description: interpreter, platform, path }: Toolchain,
  lock: string,
  system: SystemLayer | undefined,
): HostPath {
  const digest = digestOf({ interpreter, platform, lock, ...decidedBySystem(system) }).replace("sha256:", "");
  return joinPath(cacheDirectory, "layers", `${digest}-${sha256(path).slice(0, 8)}`);
}

/** The layer of a lock, installed if it is not yet there. Safe to call at once from several processes. */
export async function installLayer(lock: string, installation: Installation): Promise<Step<HostPath>> {
  const { system, toolchain, staging, options, systemLayer } = installation;
  const target = layerDirectory(options.cacheDirectory, toolchain, lock, systemLayer);
  if (existsSync(target)) return made(noteUse(target));
  const layer = staging.folder("layer");
  const work = staging.folder("install");
  for (const job of system.planLayer(lock, toolchain)) {
    const step = await runJob(job, { work, mounts: [writable(layer, LAYER_PATH)] }, installation);
    if (step.status === "failed") return step;
  }
  await publishFolder(layer, target);
  return made(target);
}

/** A layer that nobody used for long may be removed: when it was used last is when its folder was changed last. */
export function noteUse(layer: HostPath): HostPath {
  try {
    utimesSync(layer, new Date(), new Date());
  } catch (error) {
    if (!isSystemError(error, "EPERM", "EACCES", "EROFS")) throw error;
  }
  return layer;
}

/** A dependency layer that is kept. */
export interface KeptLayer {
  readonly path: HostPath;
  readonly bytes: number;
  readonly usedAt: Date;
}

/** The layers that are kept in a cache, those used last first. */
export function listLayers(cacheDirectory: HostPath): readonly KeptLayer[] {
  const directory = joinPath(cacheDirectory, "layers");
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .map((name) => joinPath(directory, name))
    .map((path) => ({ path, bytes: bytesOfFolder(path), usedAt: statSync(path).mtime }))
    .toSorted((a, b) => b.usedAt.getTime() - a.usedAt.getTime());
}

/** Removes layers, each at once: nobody finds half of one. What was made of one is made again when it is needed. */
export async function removeLayers(cacheDirectory: HostPath, layers: readonly KeptLayer[]): Promise<void> {
  await using staging = createStagingDirectory(cacheDirectory);
  for (const { path } of layers) renameSync(path, joinPath(staging.path, basename(path)));
}
