import { readFileSync } from "node:fs";

import { asHostPath, asSandboxPath } from "../base/index.ts";
import type { Installer, InstallerOptions, InstallerTools } from "./build-system.ts";
import { readable } from "./machine.ts";

const CERTIFICATES_PATH = asSandboxPath("/diorama/certificates.pem");

/** How jobs reach registries at some URLs, by the proxy that the user's own variables name. */
export function accessTo(
  urls: readonly string[],
  { indexConfiguration }: Pick<InstallerOptions, "indexConfiguration">,
): Installer["access"] {
  const { proxyVariables } = indexConfiguration;
  const hosts = urls.flatMap((text) => URL.parse(text)?.host ?? []).filter((host) => host !== "");
  return {
    allowedHosts: [...new Set(hosts)],
    upstreamProxy: proxyVariables["https_proxy"],
    reachedDirectly: (proxyVariables["no_proxy"] ?? "").split(",").map((host) => host.trim()),
  };
}

/** The certificates that the user trusts in place of the system's, under the variables that programs look for them in. */
export function certificatesFor(
  { indexConfiguration }: Pick<InstallerOptions, "indexConfiguration">,
  names: readonly string[],
): InstallerTools {
  const { caFile } = indexConfiguration;
  if (caFile === undefined) return { mounts: [], variables: () => ({}) };
  return {
    mounts: [readable(asHostPath(caFile), CERTIFICATES_PATH)],
    variables: (at) => Object.fromEntries(names.map((name) => [name, at(CERTIFICATES_PATH)])),
  };
}

/** The text of a file of settings that a user may have; empty where there is none that can be read. */
export function readSettingsFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
