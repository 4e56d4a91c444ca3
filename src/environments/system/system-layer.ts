import { copyFileSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";

import { digestOf, joinPath, publishFolder, sha256, type HostPath } from "../../base/index.ts";
import { laysFilesOver } from "../../sandbox/index.ts";
import type { SystemPackage, SystemPackages } from "../../spec/index.ts";
import { failed, made, type Step } from "../failures.ts";
import { noteUse } from "../layer.ts";
import { writable } from "../machine.ts";
import { accessTo } from "../registry-access.ts";
import { openInstallation, runJob, type Installation, type Surroundings } from "../run-job.ts";
import { listRegularFiles } from "../tree.ts";
import { findAlternatives } from "./alternatives.ts";
import { checkApt, distributionHere, findLocked, findPackages, type FoundPackages } from "./apt.ts";
import { fileNameOf, planDownload, planIndex, planUnpacking, SYSTEM_PATH } from "./layer-jobs.ts";
import type { SystemLayer } from "./system-files.ts";

// A layer of the system has the files of packages that this machine lacks, laid out as the packages have them. They are got by apt, by its lists and keys, in a
// sandbox that reaches the archives and nothing else, and unpacked in one without network. Nothing is installed on this machine, and no script of a package runs.

/** What stands in the way of showing such files here, as the first line of a failure. */
export const CANNOT_SHOW = "This sandbox cannot lay files over the system's own.";

/** The layer of packages by their names, in the versions that apt chooses now. */
export async function makeSystemLayer(
  wanted: readonly string[],
  surroundings: Surroundings,
): Promise<Step<SystemLayer>> {
  const { machine } = surroundings.options;
  const able = await checkAble(surroundings);
  if (able.status === "failed") return able;
  const found = await findPackages(wanted, machine);
  if (found.status === "failed") return found;
  const packages = [...found.value.packages];
  const named = { distribution: distributionHere(), wanted: [...wanted], packages };
  return await install(named, found.value, surroundings);
}

/**
 * The layer that a recipe names, by its exact versions. Fails with `needs_system_package` on another distribution and where the archives have those
 * versions no more, with `install_failed` where a file is not the one that the recipe names.
 */
export async function restoreSystemLayer(
  packages: SystemPackages,
  surroundings: Surroundings,
): Promise<Step<SystemLayer>> {
  const { backend, cacheDirectory, machine } = surroundings.options;
  const directory = layerDirectory(cacheDirectory, packages);
  const here = distributionHere();
  if (here !== packages.distribution) {
    const message = `The environment has packages of ${packages.distribution}; this machine is ${here}.`;
    return failed("needs_system_package", message);
  }
  if (existsSync(directory))
    return (await laysFilesOver(backend)) ? made({ packages, directory: noteUse(directory) }) : cannotShow();
  const able = await checkAble(surroundings);
  if (able.status === "failed") return able;
  const found = await findLocked(packages, machine);
  return found.status === "failed" ? found : await install(packages, found.value, surroundings);
}

async function checkAble({ options: { backend, machine } }: Surroundings): Promise<Step<undefined>> {
  return (await laysFilesOver(backend)) ? checkApt(machine) : cannotShow();
}

function cannotShow(): Step<never> {
  return failed("needs_system_package", CANNOT_SHOW);
}

/** Beside the layers of dependencies, listed and pruned with them. */
function layerDirectory(cacheDirectory: HostPath, { packages }: SystemPackages): HostPath {
  const digest = digestOf({ format: FORMAT, packages }).replace("sha256:", "");
  return joinPath(cacheDirectory, "layers", `system-${digest}`);
}

/** Raised when what a layer holds of the same packages changes. */
const FORMAT = 2;

async function install(
  packages: SystemPackages,
  { urls }: FoundPackages,
  surroundings: Surroundings,
): Promise<Step<SystemLayer>> {
  const { staging, options } = surroundings;
  const target = layerDirectory(options.cacheDirectory, packages);
  if (existsSync(target)) return made({ packages, directory: noteUse(target) });
  const work = staging.folder("system-packages");
  const layer = staging.folder("system-layer");
  await using installation = await openInstallation(surroundings, {
    registries: [],
    access: { ...accessTo(urls, "", options), immutable: [] },
    certificateVariables: {},
    obtain: () => Promise.resolve({ mounts: [], variables: () => ({}) }),
  });
  const fetched = await runJob(planDownload(packages.packages), { work }, installation);
  if (fetched.status === "failed") return fetched;
  const other = packages.packages.find((each) => !isAsLocked(each, work));
  if (other !== undefined)
    return failed("install_failed", `hash mismatch: ${fileNameOf(other)} is not the file that was listed.`);
  const unpacked = await runJob(
    planUnpacking(packages.packages),
    { work, mounts: [writable(layer, SYSTEM_PATH)] },
    installation,
  );
  if (unpacked.status === "failed") return unpacked;
  linkAlternatives(work, layer);
  const indexed = await indexLibraries(packages, { work, layer }, installation);
  if (indexed.status === "failed") return indexed;
  await publishFolder(layer, target);
  return made({ packages, directory: target });
}

function isAsLocked(each: SystemPackage, work: HostPath): boolean {
  const path = joinPath(work, fileNameOf(each));
  if (!existsSync(path) || !lstatSync(path).isFile()) return false;
  return sha256(readFileSync(path)) === each.sha256;
}

/** Makes the links that a package's own script would ask for, where neither the layer nor the system has anything there. */
function linkAlternatives(work: HostPath, layer: HostPath): void {
  for (const path of listRegularFiles(work).filter((name) => name.endsWith(".postinst")))
    for (const { link, target } of findAlternatives(readFileSync(joinPath(work, path), "utf8"))) {
      const place = joinPath(layer, link);
      if (lstatSync(place, { throwIfNoEntry: false }) !== undefined || existsSync(link)) continue;
      if (!existsSync(joinPath(layer, target))) continue;
      mkdirSync(dirname(place), { recursive: true });
      symlinkSync(target, place);
    }
}

/** Writes down where libraries are, of the system and of the layer together, for programs that look them up by name. */
async function indexLibraries(
  packages: SystemPackages,
  { work, layer }: { readonly work: HostPath; readonly layer: HostPath },
  installation: Installation,
): Promise<Step<undefined>> {
  const systemLayer = { packages, directory: layer };
  const step = await runJob(planIndex(), { work }, { ...installation, systemLayer });
  if (step.status === "failed") return step;
  if (!listRegularFiles(work).includes("ld.so.cache")) return made(undefined);
  mkdirSync(joinPath(layer, "etc"), { recursive: true });
  copyFileSync(joinPath(work, "ld.so.cache"), joinPath(layer, "etc", "ld.so.cache"));
  return made(undefined);
}
