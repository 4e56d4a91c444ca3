import { existsSync, readdirSync } from "node:fs";

import { asHostPath, asSandboxPath, joinPath, type HostPath, type SandboxPath } from "../../base/index.ts";
import type { PackageIndexConfiguration } from "../../sources/index.ts";
import type { Installer, InstallerOptions, InstallerTools, Resolve } from "../build-system.ts";
import { readable, WORK_PATH } from "../machine.ts";
import { downloadsBelow } from "../proxy/downloads.ts";
import { obtainUv } from "./tool-uv.ts";

/** uv in the sandbox of a job that reaches the registries. */
export const UV_PATH = asSandboxPath("/diorama/uv");

/** Where pypi.org has its files: each has its own hash in its path. */
const FILES = "https://files.pythonhosted.org";
const RELEASED = String.raw`packages/[0-9a-f]{2}/[0-9a-f]{2}/[0-9a-f]{60}/[^/]+`;

/**
 * uv as it runs in sandboxes: with a cache of its own in the work folder, no configuration files of anybody, and the
 * registries that the user's pip or uv is configured for.
 */
export function describeInstaller(options: InstallerOptions): Installer {
  const { indexConfiguration } = options;
  const { indexUrl, extraIndexUrls, proxy, proxyVariables } = indexConfiguration;
  const exempt = proxy === undefined ? (proxyVariables["no_proxy"] ?? "") : "";
  return {
    registries: [indexUrl ?? null, ...extraIndexUrls],
    access: {
      allowedHosts: registryHosts(indexConfiguration),
      immutable: downloadsBelow(FILES, RELEASED),
      upstreamProxy: proxy ?? proxyVariables["https_proxy"],
      reachedDirectly: exempt.split(",").map((host) => host.trim()),
    },
    certificateVariables: { pem: ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "PIP_CERT"] },
    obtain: async () => describeTools(await obtainUv(options), options),
  };
}

function describeTools(uv: HostPath, { indexConfiguration }: InstallerOptions): InstallerTools {
  const archives = archiveFolders(indexConfiguration);
  return {
    mounts: [readable(uv, UV_PATH), ...archives.map((folder, index) => readable(folder, archivePath(index)))],
    variables: (at: Resolve) => ({
      ...indexVariables(indexConfiguration),
      ...(archives.length === 0
        ? {}
        : { UV_FIND_LINKS: archives.map((_, index) => at(archivePath(index))).join(",") }),
      UV_CACHE_DIR: at(joinPath(WORK_PATH, "cache")),
      UV_LINK_MODE: "copy",
      UV_NO_CONFIG: "1",
      UV_NO_PROGRESS: "1",
      UV_PYTHON_DOWNLOADS: "never",
      UV_HTTP_TIMEOUT: "60",
      UV_HTTP_RETRIES: "2",
      UV_CONCURRENT_BUILDS: "2",
    }),
  };
}

/** Hosts that a configuration's registries are on; for pypi.org also the host of its files. */
function registryHosts(configuration: PackageIndexConfiguration): string[] {
  const hosts = indexUrls(configuration).flatMap((text) => {
    const url = URL.parse(text);
    return url === null || url.hostname === "" ? [] : [url.host];
  });
  return [...new Set(hosts.includes("pypi.org") ? [...hosts, new URL(FILES).host] : hosts)];
}

function indexUrls({ indexUrl, extraIndexUrls }: PackageIndexConfiguration): string[] {
  return [...(indexUrl === undefined ? [] : [indexUrl]), ...extraIndexUrls];
}

/** Which indexes uv asks, with the user's name and password for each: the only place where a sandbox sees them. */
function indexVariables(configuration: PackageIndexConfiguration): Record<string, string> {
  const { indexUrl, extraIndexUrls, trustedHosts } = configuration;
  const withUser = (text: string): string => withCredential(text, configuration);
  return {
    ...(indexUrl === undefined ? { UV_NO_INDEX: "1" } : { UV_DEFAULT_INDEX: withUser(indexUrl) }),
    ...(extraIndexUrls.length === 0 ? {} : { UV_INDEX: extraIndexUrls.map(withUser).join(" ") }),
    ...(trustedHosts.length === 0 ? {} : { UV_INSECURE_HOST: trustedHosts.join(" ") }),
  };
}

function withCredential(text: string, { credentials }: PackageIndexConfiguration): string {
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
function archiveFolders({ findLinks }: PackageIndexConfiguration): HostPath[] {
  return findLinks
    .filter((place) => place.startsWith("/") && existsSync(place) && readdirSync(place).length > 0)
    .map(asHostPath);
}

function archivePath(index: number): SandboxPath {
  return asSandboxPath(`/diorama/archives/${index}`);
}
