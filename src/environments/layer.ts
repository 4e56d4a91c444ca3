import { existsSync, writeFileSync } from "node:fs";

import { digestOf, joinPath, sha256, type HostPath } from "../base/index.ts";
import { categoryOfInstallerFailure, failedCommand, made, succeeded, type Step } from "./failures.ts";
import { startInstallMachine, WORK_PATH, type InstallMachine, type Installer } from "./installer.ts";
import type { Interpreter } from "./interpreter.ts";
import { LAYER_PATH, LAYER_PYTHON, readable, startMachine, writable, INSTALL_LIMITS } from "./machine.ts";
import type { EnvironmentOptions } from "./options.ts";
import { publish, type StagingDirectory } from "./staging.ts";

// A layer is a virtual environment that holds exactly what a lock lists, with byte code, and is never written again. Its
// digest is over interpreter, platform and lock. A virtual environment also names the place of its interpreter, so the
// folder's name has a digest of that place behind the layer's own.

const INSTALL_TIMEOUT_MS = 900_000;

/** Digest of a layer, the same on every machine. */
export function layerDigest(parts: {
  readonly interpreter: string;
  readonly platform: string;
  readonly lock: string;
}): string {
  return digestOf({ interpreter: parts.interpreter, platform: parts.platform, lock: parts.lock });
}

/** Where the layer of a lock is kept on this machine, whether it is there or not. */
export function layerDirectory(cacheDirectory: HostPath, interpreter: Interpreter, lock: string): HostPath {
  const digest = layerDigest({ interpreter: interpreter.description, platform: interpreter.platform, lock });
  const place = sha256(interpreter.path).slice(0, 8);
  return joinPath(cacheDirectory, "layers", `${digest.replace("sha256:", "")}-${place}`);
}

/** The layer of a lock, installed if it is not yet there. Safe to call at once from several processes. */
export async function installLayer(
  lock: string,
  installer: Installer,
  staging: StagingDirectory,
): Promise<Step<HostPath>> {
  const target = layerDirectory(installer.options.cacheDirectory, installer.interpreter, lock);
  if (existsSync(target)) return made(target);
  const layer = staging.folder("layer");
  const work = staging.folder("install");
  writeFileSync(joinPath(work, "lock.txt"), lock);
  const problem =
    (await installInto(layer, work, installer)) ??
    (await compileByteCode(layer, installer.interpreter, installer.options));
  if (problem !== undefined) return problem;
  await publish(layer, target);
  return made(target);
}

async function installInto(
  layer: HostPath,
  work: HostPath,
  installer: Installer,
): Promise<Step<never> | undefined> {
  await using machine = await startInstallMachine(installer, work, [writable(layer, LAYER_PATH)]);
  for (const command of installCommands(machine, installer.interpreter)) {
    const outcome = await machine.run(command, { timeoutMs: INSTALL_TIMEOUT_MS });
    if (!succeeded(outcome))
      return failedCommand(categoryOfInstallerFailure(outcome, "install_failed"), outcome);
  }
  return undefined;
}

function installCommands(machine: InstallMachine, interpreter: Interpreter): string[][] {
  const place = machine.resolve(LAYER_PATH);
  return [
    [machine.uv, "venv", "--quiet", "--relocatable", "--allow-existing", "--python", interpreter.path, place],
    [
      machine.uv,
      "pip",
      "install",
      "--quiet",
      "--no-deps",
      "--require-hashes",
      "--python",
      machine.resolve(LAYER_PYTHON),
      "-r",
      machine.resolve(joinPath(WORK_PATH, "lock.txt")),
    ],
  ];
}

/**
 * Compiles what was installed, in a sandbox without network: the interpreter runs the layer's `.pth` files. Byte code is
 * not checked against times of files, so that a copied layer stays valid. Files that do not compile (templates, code for
 * other versions) are nobody's failure.
 */
async function compileByteCode(
  layer: HostPath,
  interpreter: Interpreter,
  options: EnvironmentOptions,
): Promise<Step<never> | undefined> {
  await using machine = await startMachine(
    {
      mounts: [writable(layer, LAYER_PATH)],
      interpreter: interpreter.path,
      limits: INSTALL_LIMITS,
      network: { kind: "none" },
    },
    options,
  );
  const lib = machine.resolve(joinPath(LAYER_PATH, "lib"));
  const compiled = await machine.run(
    [
      machine.resolve(LAYER_PYTHON),
      "-m",
      "compileall",
      "-q",
      "-j",
      "2",
      "--invalidation-mode",
      "unchecked-hash",
      lib,
    ],
    { timeoutMs: INSTALL_TIMEOUT_MS, variables: { PYTHONDONTWRITEBYTECODE: "" } },
  );
  if (compiled.status !== "exited") return failedCommand("install_failed", compiled);
  const opened = await machine.run(["chmod", "-R", "u+w,a+rX", machine.resolve(LAYER_PATH)], {
    timeoutMs: 60_000,
  });
  return succeeded(opened) ? undefined : failedCommand("install_failed", opened);
}

/** The mount by which programs see a layer. */
export function layerMount(layer: HostPath) {
  return readable(layer, LAYER_PATH);
}
