import type { Installer, InstallerOptions } from "./build-system.ts";
import { downloadsBelow } from "./proxy/downloads.ts";

/**
 * How jobs reach registries at some URLs, by the proxy that the user's own variables name. `immutable` is the form of the paths
 * below those URLs whose files never change, as a regular expression's source.
 */
export function accessTo(
  urls: readonly string[],
  immutable: string,
  { indexConfiguration }: Pick<InstallerOptions, "indexConfiguration">,
): Installer["access"] {
  const { proxyVariables } = indexConfiguration;
  const hosts = urls.flatMap((text) => URL.parse(text)?.host ?? []).filter((host) => host !== "");
  return {
    allowedHosts: [...new Set(hosts)],
    immutable: urls.flatMap((url) => downloadsBelow(url, immutable)),
    upstreamProxy: proxyVariables["https_proxy"],
    reachedDirectly: (proxyVariables["no_proxy"] ?? "").split(",").map((host) => host.trim()),
  };
}
