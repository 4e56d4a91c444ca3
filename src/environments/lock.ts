import { existsSync, readFileSync } from "node:fs";

import { asSandboxPath, digestOf, joinPath, writeFileAtomically, type HostPath } from "../base/index.ts";
import { categoryOfInstallerFailure, failed, failedCommand, made, succeeded, type Step } from "./failures.ts";
import { startInstallMachine, WORK_PATH, type Installer } from "./installer.ts";
import { readable } from "./machine.ts";
import type { StagingDirectory } from "./staging.ts";
import { listRegularFiles } from "./tree.ts";

/** Requirements to be resolved together. */
export interface LockRequest {
  /** In PEP 508 form. */
  readonly requirements: readonly string[];
  /** The repository's own wheel: its dependencies and those of `extras` are resolved, itself is left out of the lock. */
  readonly wheel?:
    | {
        readonly path: HostPath;
        readonly fileName: string;
        readonly name: string;
        readonly digest: string;
        readonly extras: readonly string[];
      }
    | undefined;
}

const RESOLUTION_TIMEOUT_MS = 300_000;
const WHEEL_FOLDER = asSandboxPath("/diorama/wheel");

/**
 * Resolves requirements to exact versions with hashes, for one interpreter and platform, in requirements.txt form. The
 * lock of an earlier run with the same request is used again: what is newest is decided once per machine.
 */
export async function resolveLock(
  request: LockRequest,
  installer: Installer,
  staging: StagingDirectory,
): Promise<Step<string>> {
  const { interpreter, options } = installer;
  const { indexUrl, extraIndexUrls } = options.indexConfiguration;
  const key = digestOf({
    requirements: request.requirements,
    wheel: request.wheel === undefined ? null : [request.wheel.digest, request.wheel.extras],
    interpreter: interpreter.description,
    platform: interpreter.platform,
    index: [indexUrl ?? null, ...extraIndexUrls],
  }).replace("sha256:", "");
  const kept = joinPath(options.cacheDirectory, "locks", `${key}.txt`);
  if (existsSync(kept)) return made(readFileSync(kept, "utf8"));
  const step = await compile(request, installer, staging.folder(`resolve-${key.slice(0, 12)}`));
  if (step.status === "made") writeFileAtomically(kept, step.value);
  return step;
}

async function compile(request: LockRequest, installer: Installer, work: HostPath): Promise<Step<string>> {
  const { wheel } = request;
  const mounts = wheel === undefined ? [] : [readable(wheel.path, joinPath(WHEEL_FOLDER, wheel.fileName))];
  await using machine = await startInstallMachine(installer, work, mounts);
  const extras = wheel === undefined || wheel.extras.length === 0 ? "" : `[${wheel.extras.join(",")}]`;
  const itself =
    wheel === undefined
      ? []
      : [`${wheel.name}${extras} @ file://${machine.resolve(joinPath(WHEEL_FOLDER, wheel.fileName))}`];
  const outcome = await machine.run(
    [
      machine.uv,
      "pip",
      "compile",
      "-",
      "--python",
      installer.interpreter.path,
      "--quiet",
      "--generate-hashes",
      "--no-header",
      "--no-annotate",
      "--no-strip-extras",
      ...(wheel === undefined ? [] : ["--no-emit-package", wheel.name]),
      "--output-file",
      machine.resolve(joinPath(WORK_PATH, "lock.txt")),
    ],
    { timeoutMs: RESOLUTION_TIMEOUT_MS, input: [...itself, ...request.requirements, ""].join("\n") },
  );
  if (!succeeded(outcome))
    return failedCommand(categoryOfInstallerFailure(outcome, "resolution_failed"), outcome);
  // Build scripts may have run beside uv: what lies there is read only if it is a file and no link.
  if (!listRegularFiles(work).includes("lock.txt"))
    return failed("resolution_failed", "The installer wrote no lock.");
  return made(withoutComments(readFileSync(joinPath(work, "lock.txt"), "utf8")));
}

/** uv notes below the list what it left out; a lock holds requirements only. */
function withoutComments(lock: string): string {
  return lock
    .split("\n")
    .filter((line) => !line.startsWith("#") && line.trim() !== "")
    .map((line) => `${line}\n`)
    .join("");
}
