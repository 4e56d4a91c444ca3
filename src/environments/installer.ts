import { existsSync, readdirSync } from "node:fs";

import { asHostPath, asSandboxPath, joinPath, type HostPath, type SandboxPath } from "../base/index.ts";
import type { Mount } from "../sandbox/index.ts";
import type { PythonIndexConfiguration } from "../sources/index.ts";
import { expectDiskSpace } from "./disk-space.ts";
import type { Interpreter } from "./interpreter.ts";
import { INSTALL_LIMITS, readable, startMachine, writable, type Machine } from "./machine.ts";
import type { EnvironmentOptions } from "./options.ts";
import { startRegistryProxy, type RegistryProxy } from "./proxy.ts";

// uv as it runs in sandboxes: a sandbox per job, with a cache of its own that is thrown away (foreign build scripts run
// in it and must not leave anything for the next job), no configuration files of anybody, and the registry through the
// proxy. The user's certificates and credentials are given to it and to nothing else.

/** What every job of the installer needs. */
export interface Installer {
  readonly uv: HostPath;
  readonly interpreter: Interpreter;
  readonly proxy: RegistryProxy;
  readonly options: EnvironmentOptions;
}

/** Folder for files of a job, writable in its sandbox; holds `cache`. */
export const WORK_PATH = asSandboxPath("/diorama/work");

const UV_PATH = asSandboxPath("/diorama/uv");
const CERTIFICATES_PATH = asSandboxPath("/diorama/certificates.pem");

/** A sandbox in which uv runs. */
export interface InstallMachine extends Machine {
  readonly uv: SandboxPath;
}

/** Starts a sandbox for one job, whose commands throw `disk-full` where they met a full disk; `work` is a host folder that the job may fill. */
export async function startInstallMachine(
  { uv, interpreter, proxy, options }: Installer,
  work: HostPath,
  mounts: readonly Mount[] = [],
): Promise<InstallMachine> {
  const configuration = options.indexConfiguration;
  const { caFile } = configuration;
  const archives = archiveFolders(configuration);
  const machine = await startMachine(
    {
      mounts: [
        readable(uv, UV_PATH),
        ...(caFile === undefined ? [] : [readable(asHostPath(caFile), CERTIFICATES_PATH)]),
        ...archives.map((folder, index) => readable(folder, archivePath(index))),
        writable(work, WORK_PATH),
        ...mounts,
      ],
      interpreter: interpreter.path,
      limits: INSTALL_LIMITS,
      network: { kind: "proxy", socket: proxy.socket },
    },
    options,
  );
  const settings = {
    ...indexVariables(configuration),
    ...(archives.length === 0
      ? {}
      : { UV_FIND_LINKS: archives.map((_, index) => machine.resolve(archivePath(index))).join(",") }),
    ...(caFile === undefined ? {} : certificateVariables(machine.resolve(CERTIFICATES_PATH))),
    UV_CACHE_DIR: machine.resolve(joinPath(WORK_PATH, "cache")),
    UV_LINK_MODE: "copy",
    UV_NO_CONFIG: "1",
    UV_NO_PROGRESS: "1",
    UV_PYTHON_DOWNLOADS: "never",
    UV_HTTP_TIMEOUT: "60",
    UV_HTTP_RETRIES: "2",
    UV_CONCURRENT_BUILDS: "2",
  };
  return {
    uv: machine.resolve(UV_PATH),
    async run(command, runOptions) {
      const variables = { ...settings, ...runOptions.variables };
      const outcome = await machine.run(command, { ...runOptions, variables });
      expectDiskSpace(options.cacheDirectory, outcome);
      return outcome;
    },
    resolve: (path) => machine.resolve(path),
    [Symbol.asyncDispose]: () => machine[Symbol.asyncDispose](),
  };
}

/** Starts the proxy through which jobs reach the user's registries and nothing else. */
export function startInstallProxy(options: EnvironmentOptions): Promise<RegistryProxy> {
  const { indexConfiguration, additionalHosts = [], logger } = options;
  const { proxy, proxyVariables } = indexConfiguration;
  const exempt = proxy === undefined ? (proxyVariables["no_proxy"] ?? "") : "";
  return startRegistryProxy({
    allowedHosts: [...registryHosts(indexConfiguration), ...additionalHosts],
    upstreamProxy: proxy ?? proxyVariables["https_proxy"],
    reachedDirectly: exempt.split(",").map((host) => host.trim()),
    logger,
  });
}

/** Hosts that a configuration's registries are on; for pypi.org also the host of its files. */
export function registryHosts(configuration: PythonIndexConfiguration): string[] {
  const hosts = indexUrls(configuration).flatMap((text) => {
    const url = URL.parse(text);
    return url === null || url.hostname === "" ? [] : [url.host];
  });
  return [...new Set(hosts.includes("pypi.org") ? [...hosts, "files.pythonhosted.org"] : hosts)];
}

function indexUrls({ indexUrl, extraIndexUrls }: PythonIndexConfiguration): string[] {
  return [...(indexUrl === undefined ? [] : [indexUrl]), ...extraIndexUrls];
}

/** Which indexes uv asks, with the user's name and password for each: the only place where a sandbox sees them. */
function indexVariables(configuration: PythonIndexConfiguration): Record<string, string> {
  const { indexUrl, extraIndexUrls, trustedHosts } = configuration;
  const withUser = (text: string): string => withCredential(text, configuration);
  return {
    ...(indexUrl === undefined ? { UV_NO_INDEX: "1" } : { UV_DEFAULT_INDEX: withUser(indexUrl) }),
    ...(extraIndexUrls.length === 0 ? {} : { UV_INDEX: extraIndexUrls.map(withUser).join(" ") }),
    ...(trustedHosts.length === 0 ? {} : { UV_INSECURE_HOST: trustedHosts.join(" ") }),
  };
}

function withCredential(text: string, { credentials }: PythonIndexConfiguration): string {
  const url = URL.parse(text);
  if (url === null) return text;
  const found =
    credentials.find(({ host }) => host === url.host) ??
    credentials.find(({ host }) => host === url.hostname) ??
    credentials.find(({ host }) => host === undefined);
  if (found === undefined) return text;
  url.username = encodeURIComponent(found.user);
  url.password = encodeURIComponent(found.password);
  return url.href;
}

/** Configured folders of this machine that hold archives. */
function archiveFolders({ findLinks }: PythonIndexConfiguration): HostPath[] {
  return findLinks
    .filter((place) => place.startsWith("/") && existsSync(place) && readdirSync(place).length > 0)
    .map(asHostPath);
}

function archivePath(index: number): SandboxPath {
  return asSandboxPath(`/diorama/archives/${index}`);
}

function certificateVariables(path: SandboxPath): Record<string, string> {
  return { SSL_CERT_FILE: path, REQUESTS_CA_BUNDLE: path, PIP_CERT: path };
}
