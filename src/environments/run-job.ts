import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { joinPath, type HostPath, type StagingDirectory } from "../base/index.ts";
import type { Mount } from "../sandbox/index.ts";
import type { BuildSystem, Installer, InstallerTools, Job, Toolchain } from "./build-system.ts";
import { expectDiskSpace } from "./disk-space.ts";
import { failedCommand, made, succeeded, type Step } from "./failures.ts";
import { INSTALL_LIMITS, startMachine, WORK_PATH, writable } from "./machine.ts";
import type { EnvironmentOptions } from "./options.ts";
import { startRegistryProxy, type RegistryProxy } from "./proxy.ts";

// A sandbox per job, with a work folder of its own that is thrown away: foreign build scripts run in it and must not leave
// anything for the next job. The user's certificates and credentials are given to jobs that reach the registries, and
// to nothing else.

/** What every job of installing needs. */
export interface Installation extends AsyncDisposable {
  readonly system: BuildSystem;
  readonly toolchain: Toolchain;
  readonly installer: Installer;
  readonly tools: InstallerTools;
  readonly proxy: RegistryProxy;
  readonly staging: StagingDirectory;
  readonly options: EnvironmentOptions;
}

/** Brings the installer here and starts the proxy through which jobs reach the user's registries and nothing else. Dispose it. */
export async function openInstallation(
  system: BuildSystem,
  toolchain: Toolchain,
  staging: StagingDirectory,
  options: EnvironmentOptions,
): Promise<Installation> {
  const installer = system.describeInstaller(options);
  const tools = await installer.obtain();
  const proxy = await startRegistryProxy({ ...installer.access, logger: options.logger });
  return {
    system,
    toolchain,
    installer,
    tools,
    proxy,
    staging,
    options,
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}

/** Runs a job. `work` is the host's folder at `WORK_PATH`. Throws `disk-full` where a command met a full disk. */
export async function runJob(
  job: Job,
  { work, mounts = [] }: { readonly work: HostPath; readonly mounts?: readonly Mount[] },
  { system, toolchain, tools, proxy, options }: Installation,
): Promise<Step<undefined>> {
  for (const [name, text] of Object.entries(job.files ?? {})) writeFile(joinPath(work, name), text);
  const isOnline = job.network === "registries";
  await using machine = await startMachine(
    {
      system,
      toolchain,
      mounts: [
        ...(isOnline ? tools.mounts : []),
        writable(work, WORK_PATH),
        ...mounts,
        ...(job.mounts ?? []),
      ],
      limits: INSTALL_LIMITS,
      network: isOnline ? { kind: "proxy", socket: proxy.socket } : { kind: "none" },
    },
    options,
  );
  const settings = isOnline ? tools.variables(machine.resolve) : {};
  for (const { words, categoryOf, variables, ...rest } of job.commands(machine.resolve)) {
    const outcome = await machine.run(words, { ...rest, variables: { ...settings, ...variables } });
    expectDiskSpace(options.cacheDirectory, outcome);
    const category = succeeded(outcome) ? undefined : categoryOf(outcome);
    if (category !== undefined) return failedCommand(category, outcome);
  }
  return made(undefined);
}

function writeFile(path: HostPath, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
