import { asSandboxPath, joinPath, type HostPath, type SandboxPath } from "../base/index.ts";
import type { Mount } from "../sandbox/index.ts";
import type { Interpreter } from "./interpreter.ts";
import { INSTALL_LIMITS, readable, startMachine, writable, type Machine } from "./machine.ts";
import type { EnvironmentOptions, PythonIndexConfiguration } from "./options.ts";
import type { RegistryProxy } from "./proxy.ts";

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

/** Starts a sandbox for one job; `work` is a host folder that the job may fill. */
export async function startInstallMachine(
  { uv, interpreter, proxy, options }: Installer,
  work: HostPath,
  mounts: readonly Mount[] = [],
): Promise<InstallMachine> {
  const { caFile } = options.indexConfiguration;
  const machine = await startMachine(
    {
      mounts: [
        readable(uv, UV_PATH),
        ...(caFile === undefined ? [] : [readable(caFile, CERTIFICATES_PATH)]),
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
    ...indexVariables(options.indexConfiguration),
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
    run: (command, runOptions) =>
      machine.run(command, { ...runOptions, variables: { ...settings, ...runOptions.variables } }),
    resolve: (path) => machine.resolve(path),
    [Symbol.asyncDispose]: () => machine[Symbol.asyncDispose](),
  };
}

/** Hosts that a configuration's registries are on; for pypi.org also the host of its files. */
export function registryHosts({ indexUrl, extraIndexUrls }: PythonIndexConfiguration): string[] {
  const hosts = [indexUrl, ...extraIndexUrls].flatMap((text) => {
    const url = URL.parse(text);
    return url === null || url.hostname === ""
      ? []
      : [url.port === "" ? url.hostname : `${url.hostname}:${url.port}`];
  });
  return [...new Set(hosts.includes("pypi.org") ? [...hosts, "files.pythonhosted.org"] : hosts)];
}

function indexVariables({ indexUrl, extraIndexUrls }: PythonIndexConfiguration): Record<string, string> {
  return {
    UV_DEFAULT_INDEX: indexUrl,
    ...(extraIndexUrls.length === 0 ? {} : { UV_INDEX: extraIndexUrls.join(" ") }),
  };
}

function certificateVariables(path: SandboxPath): Record<string, string> {
  return { SSL_CERT_FILE: path, REQUESTS_CA_BUNDLE: path, PIP_CERT: path };
}
