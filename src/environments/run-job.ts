import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { asSandboxPath, joinPath, type HostPath, type StagingDirectory } from "../base/index.ts";
import type { Mount } from "../sandbox/index.ts";
import type { BuildSystem, Installer, InstallerTools, Job, Toolchain } from "./build-system.ts";
import { expectDiskSpace } from "./disk-space.ts";
import { openDownloadStore } from "./download-store.ts";
import { isOtherContent } from "./failure-category.ts";
import { failedCommand, made, succeeded, type Step } from "./failures.ts";
import { INSTALL_LIMITS, readable, startMachine, WORK_PATH, writable } from "./machine.ts";
import type { EnvironmentOptions } from "./options.ts";
import { startRegistryProxy, type RegistryProxy } from "./proxy/registry-proxy.ts";
import type { SystemLayer } from "./system/system-files.ts";

// A sandbox per job, with a work folder of its own that is thrown away: foreign build scripts run in it and must not leave
// anything for the next job. The user's certificates and credentials are given to jobs that reach the registries, and
// to nothing else.

/** What jobs work for, and where. */
export interface Surroundings {
  readonly system: BuildSystem;
  readonly toolchain: Toolchain;
  readonly staging: StagingDirectory;
  readonly options: EnvironmentOptions;
  /** What is laid over the system's own files. Absent: nothing. */
  readonly systemLayer?: SystemLayer | undefined;
}

/** What every job of installing needs. */
export interface Installation extends Surroundings, AsyncDisposable {
  readonly installer: Installer;
  /** With the certificates that programs behind the proxy must trust. */
  readonly tools: InstallerTools;
  readonly proxy: RegistryProxy;
}

/** Brings the installer here and starts the proxy through which jobs reach the user's registries and nothing else. Dispose it. */
export async function openInstallation(
  surroundings: Surroundings,
  installer: Installer = surroundings.system.describeInstaller(surroundings.options),
): Promise<Installation> {
  const { staging, options } = surroundings;
  const own = await installer.obtain();
  const store = openDownloadStore(options.cacheDirectory);
  const { caFile } = options.indexConfiguration;
  const proxy = await startRegistryProxy({
    ...installer.access,
    keepsIn: { store, staging },
    trusted: caFile === undefined ? undefined : readFileSync(caFile, "utf8"),
    logger: options.logger,
  });
  return {
    ...surroundings,
    installer,
    tools: withCertificates(own, installer, proxy),
    proxy,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      const { traffic } = proxy;
      options.logger("info", "registry-traffic", { ...traffic });
      if (traffic.fetchedFiles > 0) store.prune();
    },
  };
}

/** Runs a job. `work` is the host's folder at `WORK_PATH`. Throws `disk-full` where a command met a full disk. */
export async function runJob(
  job: Job,
  { work, mounts = [] }: { readonly work: HostPath; readonly mounts?: readonly Mount[] },
  { system, toolchain, tools, proxy, options, systemLayer }: Installation,
): Promise<Step<undefined>> {
  for (const [name, text] of Object.entries(job.files ?? {})) writeFile(joinPath(work, name), text);
  const isOnline = job.network === "registries";
  await using machine = await startMachine(
    {
      system,
      toolchain,
      systemLayer: systemLayer?.directory,
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
    if (category === undefined) continue;
    if (isOnline && isOtherContent(`${outcome.stdout}\n${outcome.stderr}`)) proxy.forgetServed();
    return failedCommand(category, outcome);
  }
  return made(undefined);
}

const CERTIFICATES_PATH = asSandboxPath("/diorama/certificates.pem");
const JAVA_CERTIFICATES_PATH = asSandboxPath("/diorama/certificates.jks");

/** What an installer's programs see, and the certificates that they must trust behind the proxy. */
function withCertificates(
  tools: InstallerTools,
  { certificateVariables: { pem = [], java = [] } }: Installer,
  { certificates, javaCertificates }: RegistryProxy,
): InstallerTools {
  return {
    mounts: [
      ...tools.mounts,
      readable(certificates, CERTIFICATES_PATH),
      readable(javaCertificates, JAVA_CERTIFICATES_PATH),
    ],
    variables: (at) => ({
      ...tools.variables(at),
      ...Object.fromEntries(pem.map((name) => [name, at(CERTIFICATES_PATH)])),
      ...Object.fromEntries(java.map((name) => [name, at(JAVA_CERTIFICATES_PATH)])),
    }),
  };
}

function writeFile(path: HostPath, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
