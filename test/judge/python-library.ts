import { chmodSync, cpSync } from "node:fs";

import {
  createStagingDirectory,
  joinPath,
  makeTemporaryFolder,
  type HostPath,
} from "../../src/base/index.ts";
import { installLayer } from "../../src/environments/layer.ts";
import { python } from "../../src/environments/python/build-system.ts";
import { askInterpreter } from "../../src/environments/python/interpreter.ts";
import { planLock } from "../../src/environments/python/lock-plan.ts";
import { resolveLock } from "../../src/environments/resolve-lock.ts";
import { openInstallation } from "../../src/environments/run-job.ts";
import { givenOptions, whyNothingCanBeInstalled } from "../environments/given.ts";
import { findPython } from "./orchard.ts";

/** Why `installLibrary` has nothing to install from here, or undefined. */
export const noLibraries: string | undefined = await whyNothingCanBeInstalled();

/**
 * A new folder with Python packages (`name==version`) in it, installed as environments are; undefined where `noLibraries` says
 * why. It goes with this process.
 */
export async function installLibrary(...requirements: readonly string[]): Promise<string | undefined> {
  if (noLibraries !== undefined) return undefined;
  const folder = makeTemporaryFolder("library");
  cpSync(await layerOf(requirements), folder, { recursive: true });
  chmodSync(folder, 0o755);
  return folder;
}

/** A title, with the reason where what it needs cannot be installed. */
export function needingLibraries(title: string): string {
  return noLibraries === undefined ? title : `${title} (skipped: ${noLibraries})`;
}

/** coverage.py as `installLibrary` gives it. */
export function installCoverage(): Promise<string | undefined> {
  return installLibrary("coverage==7.10.7");
}

/** The folder of packages in a layer of the tests' cache. */
async function layerOf(requirements: readonly string[]): Promise<HostPath> {
  const options = await givenOptions();
  const interpreter = await askInterpreter(findPython(), options.machine);
  if (interpreter === undefined)
    throw new Error("The python3 on the path is no CPython that layers are made for.");
  await using staging = createStagingDirectory(options.cacheDirectory);
  await using installation = await openInstallation({
    system: python,
    toolchain: interpreter,
    staging,
    options,
  });
  const lock = await resolveLock(planLock("a library", { requirements }, interpreter), installation);
  const layer = lock.status === "made" ? await installLayer(lock.value, installation) : lock;
  if (layer.status !== "made") throw new Error(layer.failure.message);
  const version = interpreter.release.split(".", 2).join(".");
  return joinPath(layer.value, "lib", `python${version}`, "site-packages");
}
