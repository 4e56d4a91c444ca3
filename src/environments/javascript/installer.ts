import { NPM_REGISTRY, npmRegistry, withoutCredentials } from "../../sources/index.ts";
import type { Installer, InstallerOptions } from "../build-system.ts";
import { accessTo } from "../registry-access.ts";

/** Hosts of the registry itself that lock files name. */
const MIRRORS = [NPM_REGISTRY, "https://registry.yarnpkg.com/"];

/** A package's release. */
const RELEASED = String.raw`(?:@[^/]+/)?([^/]+)/-/\1-\d[^/]*\.tgz`;

/** npm's registry, as the user's npm is configured. */
export function describeInstaller(options: InstallerOptions): Installer {
  const registry = npmRegistry(options.machine.home, options.machine.variables ?? {});
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
