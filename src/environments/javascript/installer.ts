import { join } from "node:path";

import { withoutCredentials } from "../../sources/index.ts";
import type { Installer, InstallerOptions, MachineFacts } from "../build-system.ts";
import { accessTo, readSettingsFile } from "../registry-access.ts";

const DEFAULT_REGISTRY = "https://registry.npmjs.org/";

/** Hosts of the registry itself that lock files name. */
const MIRRORS = ["https://registry.npmjs.org/", "https://registry.yarnpkg.com/"];

/** A package's release. */
const RELEASED = String.raw`(?:@[^/]+/)?([^/]+)/-/\1-\d[^/]*\.tgz`;

/** npm's registry, as the user's npm is configured. */
export function describeInstaller(options: InstallerOptions): Installer {
  const registry = registryOf(options.machine);
  return {
    registries: [withoutCredentials(registry)],
    access: accessTo([registry, ...MIRRORS], RELEASED, options),
    certificateVariables: {
      pem: ["NODE_EXTRA_CA_CERTS", "npm_config_cafile", "YARN_HTTPS_CA_FILE_PATH"],
    },
    obtain: () =>
      Promise.resolve({
        mounts: [],
        variables: () => ({
          npm_config_registry: registry,
          YARN_NPM_REGISTRY_SERVER: registry.replace(/\/$/, ""),
        }),
      }),
  };
}

/** As npm finds it: a variable, else the user's own file. */
function registryOf({ home, variables = {} }: MachineFacts): string {
  const named = variables["npm_config_registry"] ?? variables["NPM_CONFIG_REGISTRY"];
  const written = /^\s*registry\s*=\s*(\S+)/m.exec(
    readSettingsFile(variables["NPM_CONFIG_USERCONFIG"] ?? join(home, ".npmrc")),
  )?.[1];
  const registry = named ?? written ?? DEFAULT_REGISTRY;
  return URL.canParse(registry) ? registry.replace(/\/*$/, "/") : DEFAULT_REGISTRY;
}
